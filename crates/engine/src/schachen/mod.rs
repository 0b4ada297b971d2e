//! Search in Schachen, where cards are hidden: determinization of one side's information set
//! (perfect information Monte Carlo).
//!
//! `root_search` deals the unknown cards by a seed, compares the turns in every determinization and
//! searches the better ones deeper; `mate_search` proves mates in two in several determinizations,
//! `evaluation` evaluates a position. The hidden cards themselves never come here: all is computed
//! from [`InformationSet`]. Not here: which turns there are
//! (`adoube-rules`).

mod determinization;
mod evaluation;
pub(crate) mod limits;
mod mate_search;
mod root_search;
mod table;

use adoube_rules::{InformationSet, Move};

pub use self::limits::GridSearchLimits;
use self::root_search::RootSearch;
use crate::search::report::SearchReport;

/// Searches for the best turn of the side to move. `go_on` is called every 64 nodes. The report
/// holds the whole turn with its drop; the principal variation ends there, as the reply depends on
/// cards that are unknown. `None` without a legal move.
///
/// The same information set and limits give the same report, whatever is hidden.
pub fn search(
    information_set: &InformationSet,
    limits: GridSearchLimits,
    should_continue: &mut dyn FnMut() -> bool,
) -> Option<SearchReport> {
    RootSearch::new(information_set, None, limits, should_continue)?.run()
}

/// Searches these turns alone; a turn without drop stands for all that begin with it. `None` if
/// none of them is legal.
pub fn search_among(
    information_set: &InformationSet,
    root_moves: &[Move],
    limits: GridSearchLimits,
    should_continue: &mut dyn FnMut() -> bool,
) -> Option<SearchReport> {
    RootSearch::new(information_set, Some(root_moves), limits, should_continue)?.run()
}
