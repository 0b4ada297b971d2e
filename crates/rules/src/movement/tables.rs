//! Every type's movement for both sides in steps of the padded board, and the probes that find attackers backwards.

use std::sync::LazyLock;

use super::{Hop, Leg, Reach, Shape, Vector};
use crate::board::{Cell, Code, Step};
use crate::catalogue::Catalogue;
use crate::powers::Power;
use crate::{PieceType, Side};

/// A straight leg in steps of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ride {
    pub(crate) step: Step,
    pub(crate) limit: u8,
}

/// What a part of a movement may end on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ends {
    pub(crate) quiet: bool,
    pub(crate) captures: bool,
}

/// The movement of one type and side.
#[derive(Debug, Default)]
pub(crate) struct Movement {
    pub(crate) leaps: Vec<(Step, Ends)>,
    pub(crate) rides: Vec<(Ride, Ends)>,
    pub(crate) bends: Vec<(Ride, Ride, Ends)>,
    pub(crate) hops: Vec<(Step, Hop, Ends)>,
    /// Whether two of its ways can end on the same square.
    pub(crate) meets_itself: bool,
}

/// How a cell's content looks to a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// Nothing is there.
    Empty,
    /// A piece of the opponent that can be taken.
    Prey,
    /// An own piece, one that cannot be taken, or the end of the board.
    Wall,
}

/// All movements, indexed by the code of a piece.
pub(crate) struct Tables {
    movements: Vec<Movement>,
    relations: [[Relation; Code::COUNT]; 2],
    /// Every leap some type captures with, and for each code the set of those it has.
    pub(crate) leaps: Vec<Step>,
    leap_masks: [u64; Code::COUNT],
    /// The same for straight rides.
    pub(crate) rides: Vec<Ride>,
    ride_masks: [u64; Code::COUNT],
    special: [bool; Code::COUNT],
    reaches: Vec<Reach>,
    powers: [Option<Power>; Code::COUNT],
    locked: [bool; Code::COUNT],
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::of(Catalogue::get()));

impl Tables {
    /// The tables of the program's catalogue.
    pub(crate) fn get() -> &'static Self {
        &TABLES
    }

    #[inline]
    pub(crate) fn movement(&self, code: Code) -> &Movement {
        &self.movements[code.index()]
    }

    #[inline]
    pub(crate) fn relation(&self, mover: Side, code: Code) -> Relation {
        self.relations[mover.index()][code.index()]
    }

    /// Which of [`leaps`](Self::leaps) the piece captures with.
    #[inline]
    pub(crate) fn leap_mask(&self, code: Code) -> u64 {
        self.leap_masks[code.index()]
    }

    /// Which of [`rides`](Self::rides) the piece captures with.
    #[inline]
    pub(crate) fn ride_mask(&self, code: Code) -> u64 {
        self.ride_masks[code.index()]
    }

    /// Whether the piece captures in ways the two masks do not say.
    #[inline]
    pub(crate) fn is_special(&self, code: Code) -> bool {
        self.special[code.index()]
    }

    /// Where the piece's captures reach when nothing stands in their way.
    #[inline]
    pub(crate) fn reach(&self, code: Code) -> &Reach {
        &self.reaches[code.index()]
    }

    #[inline]
    pub(crate) fn power(&self, code: Code) -> Option<Power> {
        self.powers[code.index()]
    }

    #[inline]
    pub(crate) fn is_lockable(&self, code: Code) -> bool {
        self.locked[code.index()]
    }

    fn of(catalogue: &Catalogue) -> Self {
        let mut tables = Self {
            movements: (0..Code::COUNT).map(|_| Movement::default()).collect(),
            relations: [[Relation::Wall; Code::COUNT]; 2],
            leaps: Vec::new(),
            leap_masks: [0; Code::COUNT],
            rides: Vec::new(),
            ride_masks: [0; Code::COUNT],
            special: [false; Code::COUNT],
            reaches: vec![Reach::NOWHERE; Code::COUNT],
            powers: [None; Code::COUNT],
            locked: [false; Code::COUNT],
        };
        for side in Side::BOTH {
            tables.relations[side.index()][Code::EMPTY.index()] = Relation::Empty;
            for kind in PieceType::all() {
                tables.add(catalogue, side, kind);
            }
        }
        tables
    }

    fn add(&mut self, catalogue: &Catalogue, side: Side, kind: PieceType) {
        let row = catalogue.row(kind);
        let code = Code::of(side, kind);
        if row.power != Some(Power::Block) {
            self.relations[side.other().index()][code.index()] = Relation::Prey;
        }
        let mut movement = Movement::default();
        for strand in &row.strands {
            let ends = Ends { quiet: strand.mode.quiet(), captures: strand.mode.captures() };
            movement.add(side, strand.shape, ends);
        }
        movement.meets_itself = !movement.bends.is_empty();
        if row.power != Some(Power::Edgehog) {
            self.add_masks(code, &movement);
        }
        self.special[code.index()] = !movement.bends.is_empty()
            || !movement.hops.is_empty()
            || row.power.is_some_and(Power::captures_in_its_own_way);
        self.reaches[code.index()] = Reach::of(&row.strands, row.power, side);
        self.powers[code.index()] = row.power;
        self.locked[code.index()] = row.locked;
        self.movements[code.index()] = movement;
    }

    fn add_masks(&mut self, code: Code, movement: &Movement) {
        for (step, _) in movement.leaps.iter().filter(|(_, ends)| ends.captures) {
            self.leap_masks[code.index()] |= bit_of(&mut self.leaps, *step);
        }
        for (ride, _) in movement.rides.iter().filter(|(_, ends)| ends.captures) {
            self.ride_masks[code.index()] |= bit_of(&mut self.rides, *ride);
        }
    }
}

/// The bit of an entry in a list, which gets it if it is new.
fn bit_of<T: PartialEq>(list: &mut Vec<T>, entry: T) -> u64 {
    let place = list.iter().position(|known| *known == entry).unwrap_or_else(|| {
        list.push(entry);
        list.len() - 1
    });
    1 << place
}

impl Movement {
    fn add(&mut self, side: Side, shape: Shape, ends: Ends) {
        let step = |vector: Vector| {
            let seen = if side == Side::White { vector } else { vector.mirrored() };
            Cell::difference(seen.files.into(), seen.ranks.into())
        };
        let ride = |leg: Leg| Ride { step: step(leg.step), limit: leg.limit };
        match shape {
            Shape::Straight(Leg { step: vector, limit: 1 }) => self.leaps.push((step(vector), ends)),
            Shape::Straight(leg) => self.rides.push((ride(leg), ends)),
            Shape::Bent(first, second) => self.bends.push((ride(first), ride(second), ends)),
            Shape::Over(vector, hop) => self.hops.push((step(vector), hop, ends)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_probes_fit_their_masks() {
        let tables = Tables::get();
        assert!(tables.leaps.len() <= 64 && tables.rides.len() <= 64);
    }
}
