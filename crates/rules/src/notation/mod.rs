//! Moves as text: coordinate notation (LAN), standard algebraic notation (SAN), game scores, and a
//! lenient reader for typed moves with the reasons why one is refused.

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
    DropReading, MAX_TEXT, MoveNumber, MoveReading, Remarks, TouchAttempt, castling_by_rook, declines_drop,
    fold_text, looks_like_move, read, read_drop, read_promotion, remarks, shown_dialect, touch_attempt,
};
pub use san::{san, san_move, san_moves, sans};
pub use san_move::{CheckSuffix, SanMove, SanMoveError};
pub use score::{SanError, parse_san};
pub use vocabulary::{MoveVocabulary, MoveWord, TypedLetters, VocabularyWithLetters};
