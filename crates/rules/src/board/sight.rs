//! A board as far as it is looked at, and one that notes at which cells: what was found out by looking at them stays true
//! until one of them changes.

use std::cell::RefCell;

use super::{Board, Cell, Cells, Code};
use crate::Side;

/// What an attack is told by.
pub(crate) trait Sight {
    /// What is on a cell: nothing, a piece, or the end of the board.
    fn at(&self, cell: Cell) -> Code;

    /// The cell of a side's King.
    fn king(&self, side: Side) -> Cell;

    /// Whether a cell is on the edge of the board.
    fn is_edge(&self, cell: Cell) -> bool;
}

impl Sight for Board {
    #[inline]
    fn at(&self, cell: Cell) -> Code {
        self.at(cell)
    }

    #[inline]
    fn king(&self, side: Side) -> Cell {
        self.king(side)
    }

    #[inline]
    fn is_edge(&self, cell: Cell) -> bool {
        self.is_edge(cell)
    }
}

/// A board that notes which cells were looked at, where the Kings stand apart.
pub(crate) struct Watched<'a> {
    board: &'a Board,
    seen: RefCell<Cells>,
}

impl<'a> Watched<'a> {
    pub(crate) fn new(board: &'a Board) -> Self {
        Self { board, seen: RefCell::new(Cells::EMPTY) }
    }

    /// The cells that were looked at.
    pub(crate) fn seen(self) -> Cells {
        self.seen.into_inner()
    }
}

impl Sight for Watched<'_> {
    #[inline]
    fn at(&self, cell: Cell) -> Code {
        self.seen.borrow_mut().insert(cell);
        self.board.at(cell)
    }

    fn king(&self, side: Side) -> Cell {
        self.board.king(side)
    }

    fn is_edge(&self, cell: Cell) -> bool {
        self.board.is_edge(cell)
    }
}
