//! A clock for the tests of races: a wall clock that can be set, a monotonic timer that cannot,
//! and, if switched on, a random amount of time that passes with each reading of the wall clock.
//! Not here: the races.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use adoube_bot::Clock;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A calendar that may pass while somebody looks at it, and a reading that is never set.
pub struct Watch {
    calendar: AtomicU64,
    passed: AtomicU64,
    /// How much passes with each look at most, in milliseconds.
    pub ticks: AtomicU64,
    rng: Mutex<ChaCha8Rng>,
}

impl Watch {
    pub fn new(seed: u64) -> Self {
        Self {
            calendar: AtomicU64::new(1_767_323_045_000),
            passed: AtomicU64::new(0),
            ticks: AtomicU64::new(0),
            rng: Mutex::new(ChaCha8Rng::seed_from_u64(seed)),
        }
    }

    pub fn now(&self) -> u64 {
        self.calendar.load(Ordering::Relaxed)
    }

    pub fn pass(&self, millis: u64) {
        self.calendar.fetch_add(millis, Ordering::Relaxed);
        self.passed.fetch_add(millis, Ordering::Relaxed);
    }

    /// Sets the calendar, and nothing else.
    pub fn set(&self, at: u64) {
        self.calendar.store(at, Ordering::Relaxed);
    }

    /// Lets time pass until then.
    pub fn reach(&self, at: u64) {
        self.pass(at.saturating_sub(self.now()));
    }
}

impl Clock for Watch {
    fn now_millis(&self) -> u64 {
        let most = self.ticks.load(Ordering::Relaxed);
        if most > 0 {
            let tick = self.rng.lock().unwrap_or_else(PoisonError::into_inner).random_range(0..=most);
            self.pass(tick);
        }
        self.now()
    }

    fn monotonic(&self) -> Duration {
        Duration::from_millis(self.passed.load(Ordering::Relaxed))
    }
}
