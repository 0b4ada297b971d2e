//! Struct of the limits of a search in Schachen: depth, nodes, determinizations, drops and the
//! blunder filter.

use crate::blunder_filter::BlunderFilter;

/// Limits of a search in Schachen.
#[derive(Clone, Copy, Debug)]
pub struct GridSearchLimits {
    /// Search depth in plies.
    pub depth: u32,
    /// Nodes that may be searched; somewhat more where that is too few to look at every move.
    pub nodes: u64,
    /// Number of determinizations of the hidden cards.
    pub determinizations: u32,
    /// Drops after each move that are searched at the root.
    pub drops: usize,
    /// Moves that a weaker level does not see.
    pub blunder_filter: BlunderFilter,
    /// Seed of the determinizations; the same seed deals the same cards.
    pub seed: u64,
}
