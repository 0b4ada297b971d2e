//! Struct of the limits of a search on a board (depth, nodes, blunder filter), and constants of how
//! deep the program can search at all.

use crate::blunder_filter::BlunderFilter;

/// Greatest search depth in plies.
pub(super) const MAX_DEPTH: usize = 100;
/// Greatest distance from the root in plies, with the quiescence search.
pub(super) const MAX_PLY: usize = MAX_DEPTH + 60;

/// Limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits {
    /// Search depth in plies.
    pub depth: u32,
    /// Nodes that may be searched.
    pub nodes: u64,
    /// Moves that a weaker level does not see.
    pub blunder_filter: BlunderFilter,
}

impl Default for SearchLimits {
    /// No limit but the program's own depth: the caller ends the search.
    fn default() -> Self {
        Self { depth: MAX_DEPTH as u32, nodes: u64::MAX, blunder_filter: BlunderFilter::NONE }
    }
}
