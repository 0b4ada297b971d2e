//! Pending turn of Schachen: a move already made that waits for its player to drop a card or to
//! pass. Not here: the question to its player (`features::cards`).

use adoube_rules::{Move, PieceType, Square};

/// The move of an incomplete turn. Only its player knows of it: that they are asked for a drop
/// would tell others that one is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingTurn {
    /// The square it leaves.
    pub from: Square,
    /// The square it reaches.
    pub to: Square,
    /// The promotion.
    pub choice: Option<PieceType>,
}

impl PendingTurn {
    /// The move without its drop.
    pub fn of(made: &Move) -> Self {
        Self { from: made.from, to: made.to, choice: made.choice }
    }

    /// The move without a drop.
    pub fn pending_move(&self) -> Move {
        let plain = Move::new(self.from, self.to);
        self.choice.map_or(plain, |kind| plain.promoting_to(kind))
    }
}
