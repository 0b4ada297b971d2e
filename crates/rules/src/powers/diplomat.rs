//! The Diplomat: steps like a Guard without capturing, or converts one adjacent enemy where it stands.

use crate::board::Cell;
use crate::bounded::{RING, Turn};

impl Turn<'_> {
    /// Calls `found` with every enemy a Diplomat can convert. A Block is no prey, so it is not among them.
    pub(super) fn diplomat_victims(&self, from: Cell, found: &mut impl FnMut(Cell)) {
        RING.into_iter().map(|step| from.step(step)).filter(|&cell| self.is_prey(cell)).for_each(found);
    }
}
