//! Whether enemies that capture in ways of their own take the King after a move, told by one look at the position before
//! it.
//!
//! Whether one of them could take it now is found out once, and so is which cells were looked at to tell. A move that
//! changes none of those changes nothing about it; only after the others it must be asked again. That holds for moves
//! that do no more than put a piece, not the King, on another square; which they are is `legal`'s to know.

use arrayvec::ArrayVec;

use super::change::Intent;
use super::turn::Turn;
use crate::board::{Cell, Cells, MAX_PIECES, Watched};
use crate::powers;

/// Pieces that reach the enemy King if nothing is in their way.
pub(crate) struct Threats {
    cells: ArrayVec<Cell, MAX_PIECES>,
    /// Whether one of them could take the King as things stand.
    attack: bool,
    /// The cells that this hangs on.
    hangs_on: Cells,
}

impl Threats {
    /// Those among some pieces of the side to move in `enemy`, the turn there would be if nothing were moved.
    pub(crate) fn of(enemy: &Turn, pieces: &[Cell]) -> Self {
        let mut threats = Self { cells: ArrayVec::new(), attack: false, hangs_on: Cells::EMPTY };
        pieces.iter().for_each(|&cell| threats.look_at(enemy, cell));
        threats
    }

    fn look_at(&mut self, enemy: &Turn, cell: Cell) {
        let (code, king) = (enemy.board.at(cell), enemy.enemy_king());
        let Some(acting) = enemy.acting_as(code) else { return };
        if !enemy.could_reach(cell, code, king) || enemy.is_held(cell, code) {
            return;
        }
        let watched = Watched::new(enemy.board);
        self.attack |= powers::attacks(&enemy.watching(&watched), acting, cell, king);
        self.hangs_on.unite(&watched.seen());
        self.hangs_on.insert(cell);
        self.cells.push(cell);
    }

    /// Where they are.
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether one of them takes the King after a move; nothing if that must be asked when it has been made.
    #[inline]
    pub(crate) fn attack_after(&self, intent: Intent) -> Option<bool> {
        let hangs_on = |cell| self.hangs_on.contains(cell);
        if hangs_on(intent.from) || hangs_on(intent.to) { None } else { Some(self.attack) }
    }
}
