//! Walks a movement over the board: where a piece can go, and whether it strikes a square.

use super::turn::Turn;
use crate::board::{Cell, Cells, Code, Sight, Step};
use crate::movement::{Ends, Hop, Movement, Relation, Ride};

impl<B: Sight> Turn<'_, B> {
    /// Calls `found` once with every square the movement of `code` reaches from a cell, powers apart.
    #[inline]
    pub(crate) fn walk(&self, code: Code, from: Cell, found: &mut impl FnMut(Cell)) {
        let movement = self.tables.movement(code);
        if !movement.meets_itself {
            return self.walk_every_way(movement, from, found);
        }
        let mut seen = Cells::EMPTY;
        self.walk_every_way(movement, from, &mut |to| {
            if seen.insert(to) {
                found(to);
            }
        });
    }

    #[inline]
    fn walk_every_way(&self, movement: &Movement, from: Cell, found: &mut impl FnMut(Cell)) {
        for &(step, ends) in &movement.leaps {
            self.end_on(from.step(step), ends, found);
        }
        for &(ride, ends) in &movement.rides {
            self.ride(from, ride, ends, found);
        }
        for &(step, hop, ends) in &movement.hops {
            self.hop(from, step, hop, ends, found);
        }
        for &(first, second, ends) in &movement.bends {
            self.bend(from, first, second, ends, found);
        }
    }

    /// Whether a piece moving like `code` could take what stands on `target` by going there, powers apart.
    pub(crate) fn strikes(&self, code: Code, from: Cell, target: Cell) -> bool {
        let movement = self.tables.movement(code);
        let leap = movement.leaps.iter().any(|&(step, ends)| ends.captures && from.step(step) == target);
        leap || movement.rides.iter().any(|&(ride, ends)| ends.captures && self.rides_to(from, ride, target))
            || self.strikes_round_or_over(code, from, target)
    }

    /// The part of [`strikes`](Self::strikes) that is neither a leap nor a straight ride.
    pub(crate) fn strikes_round_or_over(&self, code: Code, from: Cell, target: Cell) -> bool {
        let movement = self.tables.movement(code);
        let mut struck = false;
        let mut found = |to| struck |= to == target;
        for &(first, second, ends) in movement.bends.iter().filter(|(.., ends)| ends.captures) {
            self.bend(from, first, second, ends, &mut found);
        }
        for &(step, hop, ends) in movement.hops.iter().filter(|(.., ends)| ends.captures) {
            self.hop(from, step, hop, ends, &mut found);
        }
        struck
    }

    /// Whether a ride over empty squares gets to a cell, whatever stands on it.
    pub(crate) fn rides_to(&self, from: Cell, ride: Ride, target: Cell) -> bool {
        let mut at = from;
        for _ in 0..ride.limit {
            at = at.step(ride.step);
            if at == target {
                return true;
            }
            if !self.board.at(at).is_empty() {
                return false;
            }
        }
        false
    }

    /// Reports a cell if the part may end on it; whether it is empty, so that one may go on.
    #[inline]
    pub(crate) fn end_on(&self, to: Cell, ends: Ends, found: &mut impl FnMut(Cell)) -> bool {
        match self.look(to) {
            Relation::Empty => {
                if ends.quiet {
                    found(to);
                }
                true
            }
            Relation::Prey => {
                if ends.captures {
                    found(to);
                }
                false
            }
            Relation::Wall => false,
        }
    }

    #[inline]
    pub(crate) fn ride(&self, from: Cell, ride: Ride, ends: Ends, found: &mut impl FnMut(Cell)) {
        let mut at = from;
        for _ in 0..ride.limit {
            at = at.step(ride.step);
            if !self.end_on(at, ends, found) {
                return;
            }
        }
    }

    fn bend(&self, from: Cell, first: Ride, second: Ride, ends: Ends, found: &mut impl FnMut(Cell)) {
        let mut at = from;
        for _ in 0..first.limit {
            at = at.step(first.step);
            if !self.board.at(at).is_empty() {
                return;
            }
            self.ride(at, second, ends, found);
        }
    }

    fn hop(&self, from: Cell, step: Step, hop: Hop, ends: Ends, found: &mut impl FnMut(Cell)) {
        if let Some(to) = self.landing(from, step, hop) {
            self.end_on(to, ends, found);
        }
    }

    /// Where a hop in a direction ends, whatever is there.
    pub(super) fn landing(&self, from: Cell, step: Step, hop: Hop) -> Option<Cell> {
        match hop {
            Hop::JustBehind { pieces } => {
                let last = (0..pieces).try_fold(from, |at, _| self.next_piece(at, step));
                last.map(|hurdle| hurdle.step(step))
            }
            Hop::OnNextPiece => self.next_piece(from, step).and_then(|hurdle| self.next_piece(hurdle, step)),
        }
    }

    /// The first cell in a direction that holds a piece.
    fn next_piece(&self, from: Cell, step: Step) -> Option<Cell> {
        let mut at = from.step(step);
        while self.board.at(at).is_empty() {
            at = at.step(step);
        }
        self.board.at(at).is_piece().then_some(at)
    }
}
