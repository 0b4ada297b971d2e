//! Whether the side to move could take the enemy King: the fast answer.
//!
//! Leaps and straight rides are looked for from the King backwards, with the union of what the army has; every piece
//! that captures otherwise is asked by itself. The slow truth it must agree with is in `takers`.

use super::turn::Turn;
use crate::board::{Cell, Cells, Code};
use crate::movement::Ride;
use crate::powers;

/// What the pieces of the side to move could capture with.
///
/// It stays true, though not exact, when a piece of the army is taken or an enemy piece moves: it is asked together
/// with the turn as it then is.
pub(crate) struct Army {
    leaps: u64,
    rides: u64,
    /// Pieces that capture in ways no straight probe from the target finds.
    specials: Cells,
}

/// The places of the bits that are set.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lowest
    })
}

impl Army {
    /// The army of the side to move.
    pub(crate) fn of(turn: &Turn) -> Self {
        let mut army = Self { leaps: 0, rides: 0, specials: Cells::EMPTY };
        for &cell in turn.board.pieces(turn.side()) {
            let code = turn.board.at(cell);
            army.leaps |= turn.tables.leap_mask(code);
            army.rides |= turn.tables.ride_mask(code);
            if turn.tables.is_special(code) {
                army.specials.insert(cell);
            }
        }
        army
    }

    /// Pieces that capture otherwise than by leaps and straight rides.
    pub(crate) const fn specials(&self) -> Cells {
        self.specials
    }

    /// The leaps some piece of it captures with, as places in the tables' list.
    pub(crate) fn leaps(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.leaps)
    }

    /// The rides some piece of it captures with, as places in the tables' list.
    pub(crate) fn rides(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.rides)
    }

    /// Whether a leap or a straight ride strikes the target; `absent` counts as empty.
    pub(crate) fn strikes_plainly(&self, turn: &Turn, target: Cell, absent: Cell) -> bool {
        let tables = turn.tables;
        self.leaps().any(|leap| turn.can_leap(target.back(tables.leaps[leap]), leap))
            || self.rides().any(|ride| {
                let rider = turn.rider_towards(target, tables.rides[ride], absent);
                rider.is_some_and(|cell| turn.can_ride(cell, ride))
            })
    }
}

impl Turn<'_> {
    /// Whether the piece on a cell is the side to move's, has that leap and may move.
    pub(crate) fn can_leap(&self, cell: Cell, leap: usize) -> bool {
        let code = self.board.at(cell);
        self.tables.leap_mask(code) & (1 << leap) != 0 && self.is_ready(cell, code)
    }

    /// Whether the piece on a cell is the side to move's, has that ride and may move.
    pub(crate) fn can_ride(&self, cell: Cell, ride: usize) -> bool {
        let code = self.board.at(cell);
        self.tables.ride_mask(code) & (1 << ride) != 0 && self.is_ready(cell, code)
    }

    fn is_ready(&self, cell: Cell, code: Code) -> bool {
        code.side() == self.side() && !self.is_held(cell, code)
    }

    /// The first piece from which that ride would lead to the target.
    fn rider_towards(&self, target: Cell, ride: Ride, absent: Cell) -> Option<Cell> {
        let mut at = target;
        for _ in 0..ride.limit {
            at = at.back(ride.step);
            let code = self.board.at(at);
            if !code.is_empty() && at != absent {
                return code.is_piece().then_some(at);
            }
        }
        None
    }

    /// Whether a piece of the side to move, if one is still there, could take the enemy King in a way of its own.
    pub(crate) fn takes_king_specially(&self, cell: Cell) -> bool {
        let (code, king) = (self.board.at(cell), self.enemy_king());
        self.could_reach(cell, code, king)
            && self.is_ready(cell, code)
            && self.acting_as(code).is_some_and(|acting| powers::attacks(self, acting, cell, king))
    }

    /// Whether a piece moving as it does now could take something on the target if nothing stood in its way.
    pub(crate) fn could_reach(&self, cell: Cell, code: Code, target: Cell) -> bool {
        let acting = self.acting_as(code).unwrap_or(code);
        self.tables.reach(acting).includes(cell, target)
    }

    /// Whether the side to move could take the enemy King.
    pub(crate) fn takes_king(&self) -> bool {
        self.army_takes_king(&Army::of(self))
    }

    /// The same with an army that has all pieces of the side to move, perhaps with some that are gone.
    pub(crate) fn army_takes_king(&self, army: &Army) -> bool {
        army.strikes_plainly(self, self.enemy_king(), Cell::NOWHERE)
            || army.specials().iter().any(|cell| self.takes_king_specially(cell))
    }
}
