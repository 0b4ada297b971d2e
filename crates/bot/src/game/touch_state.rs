//! Touch state: what was touched in a touch-move game, and the moves that are left. What touched
//! pieces demand is in `adoube-rules`; what counts as a touch and who may release it is in
//! `handlers`.

use adoube_rules::{Game, Move, Position, Square, TouchDemand, TouchRuling, touch_move};

use super::GameRecord;

/// What the side to move has touched since the last move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TouchState {
    /// Where the touched pieces stand, each once, in the order in which they were touched.
    pub squares: Vec<Square>,
    /// A Pawn's move that is made, while what the Pawn becomes is still open.
    pub promoting: Option<PendingPromotion>,
    /// The turn since which it is so: a button that releases what was touched belongs to it.
    pub since: u64,
}

/// A Pawn's move to a square where it is promoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingPromotion {
    /// Where the Pawn stands on the board as it is.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl PendingPromotion {
    /// Whether that is this Pawn's move, whatever the Pawn becomes.
    pub fn is_by(self, made: &Move) -> bool {
        (self.from, self.to) == (made.from, made.to)
    }
}

impl TouchState {
    /// What binds, and the legal moves it leaves.
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
    /// What was touched; nothing if the game is played without touch-move.
    pub fn touches(&self) -> Option<&TouchState> {
        Some(&self.touches).filter(|_| self.touch_move)
    }

    /// The Pawn's move that is made while what the Pawn becomes can still be chosen.
    pub fn open_promotion(&self) -> Option<PendingPromotion> {
        // What a move with a drop to come makes of it is chosen.
        self.touches().filter(|_| self.begun.is_none())?.promoting
    }

    /// The moves the side to move may make: the legal ones, or those of them that its touches leave. Drops, which may
    /// follow them, are somebody's secret and not among them.
    pub fn moves_left(&self, game: &Game) -> Vec<Move> {
        let legal: Vec<Move> =
            game.legal_moves().iter().filter(|made| made.drop.is_none()).copied().collect();
        match self.touches() {
            Some(touches) => touches.ruling(game.position(), &legal).moves,
            None => legal,
        }
    }
}
