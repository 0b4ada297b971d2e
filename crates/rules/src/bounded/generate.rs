//! Pseudo-legal moves: everything the pieces of the side to move may do, the safety of its own King apart.

use super::change::Intent;
use super::turn::Turn;
use crate::PieceType;
use crate::board::Cell;
use crate::piece::TypeSet;
use crate::powers;
use crate::variant::Castling;

impl Turn<'_> {
    /// Adds every pseudo-legal move; `choices` is what a pawn may become.
    pub(crate) fn push_moves(&self, choices: TypeSet, moves: &mut Vec<Intent>) {
        for &from in self.board.pieces(self.side()) {
            self.push_moves_from(from, choices, moves);
        }
        if self.terms.variant.castling() != Castling::None {
            self.push_castlings(moves);
        }
    }

    #[inline]
    fn push_moves_from(&self, from: Cell, choices: TypeSet, moves: &mut Vec<Intent>) {
        let code = self.board.at(from);
        if self.is_held(from, code) {
            return;
        }
        let Some(acting) = self.acting_as(code) else {
            return;
        };
        if acting.is(PieceType::PAWN) {
            powers::targets(self, acting, from, &mut |to| self.push_pawn_move(from, to, choices, moves));
        } else {
            powers::targets(self, acting, from, &mut |to| moves.push(Intent::new(from, to)));
        }
    }
}
