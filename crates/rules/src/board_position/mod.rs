//! Positions on a board, of chess, Chess960 and Grand Chess: always valid, whatever text or move they come from.
//!
//! A parsed text is an unchecked [`BoardSetup`] first; only validation makes a position of it. The
//! unbounded grid and its cards are in `schachen`. Callers see both kinds as [`Position`](crate::Position).

mod attack_map;
mod attackers_exact;
mod attackers_fast;
mod castling;
mod effects;
mod enemy_threats;
mod explanations;
mod foreign;
mod generate;
pub(crate) mod geometry;
mod king_safety;
mod legal;
mod make_unmake;
mod movement_walk;
mod setup;
mod side_to_move;
mod special_threats;
mod state;
mod tactical;
#[cfg(test)]
mod tests;
mod text_reader;
mod text_writer;

pub(crate) use castling::CastlingPath;
pub(crate) use effects::PaddedMove;
pub(crate) use make_unmake::UndoState;
pub(crate) use setup::BoardSetup;
pub(crate) use side_to_move::{NEIGHBOUR_OFFSETS, SideToMove};
pub use state::PromotionMode;
pub(crate) use state::{JokerMimicry, PositionState, PositionTerms};

use crate::movement::MovementTables;
use crate::padded_board::{PaddedBoard, PaddedSquare};
use crate::{Move, MoveEffects, Piece, PieceType, Region, Side, Square, TypeSet, Variant};

/// A valid position of a game on a board. Printing it gives its position text.
#[derive(Clone)]
pub(crate) struct BoardPosition {
    terms: PositionTerms,
    board: PaddedBoard,
    state: PositionState,
    /// Captured pieces that may come back, in table order; kept in promotion mode `captured` only.
    pools: [Vec<PieceType>; 2],
    tables: &'static MovementTables,
}

impl BoardPosition {
    /// The variant.
    pub(crate) fn variant(&self) -> Variant {
        self.terms.variant
    }

    /// The region of the board.
    pub(crate) fn region(&self) -> Region {
        self.terms.variant.region()
    }

    /// The side to move.
    pub(crate) fn side_to_move(&self) -> Side {
        self.state.side
    }

    /// The piece on a square; none on squares that are not on the board.
    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    pub(crate) const fn board(&self) -> &PaddedBoard {
        &self.board
    }

    pub(crate) const fn state(&self) -> &PositionState {
        &self.state
    }

    /// All pieces with their squares, from `a1` rank by rank.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.region().squares().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The square of a side's King.
    pub(crate) fn king(&self, side: Side) -> Option<Square> {
        let cell = self.board.king(side);
        (cell != PaddedSquare::NOWHERE).then(|| cell.square())
    }

    /// The number of the side's next move, as written in positions: 1 to 9999.
    pub(crate) fn move_number(&self) -> u16 {
        self.state.number
    }

    /// Half-moves since a pawn move or a capture: 0 to 9999.
    pub(crate) fn halfmove_clock(&self) -> u16 {
        self.state.clock
    }

    /// The square that a Pawn has just skipped by a double step.
    pub(crate) fn en_passant(&self) -> Option<Square> {
        (self.state.en_passant != PaddedSquare::NOWHERE).then(|| self.state.en_passant.square())
    }

    /// Captured pieces of a side that may come back by promotion, in table order; empty unless the promotion mode is
    /// `captured`.
    pub(crate) fn pool(&self, side: Side) -> &[PieceType] {
        &self.pools[side.index()]
    }

    /// What Pawns may become.
    pub(crate) fn promotion_mode(&self) -> PromotionMode {
        self.terms.promotion
    }

    /// The types promotion mode `initial` allows.
    pub(crate) fn initial_types(&self) -> TypeSet {
        self.terms.initial
    }

    /// The number of moves during which locked types may not move.
    pub(crate) fn lock_moves(&self) -> u16 {
        self.terms.lock
    }

