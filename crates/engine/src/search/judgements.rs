//! What positions seem to be worth as they stand, kept for when they come about again on another way: judging one takes longer
//! than looking it up. Not here: how that is found (`evaluation`), and what looking ahead has found out (`table`).

/// Positions that are kept.
const KEPT: usize = 1 << 15;
/// The bits of a number that a score takes; those of the key that are left out by them tell the place.
const SCORE: u64 = 0xffff;

/// What was judged last at each place: the key but for its last bits, and in these the score.
pub(super) struct Judgements(Vec<u64>);

impl Default for Judgements {
    fn default() -> Self {
        Self(vec![0; KEPT])
    }
}

impl Judgements {
    /// What the position with that key seems to be worth; `judge` says it when it is not known.
    #[inline]
    pub(super) fn of(&mut self, key: u64, judge: impl FnOnce() -> i32) -> i32 {
        let kept = &mut self.0[(key & SCORE) as usize % KEPT];
        if *kept & !SCORE != key & !SCORE {
            let score = judge().clamp(i16::MIN.into(), i16::MAX.into());
            *kept = key & !SCORE | u64::from((score as i16).cast_unsigned());
        }
        i32::from((*kept as u16).cast_signed())
    }
}
