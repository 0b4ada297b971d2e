//! Positions of every game, always valid, whatever text or move they come from.
//!
//! A position is one of two kinds: on a board (`board_position`), or on the unbounded grid with cards (`schachen`).
//! Callers need not know which; what a kind lacks (castling, hands) is empty for it. Repetition, outcomes and claims
//! belong to a [`Game`](crate::Game).
//!
//! # Hidden cards
//!
//! In Schachen hands are known to their owners alone and stacks to nobody. A whole [`Position`] knows all cards; it is
//! for the referee. Everything shown to people goes through one gate, [`Position::view`]: a [`PositionView`] holds a
//! position in which cards the viewer may not know are only counted. That is a position like any other (pieces, moves
//! without drops, check, text, pictures), so code that shows positions needs to know nothing of cards and cannot give
//! them away. `Display` and `Debug` print what spectators may know; [`Position::full_text`] is for records alone.

mod error;
mod obstacle;
pub(crate) mod text_fields;
mod view;
mod viewer;

use std::fmt;

pub use error::{PositionError, PositionFault};
pub(crate) use obstacle::Obstacle;
pub use view::PositionView;
pub use viewer::PositionViewer;

use crate::board_position::BoardPosition;
use crate::schachen::SchachenPosition;
use crate::{
    CardDrop, Move, MoveEffects, Piece, PieceDialect, PieceType, PromotionMode, Region, Side, Square,
    TypeSet, Variant,
};

/// A valid position of a game.
///
/// `Display` prints the position text that spectators may see: in Schachen, cards are counted only.
/// To show a position to people, use [`Position::view`].
#[derive(Clone, PartialEq, Eq)]
pub struct Position(PositionKind);

/// A position read from a FEN of another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignPosition {
    /// The position.
    pub position: Position,
    /// The piece letters of the FEN. The moves of the program use the same.
    pub letters: PieceDialect,
}

/// The two kinds of positions.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum PositionKind {
    Board(Box<BoardPosition>),
    Schachen(Box<SchachenPosition>),
}

impl Position {
    /// Reads a position text.
    ///
    /// # Errors
    /// All faults of the text, as far as they can be told apart.
    pub fn parse(variant: Variant, text: &str) -> Result<Self, PositionError> {
        match variant {
            Variant::Schachen => SchachenPosition::parse(text).map(Self::from),
            Variant::Chess | Variant::Chess960 | Variant::Grand => {
                BoardPosition::parse(variant, text).map(Self::from)
            }
        }
    }

    /// Reads a FEN of another program, in the given piece letters or in those it seems to be
    /// written in.
    ///
    /// Unlike [`Position::parse`] it accepts four fields, a move number 0 and `HAha` for `KQkq` in ordinary chess. In Grand
    /// Chess without the keys `promo` and `pool` the pieces missing from the classic array count as captured, as in
    /// Fairy-Stockfish. If neither A nor M stands on the board, a FEN without keys is taken for Fairy-Stockfish's.
    ///
    /// ```
    /// use adoube_rules::{PieceDialect, PieceType, Position, Side, Variant};
    /// let fen = "10/1k7P/10/10/10/10/10/10/10/KNNBBRRQA1 w - - 0 0";
    /// let found = Position::parse_foreign(Variant::Grand, fen, None)?;
    /// assert_eq!(found.letters, PieceDialect::FairyStockfish);
    /// assert_eq!(found.position.pool(Side::White), [PieceType::MARSHAL]);
    /// # Ok::<(), adoube_rules::PositionError>(())
    /// ```
    ///
    /// # Errors
    /// All faults of the text, as far as they can be told apart. Only this project writes Schachen.
    pub fn parse_foreign(
        variant: Variant,
        text: &str,
        letters: Option<PieceDialect>,
    ) -> Result<ForeignPosition, PositionError> {
        if variant == Variant::Schachen {
            let position = Self::parse(variant, text)?;
            return Ok(ForeignPosition { position, letters: PieceDialect::Own });
        }
        let (board, letters) = BoardPosition::parse_foreign(variant, text, letters)?;
        Ok(ForeignPosition { position: board.into(), letters })
    }

    /// The six fields of a FEN in the letters of a dialect, for other programs. In Grand Chess it
    /// lacks the keys, so it holds less than the position text. None in Schachen.
    pub fn fen(&self, letters: PieceDialect) -> Option<String> {
        self.as_board().map(|board| board.fen(letters))
    }

    /// The position text with hands and stacks, for records and the rules protocol, never for
    /// people. [`Position::parse`] reads it.
    pub fn full_text(&self) -> String {
        match &self.0 {
            PositionKind::Board(board) => board.to_string(),
            PositionKind::Schachen(schachen) => schachen.to_string(),
        }
    }

    pub(crate) const fn kind(&self) -> &PositionKind {
        &self.0
    }

    /// The position on a board, in variants that have one.
    pub(crate) fn as_board(&self) -> Option<&BoardPosition> {
        match &self.0 {
            PositionKind::Board(board) => Some(board),
            PositionKind::Schachen(_) => None,
        }
    }

