//! The Coordinator: moves as a Queen to an empty square; then it and its King take what stands where their ranks and
//! files cross.

use crate::board::{Cell, Code};
use crate::bounded::Turn;
use crate::bounded::line::coordinates;

impl Turn<'_> {
    /// The two squares singled out when a piece of the side to move has gone to `to`.
    pub(super) fn coordinates_of(&self, to: Cell) -> [Cell; 2] {
        coordinates(self.board.king(self.side()), to)
    }

    /// Whether some move of the Coordinator singles the target out. It can only if its own King shares a rank or a
    /// file with it.
    pub(super) fn coordinator_reaches(&self, code: Code, from: Cell, target: Cell) -> bool {
        let (king, aim) = (self.board.king(self.side()).square(), target.square());
        if king.file != aim.file && king.rank != aim.rank {
            return false;
        }
        let mut reached = false;
        self.walk(code, from, &mut |to| reached |= self.coordinates_of(to).contains(&target));
        reached
    }
}
