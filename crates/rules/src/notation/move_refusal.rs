//! Enum of the reasons why a typed move cannot be made, as data with squares and pieces. Callers
//! put them into sentences.

use serde::{Deserialize, Serialize};

use crate::{CastlingSide, Piece, PieceType, Square};

/// A piece with its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedPiece {
    /// The piece.
    pub piece: Piece,
    /// The square.
    pub square: Square,
}

/// Why the nearest reading of a text is no legal move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "reason", deny_unknown_fields)]
pub enum MoveRefusal {
    /// The side to move has no legal moves at all: the game is over.
    GameOver,
    /// The board has no such square.
    NoSuchSquare {
        /// The square.
        square: Square,
    },
    /// The variant does not have the type.
    NoSuchPiece {
        /// The type.
        kind: PieceType,
    },
    /// The side to move has no such piece, or none on the file or rank that was named.
    NoPiece {
        /// The piece.
        piece: Piece,
        /// The file that was named; `a` is 0.
        file: Option<i32>,
        /// The rank that was named.
        rank: Option<i32>,
    },
    /// The start square is empty.
    EmptySquare {
        /// The square.
        square: Square,
    },
    /// The piece on the start square belongs to the opponent.
    OpponentsPiece {
        /// The piece.
        piece: PlacedPiece,
    },
    /// The own piece on the start square is not the one that was named.
    OtherPiece {
        /// The piece on the square.
        piece: PlacedPiece,
        /// The type that was named.
        named: PieceType,
    },
    /// Start and target are the same square.
    SameSquare {
        /// The piece.
        mover: PlacedPiece,
    },
    /// The piece does not move that way.
    CannotReach {
        /// The piece.
        mover: PlacedPiece,
        /// The target.
        to: Square,
        /// The type it moves as, if it is a Joker.
        #[serde(default)]
        copied: Option<PieceType>,
    },
    /// The side to move has several such pieces and none of them moves that way.
    NoneReaches {
        /// The pieces.
        piece: Piece,
        /// The target.
        to: Square,
        /// The type they move as, if they are Jokers.
        #[serde(default)]
        copied: Option<PieceType>,
    },
    /// A piece is in the way.
    Blocked {
        /// The piece.
        mover: PlacedPiece,
        /// The target.
        to: Square,
        /// The nearest obstacle. It may stand on the target, where the piece cannot capture it.
        by: PlacedPiece,
    },
    /// An own piece stands on the target.
    OwnPiece {
        /// The piece.
        mover: PlacedPiece,
        /// The own piece.
        target: PlacedPiece,
    },
    /// The piece on the target cannot be captured or converted: a Block, or a Joker that copied
    /// one.
    CannotBeTaken {
        /// The piece.
        mover: PlacedPiece,
        /// The piece on the target.
        target: PlacedPiece,
    },
    /// The piece can capture the one on the target, but not by going there.
    CapturesByGoing {
        /// The piece.
        mover: PlacedPiece,
        /// The piece on the target.
        target: PlacedPiece,
        /// The targets of moves that capture it, at least one.
        to: Vec<Square>,
    },
    /// The piece could go to the target if it were empty, but does not capture that way.
    CapturesOtherwise {
        /// The piece.
        mover: PlacedPiece,
        /// The piece on the target.
        target: PlacedPiece,
        /// The type it moves as, if it is a Joker.
        #[serde(default)]
        copied: Option<PieceType>,
    },
    /// The piece goes that way only to capture, and there is nothing to capture. Mostly a Pawn.
    OnlyCaptures {
        /// The piece.
        mover: PlacedPiece,
        /// The empty square.
        to: Square,
    },
    /// The square touches no other piece of the unbounded grid, so the piece could go there only to
    /// capture.
    TouchesNothing {
        /// The piece.
        mover: PlacedPiece,
        /// The square.
        to: Square,
    },
    /// The text has a capture sign, but the move captures nothing.
    NothingToCapture {
        /// The piece.
        mover: PlacedPiece,
        /// The target.
        to: Square,
    },
    /// The text has a conversion sign, but the move converts nothing.
    NothingToConvert {
        /// The piece.
        mover: PlacedPiece,
        /// The square.
        to: Square,
    },
    /// En passant is possible only on the very next move after the double step.
    EnPassantTooLate {
        /// The Pawn that would capture.
        mover: PlacedPiece,
        /// The target.
        to: Square,
        /// The Pawn it would capture.
        passed: PlacedPiece,
    },
    /// The text says "en passant", but the move is no en passant capture.
    NotEnPassant {
        /// The piece.
        mover: PlacedPiece,
        /// The target.
        to: Square,
    },
    /// The move leaves the own King attacked.
    LeavesInCheck {
        /// The piece.
        mover: PlacedPiece,
        /// The target.
        to: Square,
        /// The attackers of the King.
        attackers: Vec<PlacedPiece>,
    },
    /// The side to move is in check, and the move does not parry it.
    StillInCheck {
        /// The piece.
        mover: PlacedPiece,
        /// The target.
        to: Square,
        /// The attackers of the King.
        attackers: Vec<PlacedPiece>,
    },
    /// The King would move into check.
    KingAttacked {
        /// The King.
        king: PlacedPiece,
        /// The target.
        to: Square,
        /// The attackers of the target.
        attackers: Vec<PlacedPiece>,
    },
    /// The King cannot castle.
    Castling {
        /// The side.
        side: CastlingSide,
        /// The reason.
        because: CastlingFault,
    },
    /// The piece is locked in the first moves of its owner.
    Locked {
        /// The piece.
        mover: PlacedPiece,
        /// The number of the first move it may make.
        first_move: u16,
    },
    /// An Immobilizer, or a piece that acts as one, freezes the piece.
    Frozen {
        /// The piece.
        mover: PlacedPiece,
        /// The piece that freezes it.
        by: PlacedPiece,
    },
    /// The Joker has nothing to copy: the opponent has not moved yet, or has moved a Chameleon.
    NothingToCopy {
        /// The Joker.
        joker: PlacedPiece,
        /// The reason.
        #[serde(default)]
        because: JokerRefusal,
    },
    /// The Pawn must be promoted there and cannot stay a Pawn.
    PromotionRequired {
        /// The Pawn.
        mover: PlacedPiece,
        /// The square.
        to: Square,
        /// The types it can become.
        choices: Vec<PieceType>,
    },
    /// The Pawn cannot become this.
    PromotionUnavailable {
        /// The Pawn.
        mover: PlacedPiece,
        /// The square.
        to: Square,
        /// The type it cannot become.
        wanted: PieceType,
        /// The types it can become.
        choices: Vec<PieceType>,
    },
    /// The Pawn must be promoted there, but there is no type it could become.
    NothingToBecome {
        /// The Pawn.
        mover: PlacedPiece,
        /// The square.
        to: Square,
    },
    /// The Pawn is not promoted on that rank.
    NoPromotionThere {
        /// The Pawn.
        mover: PlacedPiece,
        /// The square.
        to: Square,
        /// The first rank of the promotion zone, as shown.
        first_rank: i32,
    },
    /// The Pawn is promoted only where the enemy King stands on the same rank.
    PromotesBesideKing {
        /// The Pawn.
        mover: PlacedPiece,
        /// The square.
        to: Square,
        /// The rank of the enemy King.
        rank: i32,
    },
    /// The side to move has no cards in hand.
    NoCards,
    /// The side to move does not have the card in hand.
    NotInHand {
        /// The card.
        card: PieceType,
    },
    /// Cards are dropped beside or behind an own Pawn, and there is none.
    NoPawnToDropBy,
    /// The square of the drop is occupied.
    DropOccupied {
        /// The piece on it.
        by: PlacedPiece,
    },
    /// All squares for the card are occupied.
    NoPlaceForCard {
        /// The card.
        card: PieceType,
    },
    /// The card cannot be dropped there: a Pawn goes beside an own Pawn, any other card behind one.
    CannotDrop {
        /// The card; none if none was named and no card can be dropped there.
        card: Option<PieceType>,
        /// The square.
        square: Square,
    },
    /// The piece is never promoted.
    NeverPromotes {
        /// The piece.
        mover: PlacedPiece,
        /// The type it cannot become.
        wanted: PieceType,
    },
}

/// Why a Joker has nothing to copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JokerRefusal {
    /// The opponent has not moved yet.
    #[default]
    NoMove,
    /// The opponent has moved a Chameleon.
    Chameleon,
}

/// Why the King cannot castle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "fault", deny_unknown_fields)]
pub enum CastlingFault {
    /// The variant has no castling.
    NotInThisGame,
    /// No own Rook stands there to castle with.
    NoRook,
    /// The King or the Rook has moved before.
    RightLost,
    /// A piece stands in the way of King or Rook.
    Blocked {
        /// The piece.
        by: PlacedPiece,
    },
    /// The King is in check.
    InCheck {
        /// The checking pieces.
        attackers: Vec<PlacedPiece>,
    },
    /// The King would cross an attacked square.
    ThroughCheck {
        /// The square.
        square: Square,
        /// The attackers of the square.
        attackers: Vec<PlacedPiece>,
    },
    /// The King would end in check.
    IntoCheck {
        /// The square it would end on.
        square: Square,
        /// The attackers of the target.
        attackers: Vec<PlacedPiece>,
    },
}
