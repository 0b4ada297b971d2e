//! Condition of the Edgehog's moves, those of a Queen that start or end on the edge of the board.
//! Not here: the Queen moves (the catalogue).

use crate::board_position::SideToMove;
use crate::padded_board::{BoardAccess, PaddedSquare};

impl<B: BoardAccess> SideToMove<'_, B> {
    /// Whether an Edgehog may make a move of a Queen.
    pub(super) fn can_edgehog_move(&self, from: PaddedSquare, to: PaddedSquare) -> bool {
        self.board.is_edge(from) || self.board.is_edge(to)
    }
}
