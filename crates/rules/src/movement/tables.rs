//! Lookup tables of every type's movement for both sides in offsets of the padded board, and masks to look back from a square to
//! possible attackers.

use std::sync::LazyLock;

use super::{CaptureReach, HopperLanding, MoveVector, PathLeg, PathShape};
use crate::catalogue::Catalogue;
use crate::padded_board::{PaddedOffset, PaddedSquare, PieceCode};
use crate::powers::Power;
use crate::{PieceType, Side};

/// A straight leg as an offset of the padded board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlideStep {
    pub(crate) step: PaddedOffset,
    pub(crate) limit: u8,
}

/// What a move may end on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LandingRule {
    pub(crate) quiet: bool,
    pub(crate) captures: bool,
}

/// The movement of one type and side on the padded board.
#[derive(Debug, Default)]
pub(crate) struct PieceMovement {
    pub(crate) leaps: Vec<(PaddedOffset, LandingRule)>,
    pub(crate) slides: Vec<(SlideStep, LandingRule)>,
    pub(crate) bent_slides: Vec<(SlideStep, SlideStep, LandingRule)>,
    pub(crate) hops: Vec<(PaddedOffset, HopperLanding, LandingRule)>,
    /// Whether two parts of the movement can end on the same cell.
    pub(crate) has_shared_targets: bool,
}

/// Relation of a mover to the content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SquareRelation {
    /// The cell is empty.
    Empty,
    /// An enemy piece that can be captured.
    Capturable,
    /// An own piece, an enemy piece that cannot be captured, or the end of the board.
    Blocked,
}

/// All movements, indexed by the code of a piece.
pub(crate) struct MovementTables {
    movements: Vec<PieceMovement>,
    relations: [[SquareRelation; PieceCode::COUNT]; 2],
    /// Every leap that some type captures with. `leap_masks` holds those of each code.
    pub(crate) leaps: Vec<PaddedOffset>,
    leap_masks: [u64; PieceCode::COUNT],
    /// The same for straight slides.
    pub(crate) slides: Vec<SlideStep>,
    slide_masks: [u64; PieceCode::COUNT],
    special: [bool; PieceCode::COUNT],
    reaches: Vec<CaptureReach>,
    powers: [Option<Power>; PieceCode::COUNT],
    locked: [bool; PieceCode::COUNT],
}

static TABLES: LazyLock<MovementTables> = LazyLock::new(|| MovementTables::of(Catalogue::get()));

