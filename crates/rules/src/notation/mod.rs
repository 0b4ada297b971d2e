//! Moves as text: the coordinate form, standard algebraic notation, and reading both.

mod lan;
mod read;
mod refusal;
mod san;
mod score;
mod words;
mod written;

pub(crate) use lan::find_lan;
pub use lan::{NoSuchMove, parse_lan};
pub use read::{
    Attempt, DropReading, MAX_TEXT, Reading, attempt, plain, read, read_drop, read_promotion, reads_as_move,
    says_pass,
};
pub use refusal::{CastlingFault, NothingCopied, Placed, Refusal};
pub use san::{all_written, san, sans, written};
pub use score::{SanError, parse_san};
pub use words::{Word, Words};
pub use written::{Check, NotWritten, Written};
