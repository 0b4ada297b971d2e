//! Generates tactical moves (captures, conversions and promotions), and tells what a move captures.

use super::BoardPosition;
use super::effects::PaddedMove;
use super::side_to_move::SideToMove;
use crate::padded_board::PieceCode;
use crate::piece::TypeSet;
use crate::powers::{self, Power};

impl BoardPosition {
    /// Fills `moves` with the legal captures, conversions and promotions, in no particular order.
    pub(crate) fn generate_tactical(&mut self, moves: &mut Vec<PaddedMove>) {
        moves.clear();
        self.turn().push_tactical(self.promotion_types(self.side_to_move()), moves);
        self.retain_legal(moves);
    }

    /// Whether a pseudo-legal move captures or converts a piece.
    #[inline]
    pub(crate) fn is_capture(&self, intent: PaddedMove) -> bool {
        let target = self.board().at(intent.to);
        if target.is_piece() {
            return target.side() != self.side_to_move();
        }
        let mover = self.board().at(intent.from);
        match self.tables.power(mover) {
            Some(Power::Pawn) if intent.to != self.state().en_passant => false,
            Some(power) => power.captures_off_target() && self.turn().is_capture(intent),
            None => false,
        }
    }

    /// Calls `found` with every enemy piece that a pseudo-legal move captures or converts.
    pub(crate) fn captured_by(&self, intent: PaddedMove, found: &mut impl FnMut(PieceCode)) {
        let turn = self.turn();
        let target = self.board().at(intent.to);
        if target.is_piece() && target.side() != turn.side() {
            found(target);
        }
        turn.side_captures(intent, &mut |code| found(code));
    }
}

impl SideToMove<'_> {
    /// Adds every pseudo-legal capture, conversion and promotion; `choices` are the types a Pawn
    /// may become.
    fn push_tactical(&self, choices: TypeSet, moves: &mut Vec<PaddedMove>) {
        let frozen = self.frozen_cells();
        for &from in self.board.pieces(self.side()) {
            let Some(acting) = self.acting_from(from, &frozen) else { continue };
            if self.tables.power(acting).is_some_and(Power::captures_off_target) {
                let before = moves.len();
                powers::targets(self, acting, from, &mut |to| {
                    self.push_move(acting, from, to, choices, moves);
                });
                self.retain_tactical(before, moves);
            } else {
                powers::targets(self, acting, from, &mut |to| {
                    if self.board.at(to).is_piece() {
                        moves.push(PaddedMove::new(from, to));
                    }
                });
            }
        }
    }

    /// Keeps captures, conversions and promotions among the moves from an index on.
    fn retain_tactical(&self, first: usize, moves: &mut Vec<PaddedMove>) {
        let mut kept = first;
        for place in first..moves.len() {
            let intent = moves[place];
            if intent.choice.is_some() || self.is_capture(intent) {
                moves[kept] = intent;
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    #[inline]
    fn is_capture(&self, intent: PaddedMove) -> bool {
        let target = self.board.at(intent.to);
        if target.is_piece() {
            // Castling in Chess960 has the own Rook as its target.
            return target.side() != self.side();
        }
        let mut takes = false;
        self.side_captures(intent, &mut |_| takes = true);
        takes
    }

    /// Calls `found` with every piece that a pseudo-legal move captures off its target.
    #[inline]
    fn side_captures(&self, intent: PaddedMove, found: &mut impl FnMut(PieceCode)) {
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