impl MovementTables {
    /// The tables of the program's catalogue.
    pub(crate) fn get() -> &'static Self {
        &TABLES
    }

    #[inline]
    pub(crate) fn movement(&self, code: PieceCode) -> &PieceMovement {
        &self.movements[code.index()]
    }

    #[inline]
    pub(crate) fn relation(&self, mover: Side, code: PieceCode) -> SquareRelation {
        self.relations[mover.index()][code.index()]
    }

    /// The mask of the [`leaps`](Self::leaps) that the piece captures with.
    #[inline]
    pub(crate) fn leap_mask(&self, code: PieceCode) -> u64 {
        self.leap_masks[code.index()]
    }

    /// The mask of the [`slides`](Self::slides) that the piece captures with.
    #[inline]
    pub(crate) fn slide_mask(&self, code: PieceCode) -> u64 {
        self.slide_masks[code.index()]
    }

    /// Whether the piece has captures that the two masks do not contain.
    #[inline]
    pub(crate) fn is_special(&self, code: PieceCode) -> bool {
        self.special[code.index()]
    }

    /// The capture reach of the piece.
    #[inline]
    pub(crate) fn reach(&self, code: PieceCode) -> &CaptureReach {
        &self.reaches[code.index()]
    }

    #[inline]
    pub(crate) fn power(&self, code: PieceCode) -> Option<Power> {
        self.powers[code.index()]
    }

    #[inline]
    pub(crate) fn is_lockable(&self, code: PieceCode) -> bool {
        self.locked[code.index()]
    }

    fn of(catalogue: &Catalogue) -> Self {
        let mut tables = Self {
            movements: (0..PieceCode::COUNT).map(|_| PieceMovement::default()).collect(),
            relations: [[SquareRelation::Blocked; PieceCode::COUNT]; 2],
            leaps: Vec::new(),
            leap_masks: [0; PieceCode::COUNT],
            slides: Vec::new(),
            slide_masks: [0; PieceCode::COUNT],
            special: [false; PieceCode::COUNT],
            reaches: vec![CaptureReach::NOWHERE; PieceCode::COUNT],
            powers: [None; PieceCode::COUNT],
            locked: [false; PieceCode::COUNT],
        };
        for side in Side::BOTH {
            tables.relations[side.index()][PieceCode::EMPTY.index()] = SquareRelation::Empty;
            for kind in PieceType::all() {
                tables.add(catalogue, side, kind);
            }
        }
        tables
    }

    fn add(&mut self, catalogue: &Catalogue, side: Side, kind: PieceType) {
        let row = catalogue.row(kind.index());
        let code = PieceCode::of(side, kind);
        if row.power != Some(Power::Block) {
            self.relations[side.other().index()][code.index()] = SquareRelation::Capturable;
        }
        let mut movement = PieceMovement::default();
        for atom in &row.atoms {
            let ends = LandingRule { quiet: atom.mode.quiet(), captures: atom.mode.captures() };
            movement.add(side, atom.shape, ends);
        }
        movement.has_shared_targets = !movement.bent_slides.is_empty();
        if row.power != Some(Power::Edgehog) {
            self.add_masks(code, &movement);
        }
        self.special[code.index()] = !movement.bent_slides.is_empty()
            || !movement.hops.is_empty()
            || row.power.is_some_and(Power::has_special_capture);
        self.reaches[code.index()] = CaptureReach::of(&row.atoms, row.power, side);
        self.powers[code.index()] = row.power;
        self.locked[code.index()] = row.locked;
        self.movements[code.index()] = movement;
    }

    fn add_masks(&mut self, code: PieceCode, movement: &PieceMovement) {
        for (step, _) in movement.leaps.iter().filter(|(_, ends)| ends.captures) {
            self.leap_masks[code.index()] |= bit_of(&mut self.leaps, *step);
        }
        for (slide, _) in movement.slides.iter().filter(|(_, ends)| ends.captures) {
            self.slide_masks[code.index()] |= bit_of(&mut self.slides, *slide);
        }
    }
}

/// The bit of an entry in a list, to which it is added if it is new.
fn bit_of<T: PartialEq>(list: &mut Vec<T>, entry: T) -> u64 {
    let place = list.iter().position(|known| *known == entry).unwrap_or_else(|| {
        list.push(entry);
        list.len() - 1
    });
    1 << place
}

impl PieceMovement {
    fn add(&mut self, side: Side, shape: PathShape, ends: LandingRule) {
        let step = |vector: MoveVector| {
            let seen = if side == Side::White { vector } else { vector.mirrored() };
            PaddedSquare::difference(seen.files.into(), seen.ranks.into())
        };
        let slide_step = |leg: PathLeg| SlideStep { step: step(leg.step), limit: leg.limit };
        match shape {
            PathShape::Straight(PathLeg { step: vector, limit: 1 }) => self.leaps.push((step(vector), ends)),
            PathShape::Straight(leg) => self.slides.push((slide_step(leg), ends)),
            PathShape::Bent(first, second) => {
                self.bent_slides.push((slide_step(first), slide_step(second), ends));
            }
            PathShape::Over(vector, hop) => self.hops.push((step(vector), hop, ends)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_probes_fit_their_masks() {
        let tables = MovementTables::get();
        assert!(tables.leaps.len() <= 64 && tables.slides.len() <= 64);
    }
}
