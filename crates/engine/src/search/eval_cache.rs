//! Evaluation cache: static evaluations by hash key, as a look-up is faster than an evaluation.
//!
//! Not here: results of searches (`transposition_table`).

/// Number of entries, a power of two.
const ENTRIES: usize = 1 << 15;
/// Bits of an entry that hold the score; the same bits of the key choose the entry.
const SCORE_MASK: u64 = 0xffff;

/// Entries: the upper bits of the key, and the score in the lower ones.
pub(super) struct EvalCache(Vec<u64>);

impl Default for EvalCache {
    fn default() -> Self {
        Self(vec![0; ENTRIES])
    }
}

impl EvalCache {
    /// The static evaluation of the position with that key; `evaluate` computes it when it is not
    /// cached.
    #[inline]
    pub(super) fn get_or_evaluate(&mut self, key: u64, evaluate: impl FnOnce() -> i32) -> i32 {
        let entry = &mut self.0[(key & SCORE_MASK) as usize % ENTRIES];
        if *entry & !SCORE_MASK != key & !SCORE_MASK {
            let score = evaluate().clamp(i16::MIN.into(), i16::MAX.into());
            *entry = key & !SCORE_MASK | u64::from((score as i16).cast_unsigned());
        }
        i32::from((*entry as u16).cast_signed())
    }
}
