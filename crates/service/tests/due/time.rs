//! Time for tests: a calendar that is set, and a timer that goes on when it is told to.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use adoube_service::{Clock, Timer};

use super::support::TestTimer;

/// Both; clones show the same.
#[derive(Clone)]
pub struct Time {
    calendar: Arc<AtomicU64>,
    timer: TestTimer,
}

impl Default for Time {
    fn default() -> Self {
        // 2026-01-02 03:04:05 UTC.
        let calendar = Arc::new(AtomicU64::new(1_767_323_045_000));
        Self { calendar, timer: TestTimer::default() }
    }
}

impl Time {
    /// What the calendar says, in milliseconds since 1970.
    pub fn today(&self) -> u64 {
        self.calendar.load(Ordering::Relaxed)
    }

    pub fn set_forward(&self, millis: u64) {
        self.calendar.fetch_add(millis, Ordering::Relaxed);
    }

    pub fn set_back(&self, millis: u64) {
        self.calendar.fetch_sub(millis, Ordering::Relaxed);
    }

    /// Lets the timer go on; the calendar stays.
    pub fn wait(&self, time: Duration) {
        self.timer.wait(time);
    }
}

impl Clock for Time {
    fn now_millis(&self) -> u64 {
        self.today()
    }

    fn monotonic(&self) -> Duration {
        self.timer.now()
    }

    fn timer(&self) -> Arc<dyn Timer> {
        Arc::new(self.timer.clone())
    }
}
