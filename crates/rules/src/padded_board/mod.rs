//! Mailbox board with a padding of squares around it, and piece lists for both sides.
//!
//! It holds any piece anywhere. What makes an arrangement valid is in `board_position`, how pieces move in `movement`.

mod access;
mod piece_code;
mod square;

pub(crate) use access::{BoardAccess, RecordingBoard};
pub(crate) use piece_code::PieceCode;
pub(crate) use square::{DISPLACEMENTS, PaddedOffset, PaddedSquare, PaddedSquareSet};

use crate::{Piece, PieceType, Region, Side, Square};

/// Squares of the largest board, and so its pieces at most.
pub(crate) const MAX_PIECES: usize = 100;

/// A mailbox board with padding, so that a leap of four squares from any square stays inside the
/// array.
#[derive(Clone, Debug)]
pub(crate) struct PaddedBoard {
    cells: [PieceCode; PaddedSquare::COUNT],
    /// The index of each cell's piece in the list of its side.
    slots: [u8; PaddedSquare::COUNT],
    lists: [[PaddedSquare; MAX_PIECES]; 2],
    lengths: [u8; 2],
    kings: [PaddedSquare; 2],
    /// The number of pieces of each code.
    counts: [u8; PieceCode::COUNT],
    edge: PaddedSquareSet,
}

impl PaddedBoard {
    /// An empty board of a region with at most ten files and ranks.
    pub(crate) fn empty(region: Region) -> Self {
        let mut board = Self {
            cells: [PieceCode::OFF; PaddedSquare::COUNT],
            slots: [0; PaddedSquare::COUNT],
            lists: [[PaddedSquare::NOWHERE; MAX_PIECES]; 2],
            lengths: [0; 2],
            kings: [PaddedSquare::NOWHERE; 2],
            counts: [0; PieceCode::COUNT],
            edge: PaddedSquareSet::EMPTY,
        };
        for square in region.squares() {
            let cell = PaddedSquare::at(square);
            board.cells[cell.index()] = PieceCode::EMPTY;
            let neighbours = [(1, 0), (-1, 0), (0, 1), (0, -1)];
            if neighbours.iter().any(|&(files, ranks)| !region.contains(square.offset(files, ranks))) {
                board.edge.insert(cell);
            }
        }
        board
    }

    /// The content of a cell.
    #[inline]
    pub(crate) fn at(&self, cell: PaddedSquare) -> PieceCode {
        self.cells[cell.index()]
    }

    /// The piece on a square; none off the board.
    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        PaddedSquare::on_largest(square).and_then(|cell| self.at(cell).piece())
    }

    /// The cells of a side's pieces, in no particular order.
    #[inline]
    pub(crate) fn pieces(&self, side: Side) -> &[PaddedSquare] {
        &self.lists[side.index()][..usize::from(self.lengths[side.index()])]
    }

    /// The cell of a side's King; nowhere while it has none.
    #[inline]
    pub(crate) fn king(&self, side: Side) -> PaddedSquare {
        self.kings[side.index()]
    }

    /// The number of pieces of a type that a side has.
    #[inline]
    pub(crate) fn count(&self, side: Side, kind: PieceType) -> u8 {
        self.counts[PieceCode::of(side, kind).index()]
    }

    /// Whether a cell is on the edge of the board.
    pub(crate) fn is_edge(&self, cell: PaddedSquare) -> bool {
        self.edge.contains(cell)
    }

    /// Places a piece on an empty cell.
    #[inline]
    pub(crate) fn put(&mut self, cell: PaddedSquare, code: PieceCode) {
        let side = code.side().index();
        let slot = self.lengths[side];
        self.lists[side][usize::from(slot)] = cell;
        self.lengths[side] = slot + 1;
        self.slots[cell.index()] = slot;
        self.cells[cell.index()] = code;
        self.counts[code.index()] += 1;
        if code.is_king() {
            self.kings[side] = cell;
        }
    }

    /// Removes the piece of a cell that has one.
    #[inline]
    pub(crate) fn remove(&mut self, cell: PaddedSquare) {
        let code = self.at(cell);
        let side = code.side().index();
        let last = self.lengths[side] - 1;
        let moved = self.lists[side][usize::from(last)];
        let slot = self.slots[cell.index()];
        self.lists[side][usize::from(slot)] = moved;
        self.slots[moved.index()] = slot;
        self.lengths[side] = last;
        self.cells[cell.index()] = PieceCode::EMPTY;
        self.counts[code.index()] -= 1;
    }
}

impl PartialEq for PaddedBoard {
    /// The same pieces on the same cells. The order of the piece lists does not matter.
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

impl Eq for PaddedBoard {}
