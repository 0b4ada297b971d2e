//! Test of the coverage of the random games of Schachen: which rules they reach.

use std::collections::BTreeSet;

use super::play_random_games;
use crate::{DrawClaim, Game, Move, OutcomeReason, PieceType};

/// What there is to notice about a move.
fn note_move(game: &Game, made: &Move, met: &mut BTreeSet<String>) {
    let position = game.position();
    let Some(piece) = position.piece_at(made.from) else { return };
    let (key, captures) = (piece.kind.key(), position.piece_at(made.to).is_some());
    met.insert(format!("{key} {}", if captures { "captures" } else { "moves" }));
    if (made.to.rank - made.from.rank) == -piece.side.forward() && piece.kind == PieceType::KING {
        met.insert("a King backwards".to_owned());
    }
    if let Some(choice) = made.choice {
        met.insert(format!("a Pawn becomes a {}", choice.key()));
    }
    if let Some(drop) = made.drop {
        met.insert(format!("{} dropped", drop.card.key()));
        let checks = |made: &Move| position.apply(made).in_check();
        if checks(made) && !checks(&made.without_drop()) {
            met.insert("a drop gives check".to_owned());
        }
    }
    if (made.to.file < 0) != (made.from.file < 0) {
        met.insert("over file a".to_owned());
    }
}

#[test]
fn random_games_meet_every_rule() {
    let mut met = BTreeSet::new();
    for test in 10..14 {
        play_random_games(test, |_, game| {
            met.extend(game.outcome().map(|outcome| format!("{:?}", outcome.reason)));
            met.extend(game.draw_claims().iter().map(|claim| format!("{claim:?}")));
            if game.position().in_check() {
                met.insert("check".to_owned());
            }
            game.legal_moves().iter().for_each(|made| note_move(game, made, &mut met));
        });
    }
    let kinds = ["king", "queen", "rook", "bishop", "knight", "pawn"];
    let back = ["queen", "rook", "bishop", "knight"].map(|key| format!("a Pawn becomes a {key}"));
    let mut wanted: Vec<String> =
        kinds.iter().flat_map(|key| ["moves", "captures"].map(|does| format!("{key} {does}"))).collect();
    wanted.extend(kinds.iter().skip(1).map(|key| format!("{key} dropped")));
    wanted.extend(back);
    wanted.extend(
        [OutcomeReason::Checkmate, OutcomeReason::Stalemate, OutcomeReason::SeventyFiveMoves]
            .map(|reason| format!("{reason:?}")),
    );
    wanted.push(format!("{:?}", DrawClaim::FiftyMove));
    wanted.extend(["check", "a King backwards", "a drop gives check", "over file a"].map(str::to_owned));
    let missed: Vec<&String> = wanted.iter().filter(|what| !met.contains(*what)).collect();
    assert!(missed.is_empty(), "never met: {missed:?}");
}
