//! Legal moves: the pseudo-legal ones that do not leave the own King attacked.

use super::Position;
use super::army::Army;
use super::change::Intent;
use super::guard::Guard;
use super::turn::Turn;
use crate::powers::Power;

impl Position {
    /// Fills `moves` with the legal moves, in no particular order. The position is the same afterwards: moves whose
    /// legality no guard can tell are made and taken back.
    pub(crate) fn fill_legal(&mut self, moves: &mut Vec<Intent>) {
        moves.clear();
        let choices = self.choices_for(self.state.side);
        self.turn().push_moves(choices, moves);
        let passed = self.state.passed();
        let enemy = Turn::new(&self.board, &passed, &self.terms, self.tables);
        let army = Army::of(&enemy);
        if !army.is_plain() {
            moves.retain(|&intent| self.keeps_king_safe(intent));
            return;
        }
        let guard = Guard::against(&army, &enemy);
        let king = self.board.king(self.state.side);
        let verdict = |intent: Intent| {
            if intent.from == king {
                self.king_verdict(&army, intent)
            } else if self.is_plain_move(intent) {
                Some(guard.allows(intent))
            } else {
                None
            }
        };
        let mut unclear = Vec::new();
        moves.retain(|&intent| {
            let verdict = verdict(intent);
            if verdict.is_none() {
                unclear.push(intent);
            }
            verdict == Some(true)
        });
        moves.extend(unclear.into_iter().filter(|&intent| self.keeps_king_safe(intent)));
    }

    /// Whether a move that is not the King's does no more than its guard knows of.
    #[inline]
    fn is_plain_move(&self, intent: Intent) -> bool {
        let code = self.board.at(intent.from);
        match self.tables.power(code) {
            None => true,
            Some(Power::Pawn) => intent.to != self.state.en_passant,
            Some(power) => !power.acts_beyond_its_target(),
        }
    }

    /// Whether the King's move is safe against an army of leapers and riders; unclear for castling on a free path,
    /// where the Rook may uncover an attack.
    fn king_verdict(&self, army: &Army, intent: Intent) -> Option<bool> {
        let attacked = |cell| army.strikes_plainly(cell, intent.from);
        match self.turn().castle_of(intent) {
            None => Some(!attacked(intent.to)),
            Some((castle, _)) if castle.king_path().any(attacked) => Some(false),
            Some(_) => None,
        }
    }

    /// Makes the move, looks whether the opponent could take the King, and takes it back.
    fn keeps_king_safe(&mut self, intent: Intent) -> bool {
        let undo = self.play(intent);
        let safe = !self.turn().takes_king();
        self.undo(undo);
        safe
    }
}
