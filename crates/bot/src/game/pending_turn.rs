//! Pending turn: a move that waits for a card drop or a pass. Not here: the question to its player
//! (`handlers`).

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
