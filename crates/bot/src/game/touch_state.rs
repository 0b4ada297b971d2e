//! Touch state: the touched pieces of a touch-move game, and the moves they leave. Not here: what
//! touched pieces demand (`adoube-rules`), and what counts as a touch and may be released
//! (`handlers`).

use adoube_rules::{Game, Move, Position, Square, TouchDemand, TouchRuling, touch_move};

use super::GameRecord;

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

impl GameRecord {
    /// The touches; `None` without touch-move.
    pub fn touches(&self) -> Option<&TouchState> {
        Some(&self.touches).filter(|_| self.touch_move)
    }

    /// The Pawn's move whose promotion can still be chosen.
    pub fn open_promotion(&self) -> Option<PendingPromotion> {
        // A move that waits for a drop has its promotion already.
        self.touches().filter(|_| self.begun.is_none())?.promoting
    }

    /// Moves of the side to move without drops: the legal ones that its touches leave. Drops are
    /// secret, so they are not listed.
    pub fn moves_left(&self, game: &Game) -> Vec<Move> {
        let legal: Vec<Move> =
            game.legal_moves().iter().filter(|made| made.drop.is_none()).copied().collect();
        match self.touches() {
            Some(touches) => touches.ruling(game.position(), &legal).moves,
            None => legal,
        }
    }
}
