//! The Edgehog: a Queen whose move starts or ends on the edge of the board.

use crate::board::{Cell, Sight};
use crate::bounded::Turn;

impl<B: Sight> Turn<'_, B> {
    /// Whether an Edgehog may make this move of a Queen.
    pub(super) fn edgehog_may(&self, from: Cell, to: Cell) -> bool {
        self.board.is_edge(from) || self.board.is_edge(to)
    }
}
