//! Generates legal moves: filters out the pseudo-legal ones that leave the own King attacked.
//!
//! Most are decided by the checks and pins of `enemy_threats`; only unclear ones are made and unmade.

use super::BoardPosition;
use super::effects::PaddedMove;
use super::enemy_threats::{EnemyThreats, MoverConstraints};
use super::side_to_move::SideToMove;
use super::special_threats::SpecialThreats;
use super::state::PositionState;
use crate::PieceType;
use crate::padded_board::{PaddedBoard, PaddedSquare, PieceCode};

impl BoardPosition {
    /// Fills `moves` with the legal moves, in no particular order. Some moves are made and unmade;
    /// the position is the same afterwards.
    pub(crate) fn generate_legal(&mut self, moves: &mut Vec<PaddedMove>) {
        moves.clear();
        self.turn().push_moves(self.promotion_types(self.state.side), moves);
        self.retain_legal(moves);
    }

    /// Keeps the legal ones of some pseudo-legal moves. Fastest if the moves of a piece follow one
    /// another. The position is the same afterwards.
    pub(super) fn retain_legal(&mut self, moves: &mut Vec<PaddedMove>) {
        let mut enemy = self.enemy_threats();
        let king = self.board.king(self.state.side);
        let mut piece = MoverConstraints::NONE;
        moves.retain(|&intent| {
            if intent.from == king {
                return self.is_legal_king_move(&enemy, intent);
            }
            if intent.from != piece.from {
                piece = self.mover_constraints(intent.from, &mut enemy);
            }
            if !piece.has_side_effects && piece.safe.contains(intent.to) {
                return true;
            }
            self.is_legal_in_detail(&enemy, &piece, intent)
        });
    }

    fn is_legal_in_detail(
        &mut self,
        enemy: &EnemyThreats,
        mover: &MoverConstraints,
        intent: PaddedMove,
    ) -> bool {
        if mover.has_side_effects && !self.is_plain_move(mover, intent) {
            return self.keeps_king_safe(enemy, intent);
        }
        if mover.safe.contains(intent.to) {
            return true;
        }
        let is_safe = mover.unclear.contains(intent.to)
            && self.survives_threats(&enemy.threats, enemy.passed, mover.acting, intent)
            && self.survives_threats(&enemy.copying, enemy.passed, mover.acting, intent);
        let may_disarm = mover.may_disarm || intent.choice == Some(PieceType::IMMOBILIZER);
        is_safe || (may_disarm && self.keeps_king_safe(enemy, intent))
    }

    /// Whether none of the threats captures the King after a plain move.
    fn survives_threats(
        &mut self,
        threats: &SpecialThreats,
        passed: PositionState,
        acting: PieceCode,
        intent: PaddedMove,
    ) -> bool {
        match threats.attack_after(intent) {
            Some(attack) => !attack,
            None => self.test_after_move(passed, acting, intent, |turn| {
                !threats.cells().iter().any(|cell| turn.attacks_by_power(cell))
            }),
        }
    }

    fn is_legal_king_move(&mut self, enemy: &EnemyThreats, intent: PaddedMove) -> bool {
        if self.turn().castles(intent) {
            return self.is_castling_path_safe(enemy, intent) && self.keeps_king_safe(enemy, intent);
        }
        if enemy.attackers.specials().is_empty() {
            let turn = SideToMove::new(&self.board, &enemy.passed, &self.terms, self.tables);
            return !enemy.attackers.attacks_by_movement(&turn, intent.to, intent.from);
        }
        let king = self.board.at(intent.from);
        self.test_after_move(enemy.passed, king, intent, |turn| {
            !enemy.attackers.attacks_by_movement(turn, intent.to, PaddedSquare::NOWHERE)
                && !enemy.attackers.specials().iter().any(|cell| turn.attacks_by_power(cell))
        })
    }

    /// Answers a question about the board after a plain move of a piece that acts as `acting`. Only
    /// the part of the state that attacks depend on is updated.
    fn test_after_move(
        &mut self,
        passed: PositionState,
        acting: PieceCode,
        intent: PaddedMove,
        question: impl FnOnce(&SideToMove) -> bool,
    ) -> bool {
        let (mover, taken) = (self.board.at(intent.from), self.board.at(intent.to));
        let placed = intent.choice.map_or(mover, |kind| PieceCode::of(self.state.side, kind));
        let state = passed.after_move_as(acting);
        move_piece(&mut self.board, intent, placed, taken);
        let answer = question(&SideToMove::new(&self.board, &state, &self.terms, self.tables));
        self.board.remove(intent.to);
        self.board.put(intent.from, mover);
        if taken.is_piece() {
            self.board.put(intent.to, taken);
        }
        answer
    }

    /// Whether no cell on the path of a castling King is attacked. Its target is checked like that
    /// of every move.
    fn is_castling_path_safe(&self, enemy: &EnemyThreats, intent: PaddedMove) -> bool {
        let turn = SideToMove::new(&self.board, &enemy.passed, &self.terms, self.tables);
        self.turn().castling_path_of(intent).is_none_or(|(castling_path, _)| {
            castling_path
                .king_path()
                .all(|cell| !enemy.attackers.attacks_by_movement(&turn, cell, intent.from))
        })
    }

    /// Makes the move, checks whether the opponent could capture the King, and unmakes it. No move
    /// adds a piece to the opponent, so its attackers need not be computed again.
    fn keeps_king_safe(&mut self, enemy: &EnemyThreats, intent: PaddedMove) -> bool {
        let undo = self.make_move(intent);
        let safe = !self.turn().attacker_set_hits_king(&enemy.attackers);
        self.unmake_move(undo);
        safe
    }
}

fn move_piece(board: &mut PaddedBoard, intent: PaddedMove, placed: PieceCode, taken: PieceCode) {
    board.remove(intent.from);
    if taken.is_piece() {
        board.remove(intent.to);
    }
    board.put(intent.to, placed);
}
