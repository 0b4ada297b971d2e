//! Types of moves and squares in the compact form a search stores: public wrappers of the padded
//! board's types. Moves are generated elsewhere (`search`).

use crate::board_position::PaddedMove;
use crate::padded_board::{PaddedSquare, PieceCode};
use crate::{Piece, PieceType, Square};

/// A square of a board of any size, as an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareIndex(pub(super) PaddedSquare);

impl SquareIndex {
    /// The number of indices.
    pub const COUNT: usize = PaddedSquare::COUNT;

    /// The index of a square, if the largest board has it.
    pub fn at(square: Square) -> Option<Self> {
        PaddedSquare::on_largest(square).map(Self)
    }

    /// The index as a number below [`COUNT`](Self::COUNT): the same for a square on every board.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.index()
    }

    /// The square.
    pub const fn square(self) -> Square {
        self.0.square()
    }
}

/// A move on a search board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchMove(pub(super) PaddedMove);

impl SearchMove {
    /// The square of the piece that moves.
    #[inline]
    pub const fn from(self) -> SquareIndex {
        SquareIndex(self.0.from)
    }

    /// The square it goes to, or acts on.
    #[inline]
    pub const fn to(self) -> SquareIndex {
        SquareIndex(self.0.to)
    }

    /// The type a Pawn is promoted to.
    #[inline]
    pub const fn choice(self) -> Option<PieceType> {
        self.0.choice
    }

    /// The move as a number other than 0, for tables.
    #[inline]
    pub fn to_bits(self) -> u32 {
        let choice = self.0.choice.map_or(0, |kind| kind.index() as u32 + 1);
        self.0.from.index() as u32 | (self.0.to.index() as u32) << 8 | choice << 16
    }

    /// The target of the move with a number of [`to_bits`](Self::to_bits).
    #[inline]
    pub const fn target_of_bits(bits: u32) -> SquareIndex {
        SquareIndex(PaddedSquare::from_index((bits >> 8) as u8))
    }
}

/// A list of moves whose memory is reused.
#[derive(Clone, Debug, Default)]
pub struct MoveList(pub(super) Vec<PaddedMove>);

impl MoveList {
    /// An empty list with room for the moves of most positions.
    pub fn new() -> Self {
        Self(Vec::with_capacity(256))
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The moves.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = SearchMove> + '_ {
        self.0.iter().copied().map(SearchMove)
    }
}

pub(super) fn placed(list: &[(PaddedSquare, PieceCode)]) -> impl Iterator<Item = (SquareIndex, Piece)> {
    list.iter().filter_map(|&(cell, code)| Some((SquareIndex(cell), code.piece()?)))
}
