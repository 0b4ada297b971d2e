//! Type of the region of a variant, the set of squares a game is played on: a board or the
//! unbounded grid.

use crate::Square;

/// The set of squares a game is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// A rectangle whose lower left corner is `a1`.
    Board {
        /// Number of files, from `a`.
        files: u8,
        /// Number of ranks, from 1.
        ranks: u8,
    },
    /// Every square that has a name.
    Unbounded,
}

impl Region {
    /// Whether the square is part of it.
    pub fn contains(self, square: Square) -> bool {
        match self {
            Self::Board { files, ranks } => {
                (0..i32::from(files)).contains(&square.file) && (1..=i32::from(ranks)).contains(&square.rank)
            }
            Self::Unbounded => square.has_name(),
        }
    }

    /// All squares of a board, `a1` first, rank by rank; none of an unbounded grid.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let (files, ranks) = match self {
            Self::Board { files, ranks } => (i32::from(files), i32::from(ranks)),
            Self::Unbounded => (0, 0),
        };
        (1..=ranks).flat_map(move |rank| (0..files).map(move |file| Square::new(file, rank)))
    }
}
