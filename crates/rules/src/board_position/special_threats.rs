//! Whether enemies that capture in ways of their own take the King after a move, told by one look at the position before
//! it.
//!
//! Whether one of them could take it now is found out once, and so is which cells were looked at to tell. A move that
//! changes none of those changes nothing about it; only after the others it must be asked again. That holds for moves
//! that do no more than put a piece, not the King, on another square; which they are is for `enemy` to know.

use super::effects::PaddedMove;
use super::side_to_move::SideToMove;
use crate::padded_board::{PaddedSquare, PaddedSquareSet, RecordingBoard};
use crate::powers;

/// Pieces that reach the enemy King if nothing is in their way.
pub(crate) struct SpecialThreats {
    cells: PaddedSquareSet,
    /// Whether one of them could take the King as things stand.
    attack: bool,
    /// The cells that this hangs on.
    dependencies: PaddedSquareSet,
}

impl SpecialThreats {
    /// No pieces.
    pub(crate) const NONE: Self =
        Self { cells: PaddedSquareSet::EMPTY, attack: false, dependencies: PaddedSquareSet::EMPTY };

    /// Those among some pieces of the side to move in `enemy`, the turn there would be if nothing were moved.
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

    /// Where they are.
    pub(crate) const fn cells(&self) -> PaddedSquareSet {
        self.cells
    }

    /// Whether one of them could take the King as things stand.
    pub(crate) const fn attack(&self) -> bool {
        self.attack
    }

    /// Where a move from a cell must not end for that to stay the same for certain.
    pub(crate) fn unclear_targets_from(&self, from: PaddedSquare) -> PaddedSquareSet {
        if self.dependencies.contains(from) { PaddedSquareSet::ALL } else { self.dependencies }
    }

    /// Whether one of them takes the King after a move; nothing if that must be asked when it has been made.
    pub(crate) fn attack_after(&self, intent: PaddedMove) -> Option<bool> {
        if self.unclear_targets_from(intent.from).contains(intent.to) { None } else { Some(self.attack) }
    }
}
