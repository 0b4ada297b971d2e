//! Whether the side to move could take the enemy King: the fast answer.
//!
//! Leaps and straight rides are looked for from the King backwards, with the union of what the army has; every piece
//! that captures otherwise is asked by itself. The slow truth it must agree with is in `takers`.

use arrayvec::ArrayVec;

use super::turn::Turn;
use crate::board::{Cell, Code};
use crate::movement::Ride;
use crate::powers;

/// Pieces of one side at most: the squares of the largest board.
const MAX_PIECES: usize = 100;

/// What the pieces of the side to move could capture with.
pub(crate) struct Army<'a> {
    turn: &'a Turn<'a>,
    leaps: u64,
    rides: u64,
    /// Pieces that capture in ways no straight probe from the target finds.
    specials: ArrayVec<Cell, MAX_PIECES>,
}

/// The places of the bits that are set.
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lowest
    })
}

impl<'a> Army<'a> {
    pub(crate) fn of(turn: &'a Turn<'a>) -> Self {
        let mut army = Self { turn, leaps: 0, rides: 0, specials: ArrayVec::new() };
        for &cell in turn.board.pieces(turn.side()) {
            let code = turn.board.at(cell);
            army.leaps |= turn.tables.leap_mask(code);
            army.rides |= turn.tables.ride_mask(code);
            if turn.tables.is_special(code) {
                army.specials.push(cell);
            }
        }
        army
    }

    /// Whether every piece captures by leaps and straight rides alone.
    pub(crate) fn is_plain(&self) -> bool {
        self.specials.is_empty()
    }

    /// The leaps some piece of it captures with, as places in the tables' list.
    pub(crate) fn leaps(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.leaps)
    }

    /// The rides some piece of it captures with, as places in the tables' list.
    pub(crate) fn rides(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.rides)
    }

    /// Whether the piece on a cell is one of the army's, has that leap and may move.
    pub(crate) fn can_leap(&self, cell: Cell, leap: usize) -> bool {
        let code = self.turn.board.at(cell);
        self.turn.tables.leap_mask(code) & (1 << leap) != 0 && self.is_ready(cell, code)
    }

    /// Whether the piece on a cell is one of the army's, has that ride and may move.
    pub(crate) fn can_ride(&self, cell: Cell, ride: usize) -> bool {
        let code = self.turn.board.at(cell);
        self.turn.tables.ride_mask(code) & (1 << ride) != 0 && self.is_ready(cell, code)
    }

    fn is_ready(&self, cell: Cell, code: Code) -> bool {
        code.side() == self.turn.side() && !self.turn.is_held(cell, code)
    }

    /// Whether a leap or a straight ride strikes the target; `absent` counts as empty.
    pub(crate) fn strikes_plainly(&self, target: Cell, absent: Cell) -> bool {
        let tables = self.turn.tables;
        self.leaps().any(|leap| self.can_leap(target.back(tables.leaps[leap]), leap))
            || self.rides().any(|ride| {
                let rider = self.rider_towards(target, tables.rides[ride], absent);
                rider.is_some_and(|cell| self.can_ride(cell, ride))
            })
    }

    /// The first piece from which that ride would lead to the target.
    fn rider_towards(&self, target: Cell, ride: Ride, absent: Cell) -> Option<Cell> {
        let mut at = target;
        for _ in 0..ride.limit {
            at = at.back(ride.step);
            let code = self.turn.board.at(at);
            if !code.is_empty() && at != absent {
                return code.is_piece().then_some(at);
            }
        }
        None
    }

    /// Whether one of the special pieces could take the enemy King where it stands.
    fn strikes_specially(&self) -> bool {
        let king = self.turn.enemy_king();
        self.specials.iter().any(|&cell| {
            let code = self.turn.board.at(cell);
            !self.turn.is_held(cell, code)
                && self
                    .turn
                    .acting_as(code)
                    .is_some_and(|acting| powers::attacks(self.turn, acting, cell, king))
        })
    }
}

impl Turn<'_> {
    /// Whether the side to move could take the enemy King.
    pub(crate) fn takes_king(&self) -> bool {
        let army = Army::of(self);
        army.strikes_plainly(self.enemy_king(), Cell::NOWHERE) || army.strikes_specially()
    }
}
