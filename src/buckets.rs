//! Buckets that slow down whoever asks too fast. Not here: how fast anybody may ask; each adapter says so.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, PoisonError},
};

/// How fast something may be done: a burst at once, then so many per second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    /// How many at once after a rest.
    pub(crate) burst: u32,
    /// Milliseconds until one more is allowed.
    pub(crate) refill_millis: u64,
}

/// How many different keys a set of buckets remembers before it forgets those that are full again.
const REMEMBERED: usize = 4096;

/// One bucket per key.
#[derive(Debug)]
pub(crate) struct Buckets<K> {
    pace: Pace,
    /// When each key's bucket will be full again, in milliseconds since 1970.
    full_at: Mutex<HashMap<K, u64>>,
}

impl<K: Eq + Hash> Buckets<K> {
    pub(crate) fn new(pace: Pace) -> Self {
        Self { pace, full_at: Mutex::new(HashMap::new()) }
    }

    /// Takes one from the key's bucket; `false` when it is empty. `now` in milliseconds since 1970.
    pub(crate) fn take(&self, key: K, now: u64) -> bool {
        let Pace { burst, refill_millis } = self.pace;
        // A map of numbers has no state that a panic elsewhere could leave half done.
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        if full_at.len() >= REMEMBERED {
            full_at.retain(|_, full| *full > now);
        }
        let full = full_at.entry(key).or_insert(now);
        let after = (*full).max(now) + refill_millis;
        if after > now + u64::from(burst) * refill_millis {
            return false;
        }
        *full = after;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: u64 = 1_000_000;

    #[test]
    fn a_burst_is_allowed_then_the_pace() {
        let buckets = Buckets::new(Pace { burst: 3, refill_millis: 100 });
        let taken: Vec<bool> = [0, 0, 0, 0, 99, 100, 100, 1000, 1000, 1000, 1000]
            .into_iter()
            .map(|after| buckets.take("anna", START + after))
            .collect();
        let expected = [true, true, true, false, false, true, false, true, true, true, false];
        assert_eq!(taken, expected);
    }

    #[test]
    fn one_key_does_not_slow_another() {
        let buckets = Buckets::new(Pace { burst: 1, refill_millis: 100 });
        assert!(buckets.take("anna", START));
        assert!(!buckets.take("anna", START));
        assert!(buckets.take("bert", START));
    }

    #[test]
    fn full_buckets_are_forgotten_and_empty_ones_are_not() {
        let buckets = Buckets::new(Pace { burst: 1, refill_millis: 100 });
        for key in 0..REMEMBERED {
            assert!(buckets.take(key, START));
        }
        assert!(buckets.take(REMEMBERED, START + 150));
        assert_eq!(buckets.full_at.lock().map(|map| map.len()).unwrap_or_default(), 1);
        assert!(!buckets.take(REMEMBERED, START + 151));
    }
}
