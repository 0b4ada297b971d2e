//! Counts of the hints that each side of a game took. The counts are public; the suggested moves are
//! not, and are not stored. Not here: the search for a hint (`features::hint::handler`).

use adoube_rules::Side;

/// Number of hints each side took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HintCounts {
    /// White.
    pub white: u32,
    /// Black.
    pub black: u32,
}

impl HintCounts {
    /// Whether no hint was taken.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over so")]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// The number of a side.
    pub fn of(self, side: Side) -> u32 {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }
}

/// Hint counts, and the position of each side's last hint, so that a repeated request in one
/// position counts once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HintRecord {
    /// The counts.
    pub taken: HintCounts,
    /// Mark of the position of White's last hint.
    pub white_at: Option<u64>,
    /// Mark of the position of Black's last hint.
    pub black_at: Option<u64>,
}

impl HintRecord {
    /// Whether no hint was taken.
    pub fn is_none(&self) -> bool {
        self.taken.is_none()
    }

    /// Counts a hint in a position; returns `false` if the side's last hint was in the same one.
    pub(crate) fn count(&mut self, side: Side, position: &str) -> bool {
        let mark = mark(position);
        let (count, at) = self.at_mut(side);
        if at.replace(mark) == Some(mark) {
            return false;
        }
        *count = count.saturating_add(1);
        true
    }

    fn at_mut(&mut self, side: Side) -> (&mut u32, &mut Option<u64>) {
        match side {
            Side::White => (&mut self.taken.white, &mut self.white_at),
            Side::Black => (&mut self.taken.black, &mut self.black_at),
        }
    }
}

/// A mark of a position in its public form: FNV-1a, the same in every process.
fn mark(position: &str) -> u64 {
    position
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
