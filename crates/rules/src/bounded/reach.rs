//! Where a piece could go and what it guards, as the board stands: for whoever judges positions. Not here: whether a move is
//! legal, and what powers take beside the target.

use super::turn::Turn;
use crate::board::{Cell, Code};
use crate::movement::{Ends, Relation, Ride};
use crate::powers::{self, Power};

impl Turn<'_> {
    /// Calls `found` with every cell that a piece of the side to move could end on if an enemy stood there, or nobody, as the
    /// way allows; own pieces on it are guarded. A cell may be told twice. Nothing for who may not move now.
    #[inline]
    pub(crate) fn reach(&self, from: Cell, found: &mut impl FnMut(Cell, Ends)) {
        let code = self.board.at(from);
        if self.is_held(from, code) {
            return;
        }
        let Some(acting) = self.acting_as(code) else { return };
        match self.tables.power(acting) {
            Some(Power::Edgehog) => self.movement_reach(acting, from, &mut |to, ends| {
                if powers::edgehog_may(self, from, to) {
                    found(to, ends);
                }
            }),
            Some(Power::Windmill) => {
                powers::targets(self, acting, from, &mut |to| {
                    found(to, Ends { quiet: true, captures: true });
                });
            }
            _ => self.movement_reach(acting, from, found),
        }
    }

    #[inline]
    fn movement_reach(&self, code: Code, from: Cell, found: &mut impl FnMut(Cell, Ends)) {
        let movement = self.tables.movement(code);
        for &(step, ends) in &movement.leaps {
            self.reach_one(from.step(step), ends, found);
        }
        for &(ride, ends) in &movement.rides {
            self.ride_reach(from, ride, ends, found);
        }
        for &(step, hop, ends) in &movement.hops {
            if let Some(to) = self.landing(from, step, hop) {
                self.reach_one(to, ends, found);
            }
        }
        for &(first, second, ends) in &movement.bends {
            let mut at = from;
            for _ in 0..first.limit {
                at = at.step(first.step);
                if !self.board.at(at).is_empty() {
                    break;
                }
                self.ride_reach(at, second, ends, found);
            }
        }
    }

    /// Whether a ride goes on beyond that cell.
    #[inline]
    fn reach_one(&self, to: Cell, ends: Ends, found: &mut impl FnMut(Cell, Ends)) -> bool {
        let (there, relation) = (self.board.at(to), self.look(to));
        let is_guarded = || there.is_piece() && there.side() == self.side();
        let may_end = match relation {
            Relation::Empty => true,
            Relation::Prey => ends.captures,
            Relation::Wall => ends.captures && is_guarded(),
        };
        if may_end {
            found(to, ends);
        }
        relation == Relation::Empty
    }

    #[inline]
    fn ride_reach(&self, from: Cell, ride: Ride, ends: Ends, found: &mut impl FnMut(Cell, Ends)) {
        let mut at = from;
        for _ in 0..ride.limit {
            at = at.step(ride.step);
            if !self.reach_one(at, ends, found) {
                return;
            }
        }
    }
}
