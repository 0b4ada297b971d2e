//! Moves and places as a search keeps them: in a few bytes.

use crate::board_position::PaddedMove;
use crate::padded_board::{PaddedSquare, PieceCode};
use crate::{Piece, PieceType, Square};

/// A place on a board of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareIndex(pub(super) PaddedSquare);

impl SquareIndex {
    /// How many numbers [`index`](Self::index) gives.
    pub const COUNT: usize = PaddedSquare::COUNT;

    /// That of a square, if the largest board has it.
    pub fn at(square: Square) -> Option<Self> {
        PaddedSquare::on_largest(square).map(Self)
    }

    /// A number of its own: the same for a square of every board.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.index()
    }

    /// Its square.
    pub const fn square(self) -> Square {
        self.0.square()
    }
}

/// A move of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchMove(pub(super) PaddedMove);

impl SearchMove {
    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> SquareIndex {
        SquareIndex(self.0.from)
    }

    /// Where it goes, or acts.
    #[inline]
    pub const fn to(self) -> SquareIndex {
        SquareIndex(self.0.to)
    }

    /// What a pawn becomes.
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

    /// Where the move with such a number goes, or acts.
    #[inline]
    pub const fn target_of_bits(bits: u32) -> SquareIndex {
        SquareIndex(PaddedSquare::from_index((bits >> 8) as u8))
    }
}

/// Moves, in memory that is used again and again.
#[derive(Clone, Debug, Default)]
pub struct MoveList(pub(super) Vec<PaddedMove>);

impl MoveList {
    /// An empty list with room for as many moves as most positions have.
    pub fn new() -> Self {
        Self(Vec::with_capacity(256))
    }

    /// How many there are.
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
