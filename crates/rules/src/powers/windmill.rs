//! The Windmill: travels the ring of eight squares around a neighbouring piece, either way round.

use crate::board::{Cell, Cells, Sight};
use crate::bounded::{RING, Turn};
use crate::movement::Ends;

const MOVES_AND_CAPTURES: Ends = Ends { quiet: true, captures: true };

impl<B: Sight> Turn<'_, B> {
    /// Calls `found` once with every square a Windmill can end on. The pivot may be of either colour; the edge of the
    /// board and every piece on the ring end the journey.
    pub(super) fn windmill_targets(&self, from: Cell, found: &mut impl FnMut(Cell)) {
        let mut seen = Cells::EMPTY;
        let mut found_once = |to| {
            if seen.insert(to) {
                found(to);
            }
        };
        for (direction, step) in RING.into_iter().enumerate() {
            let pivot = from.step(step);
            if self.board.at(pivot).is_piece() {
                // Seen from the pivot the Windmill stands in the opposite direction.
                let start = direction + RING.len() / 2;
                self.travel((1..RING.len()).map(|turn| start + turn), pivot, &mut found_once);
                self.travel((1..RING.len()).map(|turn| start + RING.len() - turn), pivot, &mut found_once);
            }
        }
    }

    fn travel(&self, ring: impl Iterator<Item = usize>, pivot: Cell, found: &mut impl FnMut(Cell)) {
        for place in ring {
            if !self.end_on(pivot.step(RING[place % RING.len()]), MOVES_AND_CAPTURES, found) {
                return;
            }
        }
    }

    /// Whether a Windmill can travel onto the target.
    pub(super) fn windmill_reaches(&self, from: Cell, target: Cell) -> bool {
        let mut reached = false;
        self.windmill_targets(from, &mut |to| reached |= to == target);
        reached
    }
}
