//! The rules of chess, Chess960, Grand Chess and Schachen: positions, moves, games and their notation.
//!
//! No input or output, no clock, no chat, no languages: those are the callers'.
//!
//! How a piece moves is a line of the catalogue (`assets/pieces/catalogue.txt`) or a file among the powers; what sets
//! the games apart is in [`Variant`].

mod arrays;
mod board;
mod bounded;
mod castling_side;
mod catalogue;
mod dialect;
mod game;
mod mating;
mod movement;
mod moves;
pub mod notation;
mod perft;
mod piece;
mod position;
mod powers;
mod region;
mod schachen;
mod search;
mod side;
#[cfg(test)]
mod simulation;
mod square;
mod study;
mod touch;
mod variant;

pub use arrays::{Array, Duplicates, Extra, GrandSetup, SetupError, Symmetry};
pub use bounded::PromotionMode;
pub use castling_side::CastlingSide;
pub use dialect::PieceDialect;
pub use game::{Claim, Game, GameResult, GameSnapshot, IllegalMove, Outcome, Played, Reason, RestoreError};
pub use moves::{Drop, Effects, Move};
pub use perft::{perft, perft_while};
pub use piece::{Piece, PieceType, TypeSet};
pub use position::{ForeignPosition, Position, PositionError, PositionFault, View, Viewer};
pub use region::Region;
pub use schachen::{Cards, Deal, DealError, GridMove, GridSearch, Kings, Seen};
pub use search::{BoardSearch, MoveList, Place, Reach, Reached, SearchMove, Worth};
pub use side::Side;
pub use square::{NotASquare, Square};
pub use study::{Deed, Study};
pub use touch::{TouchDemand, TouchRuling, touch_move};
pub use variant::Variant;
