//! Moves of the Windmill, which rotates on the ring of eight squares around a neighbouring piece,
//! either way round: finds its targets, and tells whether it reaches a given square.

use crate::board_position::{NEIGHBOUR_OFFSETS, SideToMove};
use crate::movement::LandingRule;
use crate::padded_board::{BoardAccess, PaddedSquare, PaddedSquareSet};

const MOVES_AND_CAPTURES: LandingRule = LandingRule { quiet: true, captures: true };

impl<B: BoardAccess> SideToMove<'_, B> {
    /// Calls `found` once with every cell a Windmill can end on. The pivot may be of either colour;
    /// the edge of the board and every piece on the ring end the rotation.
    pub(super) fn windmill_targets(&self, from: PaddedSquare, found: &mut impl FnMut(PaddedSquare)) {
        let mut seen = PaddedSquareSet::EMPTY;
        let mut found_once = |to| {
            if seen.insert(to) {
                found(to);
            }
        };
        for (direction, step) in NEIGHBOUR_OFFSETS.into_iter().enumerate() {
            let pivot = from.step(step);
            if self.board.at(pivot).is_piece() {
                // From the pivot, the Windmill is in the opposite direction.
                let start = direction + NEIGHBOUR_OFFSETS.len() / 2;
                self.travel((1..NEIGHBOUR_OFFSETS.len()).map(|turn| start + turn), pivot, &mut found_once);
                self.travel(
                    (1..NEIGHBOUR_OFFSETS.len()).map(|turn| start + NEIGHBOUR_OFFSETS.len() - turn),
                    pivot,
                    &mut found_once,
                );
            }
        }
    }

    fn travel(
        &self,
        ring: impl Iterator<Item = usize>,
        pivot: PaddedSquare,
        found: &mut impl FnMut(PaddedSquare),
    ) {
        for place in ring {
            if !self.push_landing(
                pivot.step(NEIGHBOUR_OFFSETS[place % NEIGHBOUR_OFFSETS.len()]),
                MOVES_AND_CAPTURES,
                found,
            ) {
                return;
            }
        }
    }

    /// Whether a Windmill can reach the target.
    pub(super) fn windmill_reaches(&self, from: PaddedSquare, target: PaddedSquare) -> bool {
        let mut reached = false;
        self.windmill_targets(from, &mut |to| reached |= to == target);
        reached
    }
}
