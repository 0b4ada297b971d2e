//! What can keep a piece from a square, in words of no game.

use crate::Square;

/// What keeps a piece of the side to move from a square, the safety of its King apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// Nothing: the piece gets there.
    Nothing,
    /// An own piece stands there.
    OwnPiece,
    /// What stands there cannot be taken.
    Untouchable,
    /// It gets there only to capture.
    OnlyCaptures,
    /// The square touches no other piece of the grid.
    Lonely,
    /// A piece on that square, which may be the target.
    Piece(Square),
    /// It does not move that way.
    Movement,
}
