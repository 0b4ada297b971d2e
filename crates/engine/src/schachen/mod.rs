//! Looks for turns in Schachen, where cards are hidden: from what the side to move knows (`adoube_rules::Seen`) alone. The
//! cards it does not know are dealt by chance, again for each turn: once at weaker levels, several times at the best, where
//! mates must be certain (`mates`) and turns are compared in every such world (`world`) before the better ones are looked at
//! farther (`turns`). `worth` judges a position as it stands. Which turns there are is the rules'.

mod determinization;
mod evaluation;
pub(crate) mod limits;
mod mate_search;
mod root_search;
mod table;

use adoube_rules::{Move, Seen};

pub use self::limits::GridSearchLimits;
use self::root_search::RootSearch;
use crate::search::report::SearchReport;

/// Looks for the best turn of the side to move. `go_on` is asked every 64 positions. The report holds the whole turn, with
/// its drop; what the opponent would answer depends on cards nobody has seen, so the line ends there. None if there is no
/// legal move.
///
/// The same view and limits give the same report, whatever is hidden.
pub fn search(
    seen: &Seen,
    limits: GridSearchLimits,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<SearchReport> {
    RootSearch::new(seen, None, limits, go_on)?.run()
}

/// The same among these turns alone; one that drops nothing stands for all that begin with it. None if none of them is legal.
pub fn search_among(
    seen: &Seen,
    among: &[Move],
    limits: GridSearchLimits,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<SearchReport> {
    RootSearch::new(seen, Some(among), limits, go_on)?.run()
}
