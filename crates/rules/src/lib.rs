//! The rules of chess, Chess960, Grand Chess and Schachen: positions, legal moves, games and notation.
//!
//! The crate does no I/O, reads no clock and knows no chat and no language.
//!
//! How a piece moves is a line of the catalogue (`assets/pieces/catalogue.txt`) or a file in `powers`. What sets the
//! games apart is in [`Variant`].

mod arrays;
mod board_position;
mod castling_side;
mod catalogue;
mod dialect;
mod game;
mod mating_material;
mod movement;
mod moves;
pub mod notation;
mod padded_board;
mod perft;
mod piece;
mod piece_demo;
mod position;
mod powers;
mod region;
mod schachen;
mod search;
mod side;
mod square;
#[cfg(test)]
mod test_games;
mod touch_move;
mod variant;

pub use arrays::{ArrayError, ArrayKind, ArraySymmetry, DuplicateRule, ExtraPieces, GrandSetup};
pub use board_position::PromotionMode;
pub use castling_side::CastlingSide;
pub use dialect::PieceDialect;
pub use game::{
    DrawClaim, Game, GameOutcome, GameResult, GameSnapshot, IllegalMoveError, MoveResult, OutcomeReason,
    RestoreError,
};
pub use moves::{CardDrop, Move, MoveEffects};
pub use perft::{perft, perft_while};
pub use piece::{Piece, PieceType, TypeSet};
pub use piece_demo::{DemoMove, PieceDemo};
pub use position::{ForeignPosition, Position, PositionError, PositionFault, PositionView, PositionViewer};
pub use region::Region;
pub use schachen::{CardDeal, CardSet, DealError, GridMove, GridSearch, InformationSet, KingPlacement};
pub use search::{AttackMap, AttackTarget, BoardSearch, ExchangeValues, MoveList, SearchMove, SquareIndex};
pub use side::Side;
pub use square::{Square, SquareError};
pub use touch_move::{TouchDemand, TouchRuling, touch_move};
pub use variant::Variant;
