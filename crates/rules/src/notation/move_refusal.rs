//! Why a move that was typed cannot be made: reasons with squares and pieces, for others to put into sentences.

use serde::{Deserialize, Serialize};

use crate::{CastlingSide, Piece, PieceType, Square};

/// A piece and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedPiece {
    /// The piece.
    pub piece: Piece,
    /// Its square.
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
    /// The game is played without this type.
    NoSuchPiece {
        /// The type.
        kind: PieceType,
    },
    /// The mover has no such piece on the board, or none on the file or rank that was named.
    NoPiece {
        /// The piece.
        piece: Piece,
        /// The file that was named, `a` is 0.
        file: Option<i32>,
        /// The rank that was named.
        rank: Option<i32>,
    },
    /// Nothing stands on the start square.
    EmptySquare {
        /// The square.
        square: Square,
    },
    /// The piece on the start square is the opponent's.
    OpponentsPiece {
        /// The piece.
        piece: PlacedPiece,
    },
    /// Another piece of the mover's stands on the start square than the one that was named.
    OtherPiece {
        /// The piece that stands there.
        piece: PlacedPiece,
        /// The type that was named.
        named: PieceType,
    },
    /// The move would leave the piece where it is.
    SameSquare {
        /// The piece.
        mover: PlacedPiece,
    },
    /// The piece does not move that way.
    CannotReach {
        /// The piece.
        mover: PlacedPiece,
        /// Where it cannot go.
        to: Square,
        /// The type it moves as, if it is a Joker.
        #[serde(default)]
        copied: Option<PieceType>,
    },
    /// The mover has several such pieces and none of them moves that way.
    NoneReaches {
        /// What they are.
        piece: Piece,
        /// Where they cannot go.
        to: Square,
        /// The type they move as, if they are Jokers.
        #[serde(default)]
        copied: Option<PieceType>,
    },
    /// Something is in the way.
    Blocked {
        /// The piece.
        mover: PlacedPiece,
        /// Where it cannot go.
        to: Square,
        /// The nearest obstacle; it may stand on the target, where the piece cannot capture it.
        by: PlacedPiece,
    },
    /// A piece of the mover's own stands on the target.
    OwnPiece {
        /// The piece.
        mover: PlacedPiece,
        /// The own piece.
        target: PlacedPiece,
    },
    /// The piece on the target cannot be captured or converted by anything: a Block, or a Joker in its guise.
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
        /// Where it goes to capture it, at least one square.
        to: Vec<Square>,
    },
    /// The piece would get to the target if it were empty, but does not capture the piece there that way.
    CapturesOtherwise {
        /// The piece.
        mover: PlacedPiece,
        /// The piece on the target.
        target: PlacedPiece,
        /// The type it moves as, if it is a Joker.
        #[serde(default)]
        copied: Option<PieceType>,
    },
    /// The piece goes that way only to capture, and there is nothing to capture. For most players: a Pawn.
    OnlyCaptures {
        /// The piece.
        mover: PlacedPiece,
        /// The empty square.
        to: Square,
    },
    /// The square touches no other piece of the unbounded grid, so that the piece goes there only to capture.
    TouchesNothing {
        /// The piece.
        mover: PlacedPiece,
        /// The square.
        to: Square,
    },
    /// The text says that the move captures, but it captures nothing.
    NothingToCapture {
        /// The piece.
        mover: PlacedPiece,
        /// Where it can go.
        to: Square,
    },
    /// The text says that the move converts, but it converts nothing.
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
        /// Where it would go.
        to: Square,
        /// The Pawn it would capture.
        passed: PlacedPiece,
    },
    /// The text says "en passant", but the move captures none of the Pawns that have just stepped twice.
    NotEnPassant {
        /// The piece.
        mover: PlacedPiece,
        /// Where it can go.
        to: Square,
    },
    /// The move leaves the own King attacked.
    LeavesInCheck {
        /// The piece.
        mover: PlacedPiece,
        /// Where it would go.
        to: Square,
        /// What would attack the King.
        attackers: Vec<PlacedPiece>,
    },
    /// The mover is in check, and the move does not end it.
    StillInCheck {
        /// The piece.
        mover: PlacedPiece,
        /// Where it would go.
        to: Square,
        /// What would attack the King still.
        attackers: Vec<PlacedPiece>,
    },
    /// The King would go where it is attacked.
    KingAttacked {
        /// The King.
        king: PlacedPiece,
        /// Where it would go.
        to: Square,
        /// What would attack it there.
        attackers: Vec<PlacedPiece>,
    },
    /// The King cannot castle.
    Castling {
        /// To which side.
        side: CastlingSide,
        /// Why not.
        because: CastlingFault,
    },
    /// The piece may not move in its owner's first moves.
    Locked {
        /// The piece.
        mover: PlacedPiece,
        /// The number of the first move it may make.
        first_move: u16,
    },
    /// An Immobilizer, or what acts as one, holds the piece.
    Frozen {
        /// The piece.
        mover: PlacedPiece,
        /// What holds it.
        by: PlacedPiece,
    },
    /// The Joker has no move to copy: the opponent has not moved yet, or has moved a Chameleon.
    NothingToCopy {
        /// The Joker.
        joker: PlacedPiece,
        /// Why not.
        #[serde(default)]
        because: JokerRefusal,
    },
    /// The Pawn must be promoted there and cannot stay a Pawn.
    PromotionRequired {
        /// The Pawn.
        mover: PlacedPiece,
        /// The square.
        to: Square,
        /// What it can become.
        choices: Vec<PieceType>,
    },
    /// The Pawn cannot become this.
    PromotionUnavailable {
        /// The Pawn.
        mover: PlacedPiece,
        /// The square.
        to: Square,
        /// What it cannot become.
        wanted: PieceType,
        /// What it can.
        choices: Vec<PieceType>,
    },
    /// The Pawn must be promoted there, but there is nothing it could become.
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
    /// The mover has no cards in hand.
    NoCards,
    /// The mover has no such card in hand.
    NotInHand {
        /// The card.
        card: PieceType,
    },
    /// Cards go beside or behind an own Pawn, and the mover has none.
    NoPawnToDropBy,
    /// Something stands where the card would go.
    DropOccupied {
        /// What.
        by: PlacedPiece,
    },
    /// All squares where the card could go are taken.
    NoPlaceForCard {
        /// The card.
        card: PieceType,
    },
    /// The card does not go there: a Pawn goes beside an own Pawn, any other card behind one.
    CannotDrop {
        /// The card; none if none was named and no card goes there.
        card: Option<PieceType>,
        /// The square.
        square: Square,
    },
    /// The piece is not one that can be promoted.
    NeverPromotes {
        /// The piece.
        mover: PlacedPiece,
        /// What it cannot become.
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

/// What keeps the King from castling.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "fault", deny_unknown_fields)]
pub enum CastlingFault {
    /// The game has no castling.
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
        /// What gives it.
        attackers: Vec<PlacedPiece>,
    },
    /// The King would cross an attacked square.
    ThroughCheck {
        /// The square.
        square: Square,
        /// What attacks it.
        attackers: Vec<PlacedPiece>,
    },
    /// The King would end in check.
    IntoCheck {
        /// The square it would end on.
        square: Square,
        /// What would attack it there.
        attackers: Vec<PlacedPiece>,
    },
}
