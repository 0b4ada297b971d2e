//! Conversions by the Diplomat, which steps like a Guard without capturing, or converts one
//! adjacent enemy, which then belongs to its side: finds the enemies that it can convert. Not here:
//! its steps (the catalogue).

use crate::board_position::{NEIGHBOUR_OFFSETS, SideToMove};
use crate::padded_board::PaddedSquare;

impl SideToMove<'_> {
    /// Calls `found` with every enemy a Diplomat can convert. A Block cannot be converted.
    pub(super) fn diplomat_targets(&self, from: PaddedSquare, found: &mut impl FnMut(PaddedSquare)) {
        NEIGHBOUR_OFFSETS
            .into_iter()
            .map(|step| from.step(step))
            .filter(|&cell| self.is_capturable(cell))
            .for_each(found);
    }
}
