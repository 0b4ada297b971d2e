//! Computes which pieces with special captures attack the King, with the cells each answer depends
//! on.
//!
//! Whether such a piece attacks the King is computed once, on a board that records which cells are read. A move that
//! changes none of these cells leaves the answer as it is; after any other move it is computed again. This holds for
//! moves that only put a piece other than the King on another square; `enemy_threats` knows which moves do more.

use super::effects::PaddedMove;
use super::side_to_move::SideToMove;
use crate::padded_board::{PaddedSquare, PaddedSquareSet, RecordingBoard};
use crate::powers;

/// Threats of pieces that would reach the enemy King if nothing were in their way.
pub(crate) struct SpecialThreats {
    cells: PaddedSquareSet,
    /// Whether one of the pieces could capture the King on the present board.
    attack: bool,
    /// The cells that the answer depends on.
    dependencies: PaddedSquareSet,
}

impl SpecialThreats {
    /// No threats.
    pub(crate) const NONE: Self =
        Self { cells: PaddedSquareSet::EMPTY, attack: false, dependencies: PaddedSquareSet::EMPTY };

    /// The threats among some pieces of the side to move in `enemy`, the view after a null move.
    pub(crate) fn of(enemy: &SideToMove, pieces: PaddedSquareSet) -> Self {
        let mut threats = Self::NONE;
        pieces.iter().for_each(|cell| threats.add(enemy, cell));
        threats
    }

    fn add(&mut self, enemy: &SideToMove, cell: PaddedSquare) {
        let (code, king) = (enemy.board.at(cell), enemy.enemy_king());
        let Some(acting) = enemy.acting_as(code) else { return };
        if !enemy.could_reach(cell, code, king) || enemy.is_immovable(cell, code) {
            return;
        }
        let recording = RecordingBoard::new(enemy.board);
        self.attack |= powers::attacks(&enemy.recording(&recording), acting, cell, king);
        self.dependencies.unite(&recording.read_squares());
        self.dependencies.insert(cell);
        self.cells.insert(cell);
    }

    /// The cells of the pieces.
    pub(crate) const fn cells(&self) -> PaddedSquareSet {
        self.cells
    }

    /// Whether one of the pieces could capture the King on the present board.
    pub(crate) const fn attack(&self) -> bool {
        self.attack
    }

    /// Targets on which a move from a cell may change the answer.
    pub(crate) fn unclear_targets_from(&self, from: PaddedSquare) -> PaddedSquareSet {
        if self.dependencies.contains(from) { PaddedSquareSet::ALL } else { self.dependencies }
    }

    /// Whether one of the pieces captures the King after a move; none if the move may change the
    /// answer.
    pub(crate) fn attack_after(&self, intent: PaddedMove) -> Option<bool> {
        if self.unclear_targets_from(intent.from).contains(intent.to) { None } else { Some(self.attack) }
    }
}
