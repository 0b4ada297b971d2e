//! The Advancer: moves as a Queen to an empty square and takes the enemy on the next square beyond.

use crate::board::{Cell, Sight};
use crate::bounded::Turn;
use crate::bounded::line::{are_adjacent, queen_step};
use crate::movement::Ride;

impl Turn<'_> {
    /// The square an Advancer that has gone to `to` approaches.
    pub(super) fn square_beyond(from: Cell, to: Cell) -> Option<Cell> {
        queen_step(from, to).map(|step| to.step(step))
    }
}

impl<B: Sight> Turn<'_, B> {
    /// Whether an Advancer can come to the near side of the target: it needs an empty square to move to.
    pub(super) fn advancer_reaches(&self, from: Cell, target: Cell) -> bool {
        let Some(step) = queen_step(from, target) else {
            return false;
        };
        !are_adjacent(from, target) && self.rides_to(from, Ride { step, limit: u8::MAX }, target)
    }
}
