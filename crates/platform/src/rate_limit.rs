//! Token bucket: limits how often each key, such as a person, may act.
//!
//! Times are a clock's monotonic reading, as the calendar may be set back. Not here: the rates
//! themselves, which are limits of each platform.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The size and the refill of a bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BucketRate {
    /// Tokens of a full bucket.
    pub burst: u32,
    /// The time until one token is added.
    pub refill: Duration,
}

/// The number of keys at which full buckets are first dropped.
const MIN_REMEMBERED: usize = 4096;

/// A token bucket for each key.
#[derive(Debug)]
pub struct RateLimiter<K> {
    rate: BucketRate,
    state: Mutex<BucketState<K>>,
}

#[derive(Debug)]
struct BucketState<K> {
    /// When the bucket of each key will be full again.
    full_at: HashMap<K, Duration>,
    /// The number of keys at which full buckets are dropped next.
    most: usize,
}

impl<K: Eq + Hash> RateLimiter<K> {
    /// Full buckets with this rate.
    pub fn new(rate: BucketRate) -> Self {
        Self { rate, state: Mutex::new(BucketState { full_at: HashMap::new(), most: MIN_REMEMBERED }) }
    }

    /// Takes a token from the bucket of a key; false if it is empty. `now` is a clock's monotonic
    /// reading.
    pub fn take(&self, key: K, now: Duration) -> bool {
        self.state().take(key, 1, self.rate, now)
    }

    /// Takes a token, a future one if the bucket is empty, and returns the wait for it. `None` if
    /// the wait exceeds `longest`; then no token is taken.
    pub fn reserve(&self, key: K, longest: Duration, now: Duration) -> Option<Duration> {
        let BucketRate { burst, refill } = self.rate;
        let mut state = self.state();
        state.forget_full(now);
        let full = state.full_at.entry(key).or_insert(now);
        let after = (*full).max(now) + refill;
        let wait = after.saturating_sub(now + refill * burst);
        (wait <= longest).then(|| *full = after)?;
        Some(wait)
    }

    /// Whether the bucket of a key has a token.
    pub fn is_available(&self, key: &K, now: Duration) -> bool {
        let full = self.state().full_at.get(key).map_or(now, |full| (*full).max(now));
        full + self.rate.refill <= now + self.rate.refill * self.rate.burst
    }

    /// Whether the bucket of a key is full.
    pub fn is_full(&self, key: &K, now: Duration) -> bool {
        self.state().full_at.get(key).is_none_or(|full| *full <= now)
    }

    /// Takes tokens for work already done. The bucket may go into debt, which has to refill first.
    pub fn consume(&self, key: K, used: u32, now: Duration) {
        let mut state = self.state();
        state.forget_full(now);
        let full = state.full_at.entry(key).or_insert(now);
        *full = (*full).max(now) + self.rate.refill * used;
    }

    fn state(&self) -> MutexGuard<'_, BucketState<K>> {
        // Each update is a single step, so the map is consistent after a panic elsewhere.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash> BucketState<K> {
    fn take(&mut self, key: K, wanted: u32, rate: BucketRate, now: Duration) -> bool {
        self.forget_full(now);
        let full = self.full_at.entry(key).or_insert(now);
        let after = (*full).max(now) + rate.refill * wanted;
        let may = after <= now + rate.refill * rate.burst;
        if may {
            *full = after;
        }
        may
    }

    fn forget_full(&mut self, now: Duration) {
        if self.full_at.len() >= self.most {
            self.full_at.retain(|_, full| *full > now);
            // Otherwise each new key would search all buckets that are not full.
            self.most = MIN_REMEMBERED.max(2 * self.full_at.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Duration = Duration::from_secs(1000);

    fn rate(burst: u32) -> BucketRate {
        BucketRate { burst, refill: Duration::from_millis(100) }
    }

    fn after(millis: u64) -> Duration {
        START + Duration::from_millis(millis)
    }

    #[test]
    fn a_burst_is_allowed_then_the_pace() {
        let buckets = RateLimiter::new(rate(3));
        let taken: Vec<bool> = [0, 0, 0, 0, 99, 100, 100, 1000, 1000, 1000, 1000]
            .into_iter()
            .map(|millis| buckets.take("anna", after(millis)))
            .collect();
        let expected = [true, true, true, false, false, true, false, true, true, true, false];
        assert_eq!(taken, expected);
    }

    #[test]
    fn one_key_does_not_slow_another() {
        let buckets = RateLimiter::new(rate(1));
        assert!(buckets.take("anna", START));
        assert!(!buckets.take("anna", START));
        assert!(buckets.take("bert", START));
    }

    #[test]
    fn what_is_taken_in_advance_is_waited_for() {
        let buckets = RateLimiter::new(rate(2));
        let longest = Duration::from_millis(250);
        let waits: Vec<_> = (0..5).map(|_| buckets.reserve("anna", longest, START)).collect();
        let millis = |millis| Some(Duration::from_millis(millis));
        assert_eq!(waits, [millis(0), millis(0), millis(100), millis(200), None]);
        assert_eq!(buckets.reserve("anna", longest, after(1000)), millis(0));
    }

    #[test]
    fn what_is_owed_is_waited_for() {
        let buckets = RateLimiter::new(rate(10));
        assert!(buckets.is_available(&"anna", START));
        buckets.consume("anna", 25, START);
        assert!(!buckets.is_available(&"anna", after(1599)));
        assert!(buckets.is_available(&"anna", after(1600)));
    }

    #[test]
    fn full_buckets_are_forgotten_and_empty_ones_are_not() {
        let buckets = RateLimiter::new(rate(1));
        for key in 0..MIN_REMEMBERED {
            assert!(buckets.take(key, START));
        }
        assert!(buckets.take(MIN_REMEMBERED, after(150)));
        assert_eq!(buckets.state().full_at.len(), 1);
        assert!(!buckets.take(MIN_REMEMBERED, after(151)));
    }
}
