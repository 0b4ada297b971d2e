//! Engine: searches for the best move on a board, and in Schachen from one side's information set. It has no clock, no threads,
//! no I/O and no language: the caller limits the nodes and is asked now and then whether the search is to continue.
//!
//! - `search`: iterative deepening with principal variation search, move ordering, pruning and quiescence search.
//! - `transposition_table`: results of positions by hash key, shared by the threads of a search.
//! - [`evaluation`]: static evaluation by features, piece-square tables and their weights; [`nnue`] the network beside it.
//! - [`piece_values`]: what types of pieces are worth.
//! - [`schachen`]: search over determinizations of hidden cards.
//! - `strength_level`: ten levels, the weaker ones with a blunder filter.
//!
//! Not here: what pieces do, which moves are legal and how a game ends (`adoube-rules`), and how weights, values and networks
//! are found (`adoube-engine-lab`).

mod blunder_filter;
pub mod evaluation;
mod game_line;
pub mod nnue;
pub mod piece_values;
pub mod schachen;
mod search;
mod strength_level;
mod transposition_table;
pub mod win_probability;

pub use self::blunder_filter::BlunderFilter;
pub use self::game_line::GameLine;
pub use self::search::limits::SearchLimits;
pub use self::search::report::SearchReport;
pub use self::search::root::RootOptions;
pub use self::search::score::SearchScore;
pub use self::search::{Engine, TableGauge};
pub use self::strength_level::StrengthLevel;
