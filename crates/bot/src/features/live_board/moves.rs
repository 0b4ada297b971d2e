//! Lists the legal moves of a live board: one entry for each from- and to-square, with all effects.

use std::collections::BTreeMap;

use adoube_rules::{Move, PieceType, Position, Square, notation};

use super::{LiveChoice, LiveMove, LiveMoveKind, names};
use crate::{
    core::{
        command::CLAIM_PREFIX,
        game::{LastMove, last_move::effects_of},
        notice::ClaimCount,
    },
    text::{
        Localizer,
        board::{claim_question, move_menu},
    },
};

/// Entries for these legal moves, sorted by square; `claiming` allow a draw claim.
pub(super) fn moves(
    speaker: Localizer<'_>,
    position: &Position,
    left: &[Move],
    claiming: &[(Move, ClaimCount)],
) -> Vec<LiveMove> {
    let mut ways: BTreeMap<(Square, Square), Vec<Move>> = BTreeMap::new();
    for made in left {
        ways.entry((made.from, made.to)).or_default().push(*made);
    }
    let one = |((from, to), moves): (&(Square, Square), &Vec<Move>)| {
        let first = moves.first()?;
        let done = effects_of(position, first);
        let is_free = |square: &Square| square != to && !ways.contains_key(&(*from, *square));
        let further = castling_squares(position, first, &done).into_iter().filter(is_free);
        let plain = move_menu::target_name(speaker, position, first);
        let asked = claiming.iter().find(|(claiming, _)| moves.as_slice() == [*claiming]);
        let asked = asked.map(|(made, count)| claim_question::question(speaker, position, made, *count));
        let (value, choices, says) = match moves.as_slice() {
            [_] if asked.is_some() => (None, claim_choices(speaker, position, first).to_vec(), plain),
            [only] if only.choice.is_none() => (Some(only.to_string()), Vec::new(), plain),
            several => {
                let says = speaker.sentence("target-promotes", &[("target", plain.into())]);
                (None, several.iter().map(|made| choice(speaker, &done, made)).collect(), says)
            }
        };
        Some(LiveMove {
            from: from.to_string(),
            to: to.to_string(),
            stands: done.stands_on.to_string(),
            also_to: names(further),
            kind: kind(&done),
            takes: names(done.captured.iter().chain(&done.converted).map(|(square, _)| *square)),
            says,
            value,
            asks: asked,
            choices,
        })
    };
    ways.iter().filter_map(one).collect()
}

fn kind(done: &LastMove) -> LiveMoveKind {
    if done.castling {
        LiveMoveKind::Castle
    } else if !done.converted.is_empty() {
        LiveMoveKind::Convert
    } else if done.captured.is_empty() {
        LiveMoveKind::Move
    } else {
        LiveMoveKind::Capture
    }
}

/// Further squares on which a castling King may be dropped: its target, and its Rook's square.
fn castling_squares(position: &Position, made: &Move, done: &LastMove) -> Vec<Square> {
    let Some(rook) = position.castling_rook(made).filter(|_| done.castling) else { return Vec::new() };
    vec![done.stands_on, rook]
}

/// The choices of a move that allows a claim: claim, or move only.
fn claim_choices(speaker: Localizer<'_>, position: &Position, intended: &Move) -> [LiveChoice; 2] {
    let written = speaker.written(&notation::san_move(position, intended));
    let choice = |key: &str, value: String| LiveChoice {
        value,
        kind: None,
        name: speaker.sentence(key, &[("san", written.as_str().into())]),
    };
    [
        choice("button-claim-with", format!("{CLAIM_PREFIX}{intended}")),
        choice("button-just-play", intended.to_string()),
    ]
}

fn choice(speaker: Localizer<'_>, done: &LastMove, made: &Move) -> LiveChoice {
    let stays = || speaker.sentence("pick-stays", &[("piece", speaker.kind(done.piece.kind).into())]);
    LiveChoice {
        value: made.to_string(),
        kind: made.choice.map(PieceType::code),
        name: made.choice.map_or_else(stays, |kind| speaker.kind(kind)),
    }
}