    pub(crate) fn as_schachen(&self) -> Option<&SchachenPosition> {
        match &self.0 {
            PositionKind::Board(_) => None,
            PositionKind::Schachen(schachen) => Some(schachen),
        }
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.as_board().map_or(Variant::Schachen, BoardPosition::variant)
    }

    /// The region of the board.
    pub fn region(&self) -> Region {
        self.variant().region()
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        match &self.0 {
            PositionKind::Board(board) => board.side_to_move(),
            PositionKind::Schachen(schachen) => schachen.side_to_move(),
        }
    }

    /// The piece on a square; none on squares that are not on the board.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        match &self.0 {
            PositionKind::Board(board) => board.piece_at(square),
            PositionKind::Schachen(schachen) => schachen.grid().piece_at(square),
        }
    }

    /// All pieces with their squares: on a board from `a1` rank by rank, on the grid file by file.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let board = self.as_board().into_iter().flat_map(BoardPosition::pieces);
        let grid = self.as_schachen().into_iter().flat_map(|schachen| schachen.grid().pieces());
        board.chain(grid)
    }

    /// The square of a side's King.
    pub fn king(&self, side: Side) -> Option<Square> {
        match &self.0 {
            PositionKind::Board(board) => board.king(side),
            PositionKind::Schachen(schachen) => Some(schachen.grid().king(side)),
        }
    }

    /// The number of the side's next move, as written in positions: 1 to 9999.
    pub fn move_number(&self) -> u16 {
        match &self.0 {
            PositionKind::Board(board) => board.move_number(),
            PositionKind::Schachen(schachen) => schachen.move_number(),
        }
    }

    /// Half-moves since a pawn move, a capture or a drop: 0 to 9999.
    pub fn halfmove_clock(&self) -> u16 {
        match &self.0 {
            PositionKind::Board(board) => board.halfmove_clock(),
            PositionKind::Schachen(schachen) => schachen.halfmove_clock(),
        }
    }

    /// The square that a Pawn has just skipped by a double step.
    pub fn en_passant(&self) -> Option<Square> {
        self.as_board().and_then(BoardPosition::en_passant)
    }

    /// Captured pieces of a side that may come back by promotion, in table order; empty unless the promotion mode is
    /// `captured`.
    pub fn pool(&self, side: Side) -> &[PieceType] {
        match &self.0 {
            PositionKind::Board(board) => board.pool(side),
            PositionKind::Schachen(schachen) => schachen.pool(side),
        }
    }

    /// Captured pieces of a side that have not come back, in table order. Known in Schachen only.
    pub fn taken(&self, side: Side) -> &[PieceType] {
        self.as_schachen().map_or(&[], |schachen| schachen.taken(side))
    }

    /// What Pawns may become.
    pub fn promotion_mode(&self) -> PromotionMode {
        self.as_board().map_or(PromotionMode::Captured, BoardPosition::promotion_mode)
    }

    /// The types promotion mode `initial` allows.
    pub fn initial_types(&self) -> TypeSet {
        self.as_board().map_or(TypeSet::EMPTY, BoardPosition::initial_types)
    }

    /// The number of moves during which locked types may not move.
    pub fn lock_moves(&self) -> u16 {
        self.as_board().map_or(0, BoardPosition::lock_moves)
    }

    /// The type a side moved last, as a Joker copies it: for a Joker the type it copied, none for a
    /// Chameleon.
    pub fn last_moved(&self, side: Side) -> Option<PieceType> {
        self.as_board().and_then(|board| board.last_moved(side))
    }

    /// Whether a Pawn of `side` that ends its move on the square may be promoted.
    pub fn in_promotion_zone(&self, side: Side, square: Square) -> bool {
        match &self.0 {
            PositionKind::Board(board) => board.in_promotion_zone(side, square),
            PositionKind::Schachen(schachen) => schachen.in_promotion_zone(side, square),
        }
    }

    /// The types a Pawn of a side could become if it reached its promotion zone now, in table
    /// order.
    pub fn promotion_choices(&self, side: Side) -> Vec<PieceType> {
        match &self.0 {
            PositionKind::Board(board) => board.promotion_choices(side),
            PositionKind::Schachen(schachen) => schachen.promotion_choices(side),
        }
    }

    /// Whether the side to move is in check: the opponent could capture its King after a null move.
    pub fn in_check(&self) -> bool {
        match &self.0 {
            PositionKind::Board(board) => board.in_check(),
            PositionKind::Schachen(schachen) => schachen.in_check(),
        }
    }

    /// The legal moves, sorted by start, target, choice and drop. In Schachen they include moves
    /// with drops, so the list reveals the hand of the side to move.
    pub fn legal_moves(&self) -> Vec<Move> {
        match &self.0 {
            PositionKind::Board(board) => board.legal_moves(),
            PositionKind::Schachen(schachen) => schachen.legal_moves(),
        }
    }

    /// The legal moves without a drop, sorted: the first step of a turn. In variants without cards
    /// all legal moves.
    pub fn moves_without_drops(&self) -> Vec<Move> {
        match &self.0 {
            PositionKind::Board(board) => board.legal_moves(),
            PositionKind::Schachen(schachen) => schachen.moves_without_drops(),
        }
    }

    /// The legal drops after a legal move, sorted: the second step of a turn. The move's own drop
    /// makes no difference.
    pub fn drops_after(&self, made: &Move) -> Vec<CardDrop> {
        self.as_schachen().map(|schachen| schachen.drops_after(made)).unwrap_or_default()
    }

    /// The drops of a side's known cards if the pieces stayed where they are, sorted: a preview.
    pub fn drops_ahead(&self, side: Side) -> Vec<CardDrop> {
        self.as_schachen().map(|schachen| schachen.drops_ahead(side)).unwrap_or_default()
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        match &self.0 {
            PositionKind::Board(board) => board.has_legal_move(),
            PositionKind::Schachen(schachen) => schachen.has_legal_move(),
        }
    }

    /// The effects of a legal move. A move that no piece of the side to move could make has none.
    pub fn effects(&self, of: &Move) -> MoveEffects {
        match &self.0 {
            PositionKind::Board(board) => board.effects(of),
            PositionKind::Schachen(schachen) => schachen.effects(of),
        }
    }

    /// The position after a legal move. A move that no piece of the side to move could make changes
    /// nothing.
    #[must_use]
    pub fn apply(&self, made: &Move) -> Self {
        match &self.0 {
            PositionKind::Board(board) => board.apply(made).into(),
            PositionKind::Schachen(schachen) => schachen.apply(made).into(),
        }
    }

    /// The pseudo-legal moves, sorted: those that may leave the own King attacked. In Schachen
    /// without drops.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        match &self.0 {
            PositionKind::Board(board) => board.pseudo_legal_moves(),
            PositionKind::Schachen(schachen) => schachen.pseudo_legal_moves(),
        }
    }

    /// The squares of the pieces that give check to the side to move, sorted.
    pub fn checkers(&self) -> Vec<Square> {
        match &self.0 {
            PositionKind::Board(board) => board.checkers(),
            PositionKind::Schachen(schachen) => schachen.checkers(),
        }
    }

    /// The squares, after a pseudo-legal move, of the enemy pieces that could then capture the
    /// King. Castling out of or over an attacked square is illegal although there may be none.
    pub fn attackers_after(&self, made: &Move) -> Vec<Square> {
        match &self.0 {
            PositionKind::Board(board) => board.attackers_after(made),
            PositionKind::Schachen(schachen) => schachen.attackers_after(made),
        }
    }

    /// The number of the first move at which a locked piece may move. None if the piece on the
    /// square is not locked.
    pub fn locked_until(&self, square: Square) -> Option<u16> {
        self.as_board().and_then(|board| board.locked_until(square))
    }

    /// The piece that freezes the one on a square, so that it cannot make the next move of its
    /// owner.
    pub fn frozen_by(&self, square: Square) -> Option<Square> {
        self.as_board().and_then(|board| board.frozen_by(square))
    }

    /// Whether the enemy piece on a square cannot be captured: a Block, or a Joker that has just
    /// copied one.
    pub fn is_untouchable(&self, square: Square) -> bool {
        self.as_board().is_some_and(|board| board.is_untouchable(square))
    }

    /// The type that a Joker of a side copies at its next move; none if it has nothing to copy.
    pub fn joker_copies(&self, side: Side) -> Option<PieceType> {
        self.as_board().and_then(|board| board.joker_copies(side))
    }

    /// The type whose movement the piece on a square has: its own, or the one a Joker copies; none
    /// for a Joker with nothing to copy.
    pub fn moves_as(&self, square: Square) -> Option<PieceType> {
        match &self.0 {
            PositionKind::Board(board) => board.moves_as(square),
            PositionKind::Schachen(schachen) => schachen.grid().piece_at(square).map(|piece| piece.kind),
        }
    }

    /// `O-O` or `O-O-O` if the move is castling.
    pub fn castling_name(&self, made: &Move) -> Option<&'static str> {
        self.as_board().and_then(|board| board.castling_name(made))
    }

    /// The square of the Rook a move castles with, if it is castling.
    pub fn castling_rook(&self, made: &Move) -> Option<Square> {
        self.as_board().and_then(|board| board.castling_rook(made))
    }
}

impl From<BoardPosition> for Position {
    fn from(board: BoardPosition) -> Self {
        Self(PositionKind::Board(Box::new(board)))
    }
}

impl From<SchachenPosition> for Position {
    fn from(schachen: SchachenPosition) -> Self {
        Self(PositionKind::Schachen(Box::new(schachen)))
    }
}

/// The position text that spectators may see.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            PositionKind::Board(board) => board.fmt(f),
            PositionKind::Schachen(schachen) => schachen.seen_by(PositionViewer::Spectator).fmt(f),
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", self.variant().key())
    }
}
