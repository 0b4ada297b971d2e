//! Test of the coverage of the random games: which rules they reach, since a property that holds in
//! them proves nothing about others.

use std::collections::BTreeMap;

use super::{board, play_random_games};
use crate::board_position::JokerMimicry;
use crate::{Game, Move, MoveEffects, OutcomeReason, PieceType, Position, PromotionMode};

/// Times as many games as a property sees: every rule is to be met, also the rarest.
const ROUNDS: u64 = 5;

/// How often something was met.
#[derive(Default)]
struct Encounters(BTreeMap<String, usize>);

impl Encounters {
    fn note(&mut self, what: impl Into<String>) {
        *self.0.entry(what.into()).or_default() += 1;
    }

    fn note_game(&mut self, game: &Game) {
        let position = game.position();
        if let Some(outcome) = game.outcome() {
            self.note(format!("{:?}", outcome.reason));
        }
        if position.in_check() {
            self.note("check");
        }
        if let Some((_, mimicry)) = board(game).state.joker {
            self.note(format!("a Joker as {mimicry:?}"));
        }
        for (square, piece) in position.pieces() {
            if position.locked_until(square).is_some() {
                self.note(format!("locked {}", piece.kind.key()));
            }
            if let Some(by) = position.frozen_by(square).and_then(|by| position.piece_at(by)) {
                self.note(format!("frozen by {}", by.kind.key()));
            }
        }
        game.legal_moves().iter().for_each(|made| self.note_move(position, made));
    }

    fn note_move(&mut self, position: &Position, made: &Move) {
        let mover = position.side_to_move();
        let Some(piece) = position.piece_at(made.from) else { return };
        let effects = position.effects(made);
        let victims: Vec<_> = effects.captured(mover).collect();
        let name = piece.kind.key();
        self.note(format!("{name} moves"));
        if piece.kind == PieceType::JOKER {
            let copied = position.moves_as(made.from).map(PieceType::key);
            self.note(format!("a Joker's move as {}", copied.unwrap_or_default()));
        }
        for (_, victim) in &victims {
            self.note(format!("{} captured", victim.kind.key()));
        }
        if victims.iter().any(|(square, _)| *square != made.to) {
            self.note(format!("{name} takes apart"));
        }
        if victims.len() > 1 {
            self.note(format!("{name} takes several"));
        }
        self.note_special(position, made, &effects, name);
    }

    fn note_special(&mut self, position: &Position, made: &Move, effects: &MoveEffects, name: &str) {
        let mover = position.side_to_move();
        if effects.converted(mover).next().is_some() {
            self.note(format!("{name} converts"));
        }
        if made.choice.is_some() {
            self.note(format!("{name} promoted in mode {}", position.promotion_mode()));
        }
        if position.castling_name(made).is_some() {
            self.note("castling");
        }
        if position.as_board().is_some_and(|board| board.is_en_passant_capture(made)) {
            self.note(format!("{name} takes in passing"));
        }
    }
}

/// Everything the games must have met.
fn wanted() -> Vec<String> {
    let all = || PieceType::all().map(PieceType::key);
    let never_taken = ["king", "block"];
    let captured = all().filter(|key| !never_taken.contains(key)).map(|key| format!("{key} captured"));
    let locked =
        PieceType::all().filter(|kind| kind.is_lockable()).map(|kind| format!("locked {}", kind.key()));
    let copied =
        ["king", "pawn", "archer", "block", "edgehog", "advancer", "withdrawer", "windmill", "diplomat"];
    let copied = copied.into_iter().chain(["coordinator", "immobilizer", "knight", "griffin", "cannon"]);
    let apart = ["pawn", "archer", "advancer", "withdrawer", "coordinator", "chameleon", "joker"];
    let several = ["archer", "coordinator", "chameleon", "joker"];
    let promoted = ["pawn", "joker"]
        .into_iter()
        .flat_map(|key| PromotionMode::ALL.map(|mode| format!("{key} promoted in mode {mode}")));
    let mut wanted: Vec<String> = ["check", "castling"].map(str::to_owned).to_vec();
    wanted.extend([OutcomeReason::Checkmate, OutcomeReason::Stalemate].map(|reason| format!("{reason:?}")));
    wanted.extend(
        [JokerMimicry::Block, JokerMimicry::Immobilizer].map(|mimicry| format!("a Joker as {mimicry:?}")),
    );
    wanted.extend(["immobilizer", "chameleon", "joker"].map(|key| format!("frozen by {key}")));
    wanted.extend(all().map(|key| format!("{key} moves")));
    wanted.extend(copied.map(|key| format!("a Joker's move as {key}")));
    wanted.extend(apart.map(|key| format!("{key} takes apart")));
    wanted.extend(several.map(|key| format!("{key} takes several")));
    wanted.extend(["diplomat", "chameleon", "joker"].map(|key| format!("{key} converts")));
    wanted.extend(["pawn", "chameleon", "joker"].map(|key| format!("{key} takes in passing")));
    wanted.extend(captured.chain(locked).chain(promoted));
    wanted
}

#[test]
fn random_games_meet_every_rule() {
    let mut met = Encounters::default();
    for test in 9..9 + ROUNDS {
        play_random_games(test, |_, game| met.note_game(game));
    }
    let missed: Vec<String> = wanted().into_iter().filter(|what| !met.0.contains_key(what)).collect();
    assert!(missed.is_empty(), "never met: {missed:?}");
}
