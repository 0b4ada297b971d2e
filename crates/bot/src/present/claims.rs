//! Claims of a draw with an intended move: the choice between the claim and the move, and why a claim does not hold. Not
//! here: the question about a claim without a move (`offer`).

use adoube_rules::{Move, Position, notation};

use super::{
    button,
    refusal::{alternatives, quoted},
};
use crate::{
    Row,
    command::Target,
    message::ButtonStyle,
    notice::{BoardNotice, ClaimCount, ClaimRefusal},
    wording::Speaker,
};

/// The question of the step, with the claim, the move alone and the way back.
pub(super) fn step(
    speaker: Speaker<'_>,
    board: &BoardNotice,
    position: &Position,
    chosen: &Move,
    count: ClaimCount,
) -> (String, Vec<Row>) {
    let written = speaker.written(&notation::san_move(position, chosen));
    let said = || ("san", written.as_str().into());
    let button = |target, label, style| button(&board.game, board.revision, target, label, style);
    let row = vec![
        button(Target::ClaimWith(*chosen), speaker.say("button-claim-with", &[said()]), ButtonStyle::Primary),
        button(
            Target::Play(*chosen, None),
            speaker.say("button-just-play", &[said()]),
            ButtonStyle::Secondary,
        ),
        button(Target::SquarePage(chosen.from, 0), speaker.plain("button-back"), ButtonStyle::Secondary),
    ];
    (question(speaker, position, chosen, count), vec![Row::Buttons(row)])
}

/// "With Ng8 the same position stands for the 3rd time. ..."
pub(super) fn question(
    speaker: Speaker<'_>,
    position: &Position,
    chosen: &Move,
    count: ClaimCount,
) -> String {
    let said = ("san", speaker.written(&notation::san_move(position, chosen)).into());
    match count {
        ClaimCount::Repetition(count) => {
            speaker.say("pick-claim-repetition", &[said, ("count", count.into())])
        }
        ClaimCount::Plies(plies) => speaker.say("pick-claim-moves", &[said, ("moves", (plies / 2).into())]),
    }
}

/// Why no draw can be claimed as the position stands, by how often it has occurred and the plies without progress.
pub(super) fn none_standing(
    speaker: Speaker<'_>,
    (repetitions, plies): (u32, u32),
    with_move: bool,
) -> String {
    let counts = [("repetitions", repetitions.into()), ("moves", (plies / 2).into())];
    let why = speaker.say("refused-no-claim", &counts);
    if with_move { format!("{why} {}", speaker.plain("refused-no-claim-yet")) } else { why }
}

/// Why no draw can be claimed with a move.
pub(super) fn refused(speaker: Speaker<'_>, refusal: &ClaimRefusal) -> String {
    match refusal {
        ClaimRefusal::NoClaimWith { san, repetitions, plies, made } => {
            let args = [
                ("san", speaker.notation(san).into()),
                ("repetitions", (*repetitions).into()),
                ("moves", (*plies / 2).into()),
            ];
            let why = speaker.say("refused-no-claim-with", &args);
            if !made {
                return why;
            }
            format!("{why} {}", speaker.say("claim-move-made", &[("san", speaker.notation(san).into())]))
        }
        ClaimRefusal::EndsGame { san } => {
            speaker.say("refused-claim-needless", &[("san", speaker.notation(san).into())])
        }
        ClaimRefusal::Unclear { text, moves } => {
            let moves: Vec<String> = moves.iter().map(|san| speaker.notation(san)).collect();
            let moves = alternatives(speaker, &moves);
            speaker.say("refused-plan-several-moves", &[("text", quoted(text)), ("moves", moves.into())])
        }
    }
}
