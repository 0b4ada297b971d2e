//! Helpers of board geometry for the evaluation: relative ranks, distances, colours of squares, and
//! the numbering of half a board.

use adoube_rules::{Region, Side, Square, Variant};

/// Distance of a square from the middle of the board, in files and ranks.
pub(super) fn centre_distance(variant: Variant, square: Square) -> (i32, i32) {
    let Region::Board { files, ranks } = variant.region() else { return (0, 0) };
    let off = |at: i32, of: u8| (2 * at + 1 - i32::from(of)).abs() / 2;
    (off(square.file, files), off(square.rank - 1, ranks))
}

/// The rank farthest from White's side of the board.
pub(super) fn last_rank(variant: Variant) -> i32 {
    match variant.region() {
        Region::Board { ranks, .. } => ranks.into(),
        Region::Unbounded => 0,
    }
}

/// Relative rank: a rank as that side counts it.
pub(super) const fn relative_rank(side: Side, rank: i32, last_rank: i32) -> i32 {
    match side {
        Side::White => rank,
        Side::Black => last_rank + 1 - rank,
    }
}

/// Colour of a square, as 0 or 1.
pub(super) const fn square_colour(square: Square) -> usize {
    (square.file + square.rank) as usize % 2
}

/// Distance in King moves (Chebyshev distance).
pub(super) fn king_distance(one: Square, other: Square) -> i32 {
    (one.file - other.file).abs().max((one.rank - other.rank).abs())
}

/// Number of squares of half a board.
pub fn half_squares(variant: Variant) -> usize {
    let Region::Board { files, ranks } = variant.region() else { return 0 };
    usize::from(files.div_ceil(2)) * usize::from(ranks)
}

/// Number of a square in the left half of the board, onto which the right half is mirrored; ranks
/// as White counts them.
pub fn half_square(variant: Variant, file: i32, rank: i32) -> usize {
    let Region::Board { files, .. } = variant.region() else { return 0 };
    let half = i32::from(files.div_ceil(2));
    ((rank - 1) * half + file.min(i32::from(files) - 1 - file)) as usize
}
