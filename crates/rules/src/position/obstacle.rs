//! Enum of the reasons why a piece cannot move to a square, for all variants, from which messages
//! about illegal moves are made. Not here: finding the reason (`notation::read`).

use crate::Square;

/// What keeps a piece of the side to move from a square, the safety of its King apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// Nothing: the piece can go there.
    Nothing,
    /// An own piece stands there.
    OwnPiece,
    /// The enemy piece there cannot be captured.
    Untouchable,
    /// It goes there only to capture.
    OnlyCaptures,
    /// The square touches no other piece of the grid.
    Lonely,
    /// A piece on that square, which may be the target.
    Piece(Square),
    /// It does not move that way.
    Movement,
}
