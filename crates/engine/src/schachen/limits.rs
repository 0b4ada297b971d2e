//! Limits of a search in Schachen: depth, nodes, determinizations, drops and the blunder filter.

use crate::blunder_filter::BlunderFilter;

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub struct GridSearchLimits {
    /// Half-moves looked ahead.
    pub depth: u32,
    /// Positions looked at; somewhat more if that is too few to look at every move at all.
    pub nodes: u64,
    /// Worlds with other hidden cards.
    pub determinizations: u32,
    /// Drops after each move that are looked at.
    pub drops: usize,
    /// Moves that are not seen.
    pub blunder_filter: BlunderFilter,
    /// Which worlds; the same number deals the same cards.
    pub seed: u64,
}
