//! A turn of two parts of which the first is made: a move that waits for the drop of a card, or for a pass. Not here: who
//! is asked what (`flow`).

use adoube_rules::{Move, PieceType, Square};

/// The move of a turn that is not complete. Only its player knows of it: that they are asked for a drop would tell
/// everybody else that one is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingTurn {
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// What a Pawn becomes.
    pub choice: Option<PieceType>,
}

impl PendingTurn {
    /// The first part of that move.
    pub fn of(made: &Move) -> Self {
        Self { from: made.from, to: made.to, choice: made.choice }
    }

    /// The move, without a drop.
    pub fn pending_move(&self) -> Move {
        let plain = Move::new(self.from, self.to);
        self.choice.map_or(plain, |kind| plain.promoting_to(kind))
    }
}
