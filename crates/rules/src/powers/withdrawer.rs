//! The Withdrawer: moves as a Queen to an empty square and takes the enemy it moves straight away from.

use crate::board::{Cell, Sight};
use crate::bounded::Turn;
use crate::bounded::line::{are_adjacent, queen_step};

impl Turn<'_> {
    /// The neighbour of the start a Withdrawer that goes to `to` leaves behind.
    pub(super) fn square_behind(from: Cell, to: Cell) -> Option<Cell> {
        queen_step(from, to).map(|step| from.back(step))
    }
}

impl<B: Sight> Turn<'_, B> {
    /// Whether a Withdrawer stands next to the target with room to leave it.
    pub(super) fn withdrawer_reaches(&self, from: Cell, target: Cell) -> bool {
        let away = queen_step(target, from).map(|step| from.step(step));
        are_adjacent(from, target) && away.is_some_and(|cell| self.board.at(cell).is_empty())
    }
}
