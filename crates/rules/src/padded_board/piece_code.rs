//! Type of the content of a cell in one byte: empty, off the board, or a piece.

use crate::{Piece, PieceType, Side};

/// Empty, off the board, or a piece: the row of its type plus one, with the top bit set for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceCode(u8);

const BLACK: u8 = 0x80;

impl PieceCode {
    pub(crate) const COUNT: usize = 256;
    pub(crate) const EMPTY: Self = Self(0);
    pub(crate) const OFF: Self = Self(u8::MAX);

    #[inline]
    pub(crate) const fn of(side: Side, kind: PieceType) -> Self {
        let row = kind.index() as u8 + 1;
        match side {
            Side::White => Self(row),
            Side::Black => Self(row | BLACK),
        }
    }

    /// The code of the same type of the other side. Only for the code of a piece.
    #[inline]
    #[must_use]
    pub(crate) const fn of_other_side(self) -> Self {
        Self(self.0 ^ BLACK)
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The side of a piece. Meaningless for other codes.
    #[inline]
    pub(crate) const fn side(self) -> Side {
        if self.0 & BLACK == 0 { Side::White } else { Side::Black }
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether a piece stands there.
    #[inline]
    pub(crate) fn is_piece(self) -> bool {
        self != Self::EMPTY && self != Self::OFF
    }

    /// The type of a piece; none for other codes.
    #[inline]
    pub(crate) const fn kind(self) -> Option<PieceType> {
        match (self.0 & !BLACK).checked_sub(1) {
            Some(row) => PieceType::from_index(row as usize),
            None => None,
        }
    }

    #[inline]
    pub(crate) fn is(self, kind: PieceType) -> bool {
        self.0 & !BLACK == kind.index() as u8 + 1
    }

    #[inline]
    pub(crate) fn is_king(self) -> bool {
        self.is(PieceType::KING)
    }

    pub(crate) fn piece(self) -> Option<Piece> {
        self.kind().map(|kind| Piece::new(self.side(), kind))
    }
}

impl From<Piece> for PieceCode {
    fn from(piece: Piece) -> Self {
        Self::of(piece.side, piece.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_its_code() {
        for kind in PieceType::all() {
            for side in Side::BOTH {
                let piece = Piece::new(side, kind);
                assert_eq!(PieceCode::from(piece).piece(), Some(piece));
                assert_eq!(PieceCode::from(piece).of_other_side(), PieceCode::of(side.other(), kind));
            }
        }
        assert_eq!((PieceCode::EMPTY.piece(), PieceCode::OFF.piece()), (None, None));
    }
}
