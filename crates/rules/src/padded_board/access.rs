//! Trait for read access to a board, and a board that records which cells were read.
//!
//! A result computed from a board stays true until one of the cells that were read changes.

use std::cell::RefCell;

use super::{PaddedBoard, PaddedSquare, PaddedSquareSet, PieceCode};
use crate::Side;

/// Read access to a board, as attack detection needs it.
pub(crate) trait BoardAccess {
    /// The content of a cell.
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

/// A board that records which cells are read. Reads of the Kings' cells are not recorded.
pub(crate) struct RecordingBoard<'a> {
    board: &'a PaddedBoard,
    read_cells: RefCell<PaddedSquareSet>,
}

impl<'a> RecordingBoard<'a> {
    pub(crate) fn new(board: &'a PaddedBoard) -> Self {
        Self { board, read_cells: RefCell::new(PaddedSquareSet::EMPTY) }
    }

    /// The cells that were read.
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
