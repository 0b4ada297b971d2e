//! How strong the engine plays, from whoever has just learnt the rules to its best. Weaker levels look ahead less and overlook
//! moves, as people do: what is overlooked is so for a whole turn. They never play what they see to be bad.

use std::fmt;

use crate::blunder_filter::BlunderFilter;
use crate::schachen::limits::GridSearchLimits;
use crate::search::limits::SearchLimits;

/// A level, 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StrengthLevel(u8);

/// Of each level: half-moves looked ahead, positions looked at, and of a thousand moves those that are overlooked. Spaced by
/// matches (`benches/levels.rs`), so that each level is at least a hundred Elo better than the one before it.
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
/// The same in Schachen, with worlds that are looked at, and drops after each move. The same positions in one world are worth
/// more than in several as long as there are few.
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
/// From this level on nothing of its own is overlooked that mates at once.
const OWN_MATE_LEVEL: u8 = 5;

impl StrengthLevel {
    /// The strongest.
    pub const BEST: Self = Self(10);

    /// That level, if there is one.
    pub const fn new(level: u8) -> Option<Self> {
        if level == 0 || level as usize > BOARD_LEVELS.len() { None } else { Some(Self(level)) }
    }

    /// All, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::BEST.0).map(Self)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How far it looks. The same seed, which should stand for a turn of a game, overlooks the same moves.
    pub const fn board_limits(self, seed: u64) -> SearchLimits {
        let (depth, nodes, thousandths) = BOARD_LEVELS[self.0 as usize - 1];
        let overlooked =
            BlunderFilter { per_mille: thousandths, seed, hides_own_moves: self.0 < OWN_MATE_LEVEL };
        SearchLimits { depth, nodes, blunder_filter: overlooked }
    }

    /// The same in Schachen, where the seed stands for the cards that are dealt as well.
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