    /// The type a side moved last, as a Joker copies it: for a Joker the type it copied, none for a
    /// Chameleon.
    pub(crate) fn last_moved(&self, side: Side) -> Option<PieceType> {
        self.state.last[side.index()]
    }

    /// Whether a Pawn of `side` that ends its move on the square may be promoted.
    pub(crate) fn in_promotion_zone(&self, side: Side, square: Square) -> bool {
        self.terms.variant.in_promotion_zone(side, square.rank)
    }

    /// Whether the side to move is in check: the opponent could capture its King after a null move.
    pub(crate) fn in_check(&self) -> bool {
        SideToMove::new(&self.board, &self.state.passed(), &self.terms, self.tables).hits_king()
    }

    /// The legal moves, sorted by start, target and choice.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.clone().generate_legal(&mut moves);
        sorted(moves)
    }

    /// The effects of a legal move. A move that no piece of the side to move could make has none.
    pub(crate) fn effects(&self, of: &Move) -> MoveEffects {
        self.intent(of).map(|intent| self.turn().padded_effects(intent).to_effects()).unwrap_or_default()
    }

    /// The position after a legal move. A move that no piece of the side to move could make changes
    /// nothing.
    #[must_use]
    pub(crate) fn apply(&self, made: &Move) -> Self {
        let mut next = self.clone();
        if let Some(intent) = self.intent(made) {
            next.make_move(intent);
        }
        next
    }

    /// The position from the view of the side to move.
    pub(crate) fn turn(&self) -> SideToMove<'_> {
        SideToMove::new(&self.board, &self.state, &self.terms, self.tables)
    }

    /// A move in cells, if its squares are on the board and an own piece stands on the first.
    fn intent(&self, of: &Move) -> Option<PaddedMove> {
        let on_board =
            |square| Some(square).filter(|square| self.region().contains(*square)).map(PaddedSquare::at);
        let intent = PaddedMove { from: on_board(of.from)?, to: on_board(of.to)?, choice: of.choice };
        let mover = self.board.at(intent.from).piece().filter(|piece| piece.side == self.state.side);
        mover.map(|_| intent)
    }

    /// The number of pieces of that type a side has.
    pub(crate) fn count(&self, side: Side, kind: PieceType) -> usize {
        self.board.count(side, kind).into()
    }

    /// Whether a Joker is on the board, so that the type moved last matters.
    pub(crate) fn has_joker(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.count(side, PieceType::JOKER) > 0)
    }

    /// Whether some legal move is an en passant capture.
    pub(crate) fn has_usable_en_passant(&self) -> bool {
        let passing = self.en_passant().is_some();
        passing && self.legal_moves().iter().any(|legal| self.is_en_passant_capture(legal))
    }

    /// Whether a legal move captures en passant: by a Pawn, or by a Chameleon or Joker that moves
    /// like one.
    fn is_en_passant_capture(&self, legal: &Move) -> bool {
        let takers = [PieceType::PAWN, PieceType::CHAMELEON];
        self.moves_as(legal.from).is_some_and(|kind| takers.contains(&kind))
            && self
                .intent(legal)
                .is_some_and(|PaddedMove { from, to, .. }| self.turn().passed_pawn(from, to).is_some())
    }
}

/// Moves in squares, sorted.
fn sorted(moves: Vec<PaddedMove>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().map(Move::from).collect();
    moves.sort_unstable();
    moves
}

impl From<PaddedMove> for Move {
    fn from(intent: PaddedMove) -> Self {
        Self { from: intent.from.square(), to: intent.to.square(), choice: intent.choice, drop: None }
    }
}

impl PartialEq for BoardPosition {
    /// Positions with equal texts are equal.
    fn eq(&self, other: &Self) -> bool {
        self.terms == other.terms
            && self.board == other.board
            && self.state == other.state
            && self.pools == other.pools
    }
}

impl Eq for BoardPosition {}

impl std::fmt::Debug for BoardPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {self}", self.variant().key())
    }
}
