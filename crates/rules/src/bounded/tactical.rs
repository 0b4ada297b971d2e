//! Moves that take, convert or promote: which they are, and what they take.

use super::BoardPosition;
use super::change::Intent;
use super::turn::Turn;
use crate::board::Code;
use crate::powers;

impl BoardPosition {
    /// Fills `moves` with the legal moves that take or convert something or promote a pawn, in no particular order.
    pub(crate) fn fill_tactical(&mut self, moves: &mut Vec<Intent>) {
        moves.clear();
        let turn = self.turn();
        turn.push_moves(self.choices_for(self.side_to_move()), moves);
        moves.retain(|&intent| intent.choice.is_some() || turn.takes(intent));
        self.keep_legal(moves);
    }

    /// Whether a pseudo-legal move takes or converts something.
    pub(crate) fn takes(&self, intent: Intent) -> bool {
        self.turn().takes(intent)
    }

    /// Calls `found` with everything of the opponent's that a pseudo-legal move takes or converts.
    pub(crate) fn victims(&self, intent: Intent, found: &mut impl FnMut(Code)) {
        let turn = self.turn();
        let target = self.board().at(intent.to);
        if target.is_piece() && target.side() != turn.side() {
            found(target);
        }
        turn.taken_beside(intent, &mut |code| found(code));
    }
}

impl Turn<'_> {
    #[inline]
    fn takes(&self, intent: Intent) -> bool {
        let target = self.board.at(intent.to);
        if target.is_piece() {
            // Castling in Chess960 names the own Rook.
            return target.side() != self.side();
        }
        let mut takes = false;
        self.taken_beside(intent, &mut |_| takes = true);
        takes
    }

    /// Calls `found` with everything a pseudo-legal move takes beside what stands on its target.
    #[inline]
    fn taken_beside(&self, intent: Intent, found: &mut impl FnMut(Code)) {
        let acting = self.acting_as(self.board.at(intent.from));
        let Some((acting, power)) = acting.and_then(|acting| Some((acting, self.tables.power(acting)?)))
        else {
            return;
        };
        if !powers::converts(self, acting, intent.to) {
            powers::side_captures(self, power, intent.from, intent.to, |cell| found(self.board.at(cell)));
        }
    }
}
