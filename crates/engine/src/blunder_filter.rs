//! Blunder filter: decides by a seed which moves a weaker level does not see. The same seed, which
//! stands for a turn of a game, hides the same moves in the whole search.

/// Moves that a weaker level does not see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlunderFilter {
    /// Share of moves that are hidden, in thousandths.
    pub(crate) per_mille: u32,
    pub(crate) seed: u64,
    /// Whether moves at the root may be hidden.
    pub(crate) hides_own_moves: bool,
}

impl BlunderFilter {
    /// Hides no move.
    pub const NONE: Self = Self { per_mille: 0, seed: 0, hides_own_moves: false };

    /// Whether a move is hidden: `number` stands for piece and target, `ply` is the distance from
    /// the root.
    #[inline]
    pub(crate) const fn hides(&self, number: u32, ply: usize) -> bool {
        if self.per_mille == 0 || ply == 0 && !self.hides_own_moves {
            return false;
        }
        // The finaliser of MurmurHash3.
        let mut mixed = self.seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ mixed >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed = (mixed ^ mixed >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        (mixed ^ mixed >> 33) % 1_000 < self.per_mille as u64
    }
}
