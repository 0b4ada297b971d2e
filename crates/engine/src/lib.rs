//! Looks for good moves in games on a board, and in Schachen from what one side may know (`schachen`). It knows no clock, no
//! chat and no language, and starts no threads: whoever asks says how many positions it may look at, and is asked now and
//! then whether it is to go on.
//!
//! `evaluation` judges a position as it stands by what pieces are worth (`values`) and by weights found from games (`tuning`), or
//! by a `network` where there are only pieces that everybody knows; `search` looks ahead, `table` keeps what was found out,
//! `level` says how strong it is. What pieces do, which moves are legal and how a game ends are the rules'
//! (`adoube-rules`).

mod chances;
mod course;
mod evaluation;
mod level;
mod network;
pub mod schachen;
mod search;
mod selfplay;
mod table;
pub mod tuning;
pub mod values;

pub use self::course::Course;
pub use self::level::{Level, Overlooked};
pub use self::search::{Engine, Limits, Report, Root, Score, TableGauge};
