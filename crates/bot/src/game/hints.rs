//! Hints that the players of a game took. Everybody may know of each, and nobody of what it said. Not here: what a hint is
//! (`flow`).

use adoube_rules::Side;

use super::GameRecord;

/// How many hints each side took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HintCounts {
    /// White.
    pub white: u32,
    /// Black.
    pub black: u32,
}

impl HintCounts {
    /// Whether nobody took any.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over so")]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Those of a side.
    pub fn of(self, side: Side) -> u32 {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }
}

/// The same, and for which position each side took its last one, so that whoever asks again there has taken one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HintRecord {
    /// How many there were.
    pub taken: HintCounts,
    /// The mark of the position in which White took the last one.
    pub white_at: Option<u64>,
    /// The same of Black.
    pub black_at: Option<u64>,
}

impl HintRecord {
    /// Whether nobody took any.
    pub fn is_none(&self) -> bool {
        self.taken.is_none()
    }

    fn at_mut(&mut self, side: Side) -> (&mut u32, &mut Option<u64>) {
        match side {
            Side::White => (&mut self.taken.white, &mut self.white_at),
            Side::Black => (&mut self.taken.black, &mut self.black_at),
        }
    }
}

impl GameRecord {
    /// Counts a hint for the position as it stands; whether it is another one than the side's last.
    pub(crate) fn count_hint(&mut self, side: Side) -> bool {
        let mark = mark(&self.open_text());
        let (count, at) = self.hints.at_mut(side);
        if at.replace(mark) == Some(mark) {
            return false;
        }
        *count = count.saturating_add(1);
        true
    }
}

/// A number for a position as everybody knows it: FNV-1a, the same in every process.
fn mark(position: &str) -> u64 {
    position
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
