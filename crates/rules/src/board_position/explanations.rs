//! Answers questions about a position for refusals, notation and pictures: pseudo-legal moves, what
//! gives check, which pieces cannot move, castling and promotion of a move, what a Joker copies.
//!
//! No rule is decided here: the functions ask the move generator and the effects again and keep the details.
//! `notation::read` composes the reason of a refusal.

use super::{BoardPosition, SideToMove, sorted};
use crate::padded_board::PaddedSquare;
use crate::{Move, PieceType, Side, Square};

impl BoardPosition {
    /// The pseudo-legal moves, sorted: those that may leave the own King attacked.
    pub(crate) fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.turn().push_moves(self.promotion_types(self.state.side), &mut moves);
        sorted(moves)
    }

    /// The squares of the pieces that give check to the side to move, sorted.
    pub(crate) fn checkers(&self) -> Vec<Square> {
        let passed = self.state.passed();
        squares(&SideToMove::new(&self.board, &passed, &self.terms, self.tables).attackers_of_king())
    }

    /// The squares, after a pseudo-legal move, of the enemy pieces that could then capture the
    /// King. Castling out of or over an attacked square is illegal although there may be none.
    pub(crate) fn attackers_after(&self, made: &Move) -> Vec<Square> {
        squares(&self.apply(made).turn().attackers_of_king())
    }

    /// The number of the first move at which a locked piece may move. None if the piece on the
    /// square is not locked.
    pub(crate) fn locked_until(&self, square: Square) -> Option<u16> {
        let piece = self.piece_at(square)?;
        let number =
            if piece.side == self.state.side { self.state.number } else { self.state.passed().number };
        (piece.kind.is_lockable() && number <= self.terms.lock).then_some(self.terms.lock + 1)
    }

    /// The piece that freezes the one on a square, so that it cannot make the next move of its
    /// owner.
    pub(crate) fn frozen_by(&self, square: Square) -> Option<Square> {
        let piece = self.piece_at(square)?;
        let state = if piece.side == self.state.side { self.state } else { self.state.passed() };
        let turn = SideToMove::new(&self.board, &state, &self.terms, self.tables);
        let cell = PaddedSquare::at(square);
        turn.frozen_by(cell, self.board.at(cell)).map(PaddedSquare::square)
    }

    /// Whether the enemy piece on a square cannot be captured: a Block, or a Joker that has just
    /// copied one.
    pub(crate) fn is_untouchable(&self, square: Square) -> bool {
        let enemy = self.piece_at(square).filter(|piece| piece.side != self.state.side);
        enemy.is_some() && !self.turn().is_capturable(PaddedSquare::at(square))
    }

    /// The type that a Joker of a side copies at its next move; none if it has nothing to copy.
    pub(crate) fn joker_copies(&self, side: Side) -> Option<PieceType> {
        self.state.last[side.other().index()]
    }

    /// The type whose movement the piece on a square has: its own, or the one a Joker copies; none
    /// for a Joker with nothing to copy.
    pub(crate) fn moves_as(&self, square: Square) -> Option<PieceType> {
        let piece = self.piece_at(square)?;
        if piece.kind == PieceType::JOKER { self.joker_copies(piece.side) } else { Some(piece.kind) }
    }

    /// Whether there is a legal move.
    pub(crate) fn has_legal_move(&self) -> bool {
        !self.legal_moves().is_empty()
    }

    /// `O-O` or `O-O-O` if the move is castling.
    pub(crate) fn castling_name(&self, made: &Move) -> Option<&'static str> {
        let (_, side) = self.turn().castling_path_of(self.intent(made)?)?;
        Some(side.san())
    }

    /// The square of the Rook a move castles with, if it is castling.
    pub(crate) fn castling_rook(&self, made: &Move) -> Option<Square> {
        let (castling_path, _) = self.turn().castling_path_of(self.intent(made)?)?;
        Some(castling_path.rook().square())
    }

    /// The types a Pawn of a side could become if it reached its promotion zone now, in table
    /// order.
    pub(crate) fn promotion_choices(&self, side: Side) -> Vec<PieceType> {
        self.promotion_types(side).iter().collect()
    }
}

fn squares(cells: &[PaddedSquare]) -> Vec<Square> {
    cells.iter().map(|cell| cell.square()).collect()
}
