//! Blunder filter: which moves a weaker level does not see. The same seed, which stands for a turn of a game, hides the same
//! moves in the whole search.

/// Which moves are overlooked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlunderFilter {
    /// How many of a thousand.
    pub(crate) per_mille: u32,
    pub(crate) seed: u64,
    /// Whether moves that could be made at once may be among them.
    pub(crate) hides_own_moves: bool,
}

impl BlunderFilter {
    /// None of them.
    pub const NONE: Self = Self { per_mille: 0, seed: 0, hides_own_moves: false };

    /// Whether a move is one of them: `number` stands for what goes where, `ply` says how many half-moves ahead.
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
