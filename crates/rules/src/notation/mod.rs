//! Moves as text: the coordinate form, standard algebraic notation, and reading both.

mod lan;
mod move_refusal;
mod read;
mod san;
mod san_move;
mod score;
mod vocabulary;

pub(crate) use lan::find_lan;
pub use lan::{LanError, parse_lan};
pub use move_refusal::{CastlingFault, JokerRefusal, MoveRefusal, PlacedPiece};
pub use read::{
    DropReading, MAX_TEXT, MoveNumber, MoveReading, Remarks, TouchAttempt, attempt, castling_by_rook,
    letters_shown, plain, read, read_drop, read_promotion, reads_as_move, remarks, says_pass,
};
pub use san::{all_written, san, sans, written};
pub use san_move::{CheckSuffix, SanMove, SanMoveError};
pub use score::{SanError, parse_san};
pub use vocabulary::{MoveVocabulary, MoveWord, TypedLetters, Vocabulary};
