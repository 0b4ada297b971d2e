//! What a move does, found from the position it is made in: the one place that turns intentions into effects.

use arrayvec::ArrayVec;

use super::turn::Turn;
use crate::board::{Board, Cell, Code};
use crate::moves::{MAX_APPEARED, MAX_VANISHED};
use crate::powers;
use crate::{Effects, PieceType, Side};

/// A move in cells. See [`Move`](crate::Move).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Intent {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    pub(crate) choice: Option<PieceType>,
}

impl Intent {
    #[inline]
    pub(crate) const fn new(from: Cell, to: Cell) -> Self {
        Self { from, to, choice: None }
    }
}

/// The effects of a move in cells: first everything vanishes, then everything appears.
#[derive(Clone, Debug, Default)]
pub(crate) struct Change {
    pub(crate) vanished: ArrayVec<(Cell, Code), MAX_VANISHED>,
    pub(crate) appeared: ArrayVec<(Cell, Code), MAX_APPEARED>,
}

impl Change {
    /// A piece leaves its cell. The rules never take more than the list holds; a further one would be ignored.
    pub(crate) fn vanish(&mut self, board: &Board, cell: Cell) {
        let entry = (cell, board.at(cell));
        debug_assert!(!self.vanished.contains(&entry), "a piece vanishes once");
        let kept = self.vanished.try_push(entry);
        debug_assert!(kept.is_ok(), "no move takes that many");
    }

    /// A piece stands on a cell afterwards.
    pub(crate) fn appear(&mut self, cell: Cell, code: Code) {
        let kept = self.appeared.try_push((cell, code));
        debug_assert!(kept.is_ok(), "no move places that many");
    }

    /// The pieces of `mover`'s opponent that leave the game.
    pub(crate) fn captured(&self, mover: Side) -> impl Iterator<Item = (Cell, Code)> {
        let converted = self.is_conversion(mover);
        self.vanished.iter().copied().filter(move |(_, code)| !converted && code.side() != mover)
    }

    /// Whether something of the opponent's changes sides. Only then does no own piece leave its square.
    pub(crate) fn is_conversion(&self, mover: Side) -> bool {
        self.vanished.iter().all(|(_, code)| code.side() != mover)
    }

    /// Makes it on the board.
    #[inline]
    pub(crate) fn apply(&self, board: &mut Board) {
        self.vanished.iter().for_each(|&(cell, _)| board.remove(cell));
        self.appeared.iter().for_each(|&(cell, code)| board.put(cell, code));
    }

    /// Takes it back.
    #[inline]
    pub(crate) fn revert(&self, board: &mut Board) {
        self.appeared.iter().for_each(|&(cell, _)| board.remove(cell));
        self.vanished.iter().for_each(|&(cell, code)| board.put(cell, code));
    }

    pub(crate) fn to_effects(&self) -> Effects {
        let piece = |&(cell, code): &(Cell, Code)| code.piece().map(|piece| (cell.square(), piece));
        Effects {
            vanished: self.vanished.iter().filter_map(piece).collect(),
            appeared: self.appeared.iter().filter_map(piece).collect(),
        }
    }
}

impl Turn<'_> {
    /// What a pseudo-legal move does.
    pub(crate) fn change(&self, intent: Intent) -> Change {
        let mut change = Change::default();
        let Intent { from, to, choice } = intent;
        let code = self.board.at(from);
        let Some(acting) = self.acting_as(code) else {
            return change;
        };
        let power = self.tables.power(acting);
        if self.castles(intent) {
            self.castling_change(intent, &mut change);
            return change;
        }
        if power.is_some() && powers::converts(self, acting, to) {
            change.vanish(self.board, to);
            if let Some(kind) = self.board.at(to).kind() {
                change.appear(to, Code::of(self.side(), kind));
            }
            return change;
        }
        change.vanish(self.board, from);
        if !self.board.at(to).is_empty() {
            change.vanish(self.board, to);
        }
        if let Some(power) = power {
            powers::side_captures(self, power, from, to, |cell| change.vanish(self.board, cell));
        }
        change.appear(to, choice.map_or(code, |kind| Code::of(self.side(), kind)));
        change
    }
}
