//! Legal moves: the pseudo-legal ones that do not leave the own King attacked. What all of them are judged by is found out
//! once, in `enemy`.

use super::BoardPosition;
use super::change::Intent;
use super::enemy::{Enemy, Mover};
use super::state::State;
use super::threats::Threats;
use super::turn::Turn;
use crate::PieceType;
use crate::board::{Board, Cell, Code};

impl BoardPosition {
    /// Fills `moves` with the legal moves, in no particular order. The position is the same afterwards: some moves are
    /// made and taken back.
    pub(crate) fn fill_legal(&mut self, moves: &mut Vec<Intent>) {
        moves.clear();
        self.turn().push_moves(self.choices_for(self.state.side), moves);
        self.keep_legal(moves);
    }

    /// Keeps the legal ones of some pseudo-legal moves, which are quickest asked piece by piece. The position is the same
    /// afterwards.
    pub(super) fn keep_legal(&mut self, moves: &mut Vec<Intent>) {
        let mut enemy = self.enemy();
        let king = self.board.king(self.state.side);
        let mut piece = Mover::NONE;
        moves.retain(|&intent| {
            if intent.from == king {
                return self.is_legal_for_king(&enemy, intent);
            }
            if intent.from != piece.from {
                piece = self.look_at_mover(intent.from, &mut enemy);
            }
            if !piece.does_more && piece.safe.contains(intent.to) {
                return true;
            }
            self.is_legal_at_a_closer_look(&enemy, &piece, intent)
        });
    }

    fn is_legal_at_a_closer_look(&mut self, enemy: &Enemy, mover: &Mover, intent: Intent) -> bool {
        if mover.does_more && !self.is_plain_move(mover, intent) {
            return self.keeps_king_safe(enemy, intent);
        }
        if mover.safe.contains(intent.to) {
            return true;
        }
        let is_safe = mover.unclear.contains(intent.to)
            && self.meets(&enemy.threats, enemy.passed, mover.acting, intent)
            && self.meets(&enemy.copying, enemy.passed, mover.acting, intent);
        let hinders = mover.hinders || intent.choice == Some(PieceType::IMMOBILIZER);
        is_safe || (hinders && self.keeps_king_safe(enemy, intent))
    }

    /// Whether none of these takes the King after a plain move.
    fn meets(&mut self, threats: &Threats, passed: State, acting: Code, intent: Intent) -> bool {
        match threats.attack_after(intent) {
            Some(attack) => !attack,
            None => self.try_out(passed, acting, intent, |turn| {
                !threats.cells().iter().any(|cell| turn.takes_king_specially(cell))
            }),
        }
    }

    fn is_legal_for_king(&mut self, enemy: &Enemy, intent: Intent) -> bool {
        if self.turn().castles(intent) {
            return self.crosses_no_attack(enemy, intent) && self.keeps_king_safe(enemy, intent);
        }
        if enemy.army.specials().is_empty() {
            let turn = Turn::new(&self.board, &enemy.passed, &self.terms, self.tables);
            return !enemy.army.strikes_plainly(&turn, intent.to, intent.from);
        }
        let king = self.board.at(intent.from);
        self.try_out(enemy.passed, king, intent, |turn| {
            !enemy.army.strikes_plainly(turn, intent.to, Cell::NOWHERE)
                && !enemy.army.specials().iter().any(|cell| turn.takes_king_specially(cell))
        })
    }

    /// The answer to a question about the board after a piece that moved as `acting` has been put on another square, with
    /// just as much of the state after it as attacks depend on.
    fn try_out(
        &mut self,
        passed: State,
        acting: Code,
        intent: Intent,
        question: impl FnOnce(&Turn) -> bool,
    ) -> bool {
        let (mover, taken) = (self.board.at(intent.from), self.board.at(intent.to));
        let placed = intent.choice.map_or(mover, |kind| Code::of(self.state.side, kind));
        let state = passed.remembering(acting);
        displace(&mut self.board, intent, placed, taken);
        let answer = question(&Turn::new(&self.board, &state, &self.terms, self.tables));
        self.board.remove(intent.to);
        self.board.put(intent.from, mover);
        if taken.is_piece() {
            self.board.put(intent.to, taken);
        }
        answer
    }

    /// Whether castling leads neither out of nor over an attacked square. Where the King ends is asked like every move.
    fn crosses_no_attack(&self, enemy: &Enemy, intent: Intent) -> bool {
        let turn = Turn::new(&self.board, &enemy.passed, &self.terms, self.tables);
        self.turn().castle_of(intent).is_none_or(|(castle, _)| {
            castle.king_path().all(|cell| !enemy.army.strikes_plainly(&turn, cell, intent.from))
        })
    }

    /// Makes the move, looks whether the opponent could take the King, and takes it back. The opponent has no more
    /// pieces afterwards than before, so its army need not be looked for again.
    fn keeps_king_safe(&mut self, enemy: &Enemy, intent: Intent) -> bool {
        let undo = self.play(intent);
        let safe = !self.turn().army_takes_king(&enemy.army);
        self.undo(undo);
        safe
    }
}

fn displace(board: &mut Board, intent: Intent, placed: Code, taken: Code) {
    board.remove(intent.from);
    if taken.is_piece() {
        board.remove(intent.to);
    }
    board.put(intent.to, placed);
}
