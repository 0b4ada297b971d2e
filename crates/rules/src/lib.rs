//! The rules of chess, Chess960 and Grand Chess: positions, moves, games and their notation.
//!
//! No input or output, no clock, no chat, no languages: those are the callers'.
//!
//! How a piece moves is a line of the catalogue (`assets/pieces/catalogue.txt`) or a file among the powers; what sets
//! the games apart is in [`Variant`].

mod catalogue;
mod movement;
mod moves;
mod piece;
mod powers;
mod region;
mod side;
mod square;
mod variant;

pub use moves::{Effects, Move};
pub use piece::{Piece, PieceType, TypeSet};
pub use region::Region;
pub use side::Side;
pub use square::{NotASquare, Square};
pub use variant::Variant;
