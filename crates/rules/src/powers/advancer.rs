//! Captures of the Advancer, which moves as a Queen to an empty square and captures the enemy on
//! the next square beyond: where a move captures, and whether a move can capture a given square.
//! Not here: its Queen moves (the catalogue).

use crate::board_position::SideToMove;
use crate::board_position::geometry::{are_adjacent, queen_offset};
use crate::movement::SlideStep;
use crate::padded_board::{BoardAccess, PaddedSquare};

impl SideToMove<'_> {
    /// The cell on which an Advancer that goes to `to` captures.
    pub(super) fn square_beyond(from: PaddedSquare, to: PaddedSquare) -> Option<PaddedSquare> {
        queen_offset(from, to).map(|step| to.step(step))
    }
}

impl<B: BoardAccess> SideToMove<'_, B> {
    /// Whether an Advancer can move next to the target; it needs an empty cell to move to.
    pub(super) fn advancer_reaches(&self, from: PaddedSquare, target: PaddedSquare) -> bool {
        let Some(step) = queen_offset(from, target) else {
            return false;
        };
        !are_adjacent(from, target) && self.slides_to(from, SlideStep { step, limit: u8::MAX }, target)
    }
}
