//! A board as far as it is looked at, and one that notes at which cells: what was found out by looking at them stays true
//! until one of them changes.

use std::cell::RefCell;

use super::{PaddedBoard, PaddedSquare, PaddedSquareSet, PieceCode};
use crate::Side;

/// What an attack is told by.
pub(crate) trait BoardAccess {
    /// What is on a cell: nothing, a piece, or the end of the board.
    fn at(&self, cell: PaddedSquare) -> PieceCode;

    /// The cell of a side's King.
    fn king(&self, side: Side) -> PaddedSquare;

    /// Whether a cell is on the edge of the board.
    fn is_edge(&self, cell: PaddedSquare) -> bool;
}

impl BoardAccess for PaddedBoard {
    #[inline]
    fn at(&self, cell: PaddedSquare) -> PieceCode {
        self.at(cell)
    }

    #[inline]
    fn king(&self, side: Side) -> PaddedSquare {
        self.king(side)
    }

    #[inline]
    fn is_edge(&self, cell: PaddedSquare) -> bool {
        self.is_edge(cell)
    }
}

/// A board that notes which cells were looked at, where the Kings stand apart.
pub(crate) struct RecordingBoard<'a> {
    board: &'a PaddedBoard,
    read_cells: RefCell<PaddedSquareSet>,
}

impl<'a> RecordingBoard<'a> {
    pub(crate) fn new(board: &'a PaddedBoard) -> Self {
        Self { board, read_cells: RefCell::new(PaddedSquareSet::EMPTY) }
    }

    /// The cells that were looked at.
    pub(crate) fn read_squares(self) -> PaddedSquareSet {
        self.read_cells.into_inner()
    }
}

impl BoardAccess for RecordingBoard<'_> {
    #[inline]
    fn at(&self, cell: PaddedSquare) -> PieceCode {
        self.read_cells.borrow_mut().insert(cell);
        self.board.at(cell)
    }

    fn king(&self, side: Side) -> PaddedSquare {
        self.board.king(side)
    }

    fn is_edge(&self, cell: PaddedSquare) -> bool {
        self.board.is_edge(cell)
    }
}
