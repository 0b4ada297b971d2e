//! Legal moves: the pseudo-legal ones that do not leave the own King attacked.

use super::BoardPosition;
use super::army::Army;
use super::change::Intent;
use super::king_safety::KingSafety;
use super::state::State;
use super::turn::Turn;
use crate::PieceType;
use crate::board::{Board, Cell, Code};
use crate::powers::{self, Power};

/// What is known about the enemy before any move is made.
struct Enemy {
    army: Army,
    king_safety: KingSafety,
    /// Special pieces that could reach the King where it stands. A Joker always could: it will copy the move.
    threats: Vec<Cell>,
    /// The state if nothing were moved.
    passed: State,
}

impl BoardPosition {
    /// Fills `moves` with the legal moves, in no particular order. The position is the same afterwards: some moves are
    /// made and taken back.
    pub(crate) fn fill_legal(&mut self, moves: &mut Vec<Intent>) {
        moves.clear();
        self.turn().push_moves(self.choices_for(self.state.side), moves);
        self.keep_legal(moves);
    }

    /// Keeps the legal ones of some pseudo-legal moves. The position is the same afterwards.
    pub(super) fn keep_legal(&mut self, moves: &mut Vec<Intent>) {
        let enemy = self.enemy();
        let king = self.board.king(self.state.side);
        moves.retain(|&intent| {
            if intent.from == king && !self.turn().castles(intent) {
                self.is_safe_for_king(&enemy, intent)
            } else if self.is_plain_move(intent) {
                enemy.king_safety.allows(intent)
                    && (enemy.threats.is_empty() || self.meets_threats(&enemy, intent))
            } else {
                self.crosses_no_attack(&enemy, intent) && self.keeps_king_safe(&enemy, intent)
            }
        });
    }

    fn enemy(&self) -> Enemy {
        let passed = self.state.passed();
        let turn = Turn::new(&self.board, &passed, &self.terms, self.tables);
        let army = Army::of(&turn);
        let king = turn.enemy_king();
        let threatens = |cell: &&Cell| {
            let code = self.board.at(**cell);
            code.is(PieceType::JOKER) || turn.could_reach(**cell, code, king)
        };
        let threats = army.specials().iter().filter(threatens).copied().collect();
        let king_safety = KingSafety::against(&army, &turn);
        Enemy { army, king_safety, threats, passed }
    }

    /// Whether a move does no more than [`KingSafety`] knows of: it puts a piece, not the King, on another square, and
    /// that piece does not freeze others from there.
    #[inline]
    fn is_plain_move(&self, intent: Intent) -> bool {
        let mover = self.board.at(intent.from);
        let placed = intent.choice.map_or(mover, |kind| Code::of(self.state.side, kind));
        let acts_beyond = |code| self.tables.power(code).is_some_and(Power::acts_beyond_its_target);
        let by_pawn_in_passing = intent.to == self.state.en_passant && mover.is(PieceType::PAWN);
        let does_more = acts_beyond(mover) && self.does_more(intent, mover);
        let becomes_more = intent.choice.is_some() && acts_beyond(placed);
        !(mover.is_king() || by_pawn_in_passing || does_more || becomes_more)
    }

    /// Whether a move of a piece that can do more than go to its target does more.
    fn does_more(&self, intent: Intent, mover: Code) -> bool {
        let Some(power) = self.tables.power(mover).filter(|power| power.only_takes()) else {
            return true;
        };
        let turn = self.turn();
        let mut more = powers::converts(&turn, mover, intent.to);
        powers::side_captures(&turn, power, intent.from, intent.to, |_| more = true);
        more
    }

    /// Whether no special enemy takes the King after a plain move.
    fn meets_threats(&mut self, enemy: &Enemy, intent: Intent) -> bool {
        self.try_out(enemy, intent, |turn| !enemy.threats.iter().any(|&cell| turn.takes_king_specially(cell)))
    }

    /// Whether a move of the King that is not castling is safe.
    fn is_safe_for_king(&mut self, enemy: &Enemy, intent: Intent) -> bool {
        if enemy.army.specials().is_empty() {
            let turn = Turn::new(&self.board, &enemy.passed, &self.terms, self.tables);
            return !enemy.army.strikes_plainly(&turn, intent.to, intent.from);
        }
        self.try_out(enemy, intent, |turn| {
            !enemy.army.strikes_plainly(turn, intent.to, Cell::NOWHERE)
                && !enemy.army.specials().iter().any(|&cell| turn.takes_king_specially(cell))
        })
    }

    /// The answer to a question about the board after a piece has been put on another square, with just as much of
    /// the state after it as attacks depend on.
    #[inline]
    fn try_out(&mut self, enemy: &Enemy, intent: Intent, question: impl FnOnce(&Turn) -> bool) -> bool {
        let (mover, taken) = (self.board.at(intent.from), self.board.at(intent.to));
        let mut state = enemy.passed;
        state.last[self.state.side.index()] = mover.kind();
        displace(&mut self.board, intent, mover, taken);
        let answer = question(&Turn::new(&self.board, &state, &self.terms, self.tables));
        self.board.remove(intent.to);
        self.board.put(intent.from, mover);
        if taken.is_piece() {
            self.board.put(intent.to, taken);
        }
        answer
    }

    /// Whether a move is not castling out of or over an attacked square. Where the King ends is asked like every move.
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

fn displace(board: &mut Board, intent: Intent, mover: Code, taken: Code) {
    board.remove(intent.from);
    if taken.is_piece() {
        board.remove(intent.to);
    }
    board.put(intent.to, mover);
}
