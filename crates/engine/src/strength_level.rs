//! Strength levels 1 to 10: search limits of each, and the blunder filter of the weaker ones.
//!
//! A weaker level searches less and does not see some moves for a whole turn, as people do; it
//! never plays what it sees to be bad.

use std::fmt;

use crate::blunder_filter::BlunderFilter;
use crate::schachen::limits::GridSearchLimits;
use crate::search::limits::SearchLimits;

/// A strength level, 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StrengthLevel(u8);

/// Limits of each level on a board: depth in plies, nodes, and hidden moves in thousandths. Spaced
/// by matches (`benches/levels.rs`), so that each level is at least 100 Elo better than the one
/// before it.
const BOARD_LEVELS: [(u32, u64, u32); 10] = [
    (1, 100, 680),
    (1, 200, 505),
    (2, 400, 345),
    (2, 700, 250),
    (3, 1_000, 170),
    (4, 2_400, 70),
    (6, 5_000, 35),
    (100, 16_000, 5),
    (100, 70_000, 0),
    (100, 300_000, 0),
];
/// Limits of each level in Schachen: depth in plies, nodes, hidden moves in thousandths,
/// determinizations, and drops after each move. With few nodes one determinization is worth more
/// than several.
const GRID_LEVELS: [(u32, u64, u32, u32, usize); 10] = [
    (1, 100, 610, 1, 1),
    (1, 150, 500, 1, 1),
    (1, 250, 375, 1, 2),
    (2, 400, 280, 1, 2),
    (2, 480, 243, 1, 2),
    (3, 850, 130, 1, 3),
    (8, 1_600, 40, 1, 5),
    (12, 3_400, 8, 1, 6),
    (12, 10_000, 0, 1, 6),
    (12, 400_000, 0, 3, 6),
];
/// From this level on no own mate in one is hidden.
const OWN_MATE_LEVEL: u8 = 5;

impl StrengthLevel {
    /// The strongest level.
    pub const BEST: Self = Self(10);

    /// The level with that number, if there is one.
    pub const fn new(level: u8) -> Option<Self> {
        if level == 0 || level as usize > BOARD_LEVELS.len() { None } else { Some(Self(level)) }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::BEST.0).map(Self)
    }

    /// Number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Search limits on a board. The same seed, which stands for a turn of a game, hides the same
    /// moves.
    pub const fn board_limits(self, seed: u64) -> SearchLimits {
        let (depth, nodes, thousandths) = BOARD_LEVELS[self.0 as usize - 1];
        let overlooked =
            BlunderFilter { per_mille: thousandths, seed, hides_own_moves: self.0 < OWN_MATE_LEVEL };
        SearchLimits { depth, nodes, blunder_filter: overlooked }
    }

    /// Search limits in Schachen, where the seed deals the hidden cards as well.
    pub const fn grid_limits(self, seed: u64) -> GridSearchLimits {
        let (depth, nodes, thousandths, worlds, drops) = GRID_LEVELS[self.0 as usize - 1];
        let overlooked =
            BlunderFilter { per_mille: thousandths, seed, hides_own_moves: self.0 < OWN_MATE_LEVEL };
        GridSearchLimits { depth, nodes, determinizations: worlds, drops, blunder_filter: overlooked, seed }
    }
}

impl fmt::Display for StrengthLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
