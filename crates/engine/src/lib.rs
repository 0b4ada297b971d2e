//! Looks for good moves in games on a board, and in Schachen from what one side may know (`schachen`). It knows no clock, no
//! chat and no language, and starts no threads: whoever asks says how many positions it may look at, and is asked now and
//! then whether it is to go on.
//!
//! `evaluation` judges a position as it stands by what pieces are worth (`values`) and by weights found from games (`tuning`), or
//! by a `network` where there are only pieces that everybody knows; `search` looks ahead, `table` keeps what was found out,
//! `level` says how strong it is. What pieces do, which moves are legal and how a game ends are the rules'
//! (`adoube-rules`).

mod evaluation;
mod game_line;
mod nnue;
pub mod piece_values;
pub mod schachen;
mod search;
mod self_play;
mod strength_level;
mod transposition_table;
pub mod weights;
mod win_probability;

pub use self::game_line::GameLine;
pub use self::search::{Engine, RootOptions, SearchLimits, SearchReport, SearchScore, TableGauge};
pub use self::strength_level::{BlunderFilter, StrengthLevel};
