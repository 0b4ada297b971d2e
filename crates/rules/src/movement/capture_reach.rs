//! Upper bound of where a piece type can capture on an empty board: a quick rejection test before attack detection.
//!
//! The test ignores obstacles, so it may say yes too often, but it never says no where an attack is possible.

use super::{HopperLanding, MoveVector, MovementAtom, PathLeg, PathShape};
use crate::Side;
use crate::padded_board::{DISPLACEMENTS, PaddedSquare};
use crate::powers::Power;

/// Largest difference of files or ranks on the largest board.
const FARTHEST: i32 = 9;
const WORDS: usize = DISPLACEMENTS.div_ceil(64);

/// A set of displacements from a piece to squares on which it may capture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CaptureReach {
    words: [u64; WORDS],
    forward: i32,
}

impl CaptureReach {
    /// The empty set.
    pub(crate) const NOWHERE: Self = Self { words: [0; WORDS], forward: 0 };

    /// The capture reach of a piece with a movement and a power.
    pub(crate) fn of(atoms: &[MovementAtom], power: Option<Power>, side: Side) -> Self {
        let mut reach = Self { forward: side.forward(), ..Self::NOWHERE };
        for atom in atoms.iter().filter(|atom| atom.mode.captures()) {
            reach.add_atom(atom.shape);
        }
        match power {
            Some(Power::Archer) => Self::each_step(|step| reach.add_archery(step)),
            Some(Power::Advancer) => Self::each_step(|step| reach.add_line(step)),
            Some(Power::Withdrawer | Power::Diplomat | Power::Chameleon) => {
                Self::each_step(|(files, ranks)| reach.add(files, ranks));
            }
            Some(Power::Windmill) => reach.add_square(2),
            Some(Power::Coordinator | Power::Joker) => reach.add_square(FARTHEST),
            _ => {}
        }
        reach
    }

    /// Whether a piece on `from` may capture on `to`.
    #[inline]
    pub(crate) fn includes(&self, from: PaddedSquare, to: PaddedSquare) -> bool {
        let place = from.displacement(to);
        self.words[place / 64] & (1 << (place % 64)) != 0
    }

    /// Adds a displacement, given from White's view.
    fn add(&mut self, files: i32, ranks: i32) {
        if files.abs() <= FARTHEST && ranks.abs() <= FARTHEST {
            let place = PaddedSquare::displacement_by(files, ranks * self.forward);
            self.words[place / 64] |= 1 << (place % 64);
        }
    }

    /// Calls `visit` with the steps to the eight neighbours.
    fn each_step(mut visit: impl FnMut((i32, i32))) {
        let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
        steps.filter(|step| *step != (0, 0)).for_each(&mut visit);
    }

    fn add_line(&mut self, (files, ranks): (i32, i32)) {
        (1..=FARTHEST).for_each(|distance| self.add(files * distance, ranks * distance));
    }

    /// Adds two knight's leaps in a row, in the directions next to a diagonal.
    fn add_archery(&mut self, (files, ranks): (i32, i32)) {
        if files != 0 && ranks != 0 {
            self.add(4 * files, 2 * ranks);
            self.add(2 * files, 4 * ranks);
        }
    }

    fn add_square(&mut self, distance: i32) {
        for files in -distance..=distance {
            (-distance..=distance).for_each(|ranks| self.add(files, ranks));
        }
    }

    fn add_atom(&mut self, shape: PathShape) {
        let along = |PathLeg { step, limit }: PathLeg| {
            (1..=FARTHEST.min(limit.into())).map(move |count| scaled(step, count))
        };
        match shape {
            PathShape::Straight(leg) => along(leg).for_each(|(files, ranks)| self.add(files, ranks)),
            PathShape::Bent(first, second) => {
                for (files, ranks) in along(first) {
                    along(second).for_each(|(on, up)| self.add(files + on, ranks + up));
                }
            }
            PathShape::Over(step, HopperLanding::JustBehind { .. } | HopperLanding::OnNextPiece) => {
                self.add_line((step.files.into(), step.ranks.into()));
            }
        }
    }
}

fn scaled(step: MoveVector, count: i32) -> (i32, i32) {
    (i32::from(step.files) * count, i32::from(step.ranks) * count)
}
