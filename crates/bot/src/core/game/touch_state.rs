//! Touch state: the pieces touched in a touch-move game, the touched Pawn whose promotion is still
//! to be chosen, and the legal moves they leave. Not here: what touched pieces demand
//! (`adoube-rules`), and what counts as a touch and may be released (`gameplay::turn::touch`,
//! `features::touch_move`).

use adoube_rules::{Move, Position, Square, TouchDemand, TouchRuling, touch_move};

/// Touches of the side to move since the last move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TouchState {
    /// Squares of touched pieces, each once, in the order of the touches.
    pub squares: Vec<Square>,
    /// A Pawn's move to its promotion square, while the promotion is open.
    pub promoting: Option<PendingPromotion>,
    /// The game's revision at the last change: a release button belongs to it.
    pub since: u64,
}

/// A Pawn's move to its promotion square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingPromotion {
    /// The square it leaves; the board still shows the Pawn there.
    pub from: Square,
    /// The promotion square.
    pub to: Square,
}

impl PendingPromotion {
    /// Whether a move is this one, with any promotion.
    pub fn is_by(self, made: &Move) -> bool {
        (self.from, self.to) == (made.from, made.to)
    }
}

impl TouchState {
    /// The touch demand, and the legal moves it leaves.
    pub fn ruling(&self, position: &Position, legal: &[Move]) -> TouchRuling {
        match self.promoting {
            Some(promoting) => TouchRuling {
                moves: legal.iter().filter(|made| promoting.is_by(made)).copied().collect(),
                demand: TouchDemand::Move { piece: promoting.from },
            },
            None => touch_move(position, legal, &self.squares),
        }
    }
}
