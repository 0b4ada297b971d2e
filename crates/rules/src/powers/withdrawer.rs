//! Captures of the Withdrawer, which moves as a Queen to an empty square and captures the enemy it
//! moves straight away from: where a move captures, and whether a move can capture a given square.
//! Not here: its Queen moves (the catalogue).

use crate::board_position::SideToMove;
use crate::board_position::geometry::{are_adjacent, queen_offset};
use crate::padded_board::{BoardAccess, PaddedSquare};

impl SideToMove<'_> {
    /// The cell on which a Withdrawer that goes to `to` captures.
    pub(super) fn square_behind(from: PaddedSquare, to: PaddedSquare) -> Option<PaddedSquare> {
        queen_offset(from, to).map(|step| from.back(step))
    }
}

impl<B: BoardAccess> SideToMove<'_, B> {
    /// Whether a Withdrawer is adjacent to the target and can move away from it.
    pub(super) fn withdrawer_reaches(&self, from: PaddedSquare, target: PaddedSquare) -> bool {
        let away = queen_offset(target, from).map(|step| from.step(step));
        are_adjacent(from, target) && away.is_some_and(|cell| self.board.at(cell).is_empty())
    }
}
