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
    Attempt, DropReading, MAX_TEXT, MoveNumber, Reading, Remarks, attempt, castling_by_rook, letters_shown,
    plain, read, read_drop, read_promotion, reads_as_move, remarks, says_pass,
};
pub use refusal::{CastlingFault, NothingCopied, Placed, Refusal};
pub use san::{all_written, san, sans, written};
pub use score::{SanError, parse_san};
pub use words::{TypedLetters, Vocabulary, Word, Words};
pub use written::{Check, NotWritten, Written};
