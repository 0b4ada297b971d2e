//! Legal moves: the pseudo-legal ones that do not leave the own King attacked.

use arrayvec::ArrayVec;

use super::BoardPosition;
use super::army::Army;
use super::change::Intent;
use super::king_safety::KingSafety;
use super::state::{Guise, State};
use super::threats::Threats;
use super::turn::{RING, Turn};
use crate::PieceType;
use crate::board::{Board, Cell, Code, MAX_PIECES};
use crate::powers;

/// What is known about the enemy before any move is made.
struct Enemy {
    army: Army,
    king_safety: KingSafety,
    /// Those of its pieces that capture in ways of their own, Jokers apart.
    threats: Threats,
    jokers: ArrayVec<Cell, MAX_PIECES>,
    /// The Jokers after a move of the piece with that code: they will copy it.
    copying: Threats,
    copies: Code,
    /// The state if nothing were moved.
    passed: State,
}

/// What a move does to the enemy's pieces beside being in their way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hindrance {
    Nothing,
    /// It can only keep some of them from attacking.
    Hinders,
    /// It lets some of them go.
    Frees,
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
        let mut enemy = self.enemy();
        let king = self.board.king(self.state.side);
        moves.retain(|&intent| {
            if intent.from == king {
                return self.is_legal_for_king(&enemy, intent);
            }
            let mover = self.board.at(intent.from);
            let acting = self.turn().acting_as(mover).unwrap_or(mover);
            if !self.is_plain_move(intent, acting) {
                return self.keeps_king_safe(&enemy, intent);
            }
            match self.hindrance(intent, mover, acting) {
                Hindrance::Nothing => self.is_safe_when_plain(&mut enemy, intent, acting),
                Hindrance::Hinders => {
                    self.is_safe_when_plain(&mut enemy, intent, acting)
                        || self.keeps_king_safe(&enemy, intent)
                }
                Hindrance::Frees => self.keeps_king_safe(&enemy, intent),
            }
        });
    }

    fn enemy(&self) -> Enemy {
        let passed = self.state.passed();
        let turn = Turn::new(&self.board, &passed, &self.terms, self.tables);
        let army = Army::of(&turn);
        let (jokers, others): (ArrayVec<_, MAX_PIECES>, ArrayVec<_, MAX_PIECES>) =
            army.specials().iter().copied().partition(|&cell| self.board.at(cell).is(PieceType::JOKER));
        let king_safety = KingSafety::against(&army, &turn);
        let threats = Threats::of(&turn, &others);
        let copying = Threats::of(&turn, &[]);
        Enemy { army, king_safety, threats, jokers, copying, copies: Code::EMPTY, passed }
    }

    /// Whether a move, not the King's, just puts a piece on another square, taking what is there.
    #[inline]
    fn is_plain_move(&self, intent: Intent, acting: Code) -> bool {
        let Some(power) = self.tables.power(acting) else { return true };
        if acting.is(PieceType::PAWN) {
            return intent.to != self.state.en_passant;
        }
        if !power.acts_beyond_its_target() {
            return true;
        }
        let turn = self.turn();
        let mut more = powers::converts(&turn, acting, intent.to);
        powers::side_captures(&turn, power, intent.from, intent.to, |_| more = true);
        !more
    }

    /// What a plain move does beside being in the way. What freezes nobody where it comes from, frees nobody.
    #[inline]
    fn hindrance(&self, intent: Intent, mover: Code, acting: Code) -> Hindrance {
        if mover.is(PieceType::IMMOBILIZER) {
            let enemy = |cell: Cell| self.board.at(cell).is_piece() && self.board.at(cell).side() != mover.side();
            let freezes = RING.into_iter().any(|step| enemy(intent.from.step(step)));
            return if freezes { Hindrance::Frees } else { Hindrance::Hinders };
        }
        let in_guise = mover.is(PieceType::JOKER) && acting.kind().and_then(Guise::of).is_some();
        if in_guise || intent.choice == Some(PieceType::IMMOBILIZER) {
            return Hindrance::Hinders;
        }
        Hindrance::Nothing
    }

    /// Whether the King is safe after a plain move, what it freezes or frees apart.
    #[inline]
    fn is_safe_when_plain(&mut self, enemy: &mut Enemy, intent: Intent, acting: Code) -> bool {
        enemy.king_safety.allows(intent) && self.meets_threats(enemy, intent, acting)
    }

    /// Whether no special enemy takes the King after a plain move.
    #[inline]
    fn meets_threats(&mut self, enemy: &mut Enemy, intent: Intent, acting: Code) -> bool {
        if !self.meets(&enemy.threats, enemy.passed, intent, acting) {
            return false;
        }
        if enemy.jokers.is_empty() {
            return true;
        }
        if enemy.copies != acting {
            let state = after_move_of(enemy.passed, acting);
            let turn = Turn::new(&self.board, &state, &self.terms, self.tables);
            enemy.copying = Threats::of(&turn, &enemy.jokers);
            enemy.copies = acting;
        }
        self.meets(&enemy.copying, enemy.passed, intent, acting)
    }

    /// Whether none of these takes the King after a plain move.
    #[inline]
    fn meets(&mut self, threats: &Threats, passed: State, intent: Intent, acting: Code) -> bool {
        let asked = |board: &mut Self| {
            board.try_out(passed, intent, acting, |turn| {
                threats.cells().iter().any(|&cell| turn.takes_king_specially(cell))
            })
        };
        !threats.attack_after(intent).unwrap_or_else(|| asked(self))
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
        self.try_out(enemy.passed, intent, king, |turn| {
            !enemy.army.strikes_plainly(turn, intent.to, Cell::NOWHERE)
                && !enemy.army.specials().iter().any(|&cell| turn.takes_king_specially(cell))
        })
    }

    /// The answer to a question about the board after a piece that moved as `acting` has been put on another square.
    #[inline]
    fn try_out(
        &mut self,
        passed: State,
        intent: Intent,
        acting: Code,
        question: impl FnOnce(&Turn) -> bool,
    ) -> bool {
        let (mover, taken) = (self.board.at(intent.from), self.board.at(intent.to));
        let placed = intent.choice.map_or(mover, |kind| Code::of(self.state.side, kind));
        let state = after_move_of(passed, acting);
        displace(&mut self.board, intent, placed, taken);
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

/// As much of the state after a move of that type as attacks depend on, from the one without any move.
fn after_move_of(passed: State, acting: Code) -> State {
    let mut state = passed;
    state.last[passed.side.other().index()] = powers::remembered(acting);
    state
}

fn displace(board: &mut Board, intent: Intent, placed: Code, taken: Code) {
    board.remove(intent.from);
    if taken.is_piece() {
        board.remove(intent.to);
    }
    board.put(intent.to, placed);
}
