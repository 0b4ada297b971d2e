//! The Edgehog: a Queen whose move starts or ends on the edge of the board.

use crate::board::Cell;
use crate::bounded::Turn;

impl Turn<'_> {
    /// Whether an Edgehog may make this move of a Queen.
    pub(super) fn edgehog_may(&self, from: Cell, to: Cell) -> bool {
        self.board.is_edge(from) || self.board.is_edge(to)
    }
}
