//! Helpers for the geometry between two cells: queen lines, knight leaps, adjacency, and the
//! squares a Coordinator captures on.

use crate::Square;
use crate::padded_board::{PaddedOffset, PaddedSquare};

/// Files and ranks from one cell to another.
const fn apart(from: PaddedSquare, to: PaddedSquare) -> (i32, i32) {
    let (from, to) = (from.square(), to.square());
    (to.file - from.file, to.rank - from.rank)
}

/// The offset of one square from one cell towards another on the same rank, file or diagonal.
pub(crate) fn queen_offset(from: PaddedSquare, to: PaddedSquare) -> Option<PaddedOffset> {
    let (files, ranks) = apart(from, to);
    let aligned = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    (aligned && from != to).then(|| PaddedSquare::difference(files.signum(), ranks.signum()))
}

/// The offset from one cell to another if it is a knight's leap.
pub(crate) fn knight_offset(from: PaddedSquare, to: PaddedSquare) -> Option<PaddedOffset> {
    let (files, ranks) = apart(from, to);
    matches!((files.abs(), ranks.abs()), (1, 2) | (2, 1)).then(|| PaddedSquare::difference(files, ranks))
}

/// Whether two cells are adjacent, orthogonally or diagonally.
pub(crate) fn are_adjacent(one: PaddedSquare, other: PaddedSquare) -> bool {
    let (files, ranks) = apart(one, other);
    files.abs().max(ranks.abs()) == 1
}

/// The two cells on which a Coordinator on `to` captures: where its rank crosses the file of its
/// King, and its file the rank of the King.
pub(crate) fn coordinated_squares(king: PaddedSquare, to: PaddedSquare) -> [PaddedSquare; 2] {
    let (king_square, square) = (king.square(), to.square());
    [Square::new(king_square.file, square.rank), Square::new(square.file, king_square.rank)]
        .map(PaddedSquare::at)
}
