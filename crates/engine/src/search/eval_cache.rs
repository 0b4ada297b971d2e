//! What positions seem to be worth as they stand, kept for when they come about again on another way: judging one takes longer
//! than looking it up. Not here: how that is found (`evaluation`), and what looking ahead has found out (`table`).

/// Positions that are kept.
const ENTRIES: usize = 1 << 15;
/// The bits of a number that a score takes; those of the key that are left out by them tell the place.
const SCORE_MASK: u64 = 0xffff;

/// What was judged last at each place: the key but for its last bits, and in these the score.
pub(super) struct EvalCache(Vec<u64>);

impl Default for EvalCache {
    fn default() -> Self {
        Self(vec![0; ENTRIES])
    }
}

impl EvalCache {
    /// What the position with that key seems to be worth; `judge` says it when it is not known.
    #[inline]
    pub(super) fn get_or_evaluate(&mut self, key: u64, judge: impl FnOnce() -> i32) -> i32 {
        let kept = &mut self.0[(key & SCORE_MASK) as usize % ENTRIES];
        if *kept & !SCORE_MASK != key & !SCORE_MASK {
            let score = judge().clamp(i16::MIN.into(), i16::MAX.into());
            *kept = key & !SCORE_MASK | u64::from((score as i16).cast_unsigned());
        }
        i32::from((*kept as u16).cast_signed())
    }
}
