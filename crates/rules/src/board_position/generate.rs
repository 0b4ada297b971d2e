//! Pseudo-legal move generation: all moves of the side to move, including those that leave its own
//! King attacked. Not here: which of them are legal (`legal`).

use super::effects::PaddedMove;
use super::side_to_move::SideToMove;
use crate::PieceType;
use crate::padded_board::{PaddedSquare, PaddedSquareSet, PieceCode};
use crate::piece::TypeSet;
use crate::powers;
use crate::variant::CastlingRule;

impl SideToMove<'_> {
    /// Adds every pseudo-legal move; `choices` are the types a Pawn may become.
    pub(crate) fn push_moves(&self, choices: TypeSet, moves: &mut Vec<PaddedMove>) {
        let frozen = self.frozen_cells();
        for &from in self.board.pieces(self.side()) {
            self.push_moves_from(from, &frozen, choices, moves);
        }
        if self.terms.variant.castling() != CastlingRule::None {
            self.push_castlings(moves);
        }
    }

    #[inline]
    fn push_moves_from(
        &self,
        from: PaddedSquare,
        frozen: &PaddedSquareSet,
        choices: TypeSet,
        moves: &mut Vec<PaddedMove>,
    ) {
        if let Some(acting) = self.acting_from(from, frozen) {
            powers::targets(self, acting, from, &mut |to| {
                self.push_move(acting, from, to, choices, moves);
            });
        }
    }

    /// The code whose movement the piece of the side to move on a cell has; none if it may not move
    /// now. `frozen` are the [`frozen_cells`](Self::frozen_cells).
    #[inline]
    pub(super) fn acting_from(&self, from: PaddedSquare, frozen: &PaddedSquareSet) -> Option<PieceCode> {
        let code = self.board.at(from);
        let is_immovable = if code.is(PieceType::IMMOBILIZER) {
            self.is_immovable(from, code)
        } else {
            frozen.contains(from) || self.is_locked(code)
        };
        if is_immovable { None } else { self.acting_as(code) }
    }

    /// Adds the moves of a piece that moves like `acting` from one cell to another: several where a
    /// Pawn is promoted.
    #[inline]
    pub(super) fn push_move(
        &self,
        acting: PieceCode,
        from: PaddedSquare,
        to: PaddedSquare,
        choices: TypeSet,
        moves: &mut Vec<PaddedMove>,
    ) {
        if acting.is(PieceType::PAWN) {
            self.push_pawn_move(from, to, choices, moves);
        } else {
            moves.push(PaddedMove::new(from, to));
        }
    }
}
