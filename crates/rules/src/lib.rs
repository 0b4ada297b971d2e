//! The rules of chess, Chess960 and Grand Chess: positions, moves, games and their notation.
//!
//! No input or output, no clock, no chat, no languages: those are the callers'.
//!
//! How a piece moves is a line of the catalogue (`assets/pieces/catalogue.txt`) or a file among the powers; what sets
//! the games apart is in [`Variant`].

mod arrays;
mod board;
mod catalogue;
mod game;
mod movement;
mod moves;
pub mod notation;
mod perft;
mod piece;
mod position;
mod powers;
mod region;
mod side;
#[cfg(test)]
mod simulation;
mod square;
mod touch;
mod variant;

pub use arrays::{Array, Duplicates, Extra, GrandSetup, SetupError, Symmetry};
pub use game::{Claim, Game, GameResult, GameSnapshot, IllegalMove, Outcome, Played, Reason, RestoreError};
pub use moves::{Effects, Move};
pub use perft::perft;
pub use piece::{Piece, PieceType, TypeSet};
pub use position::{Position, PositionError, PositionFault, PromotionMode, View, Viewer};
pub use region::Region;
pub use side::Side;
pub use square::{NotASquare, Square};
pub use touch::{TouchDemand, TouchRuling, touch_move};
pub use variant::Variant;
