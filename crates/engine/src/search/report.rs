//! Struct that reports the result of a search: principal variation, score, depth and node count.

use adoube_rules::Move;

use super::score::SearchScore;

/// What a search has found.
#[derive(Clone, Debug)]
pub struct SearchReport {
    /// Principal variation: the best moves of both sides as far as known, the one to play first.
    pub pv: Vec<Move>,
    /// Score for the side to move.
    pub score: SearchScore,
    /// Search depth in plies that is complete.
    pub depth: u32,
    /// Selective depth: greatest distance from the root that was searched, in plies.
    pub selective_depth: u32,
    /// Nodes searched so far.
    pub nodes: u64,
}
