//! A calendar that stands still until it is moved, with a timer that runs. Not here: clocks of several processes
//! (`fast_clock`).

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use adoube_service::{Clock, Timer};

use crate::fast_clock::FastClock;

/// The clock. What waits for its timer waits as long as it is said to, or less.
pub struct Still {
    millis: AtomicU64,
    timer: OnceLock<FastClock>,
}

impl Still {
    /// It shows this many milliseconds since 1970.
    pub fn new(millis: u64) -> Self {
        Self { millis: AtomicU64::new(millis), timer: OnceLock::new() }
    }

    /// So much time passes on the calendar.
    pub fn passes(&self, time: Duration) {
        self.millis.fetch_add(time.as_millis() as u64, Ordering::Relaxed);
    }

    /// Whatever waits for the timer waits so many times less long, unless the timer was used before.
    pub fn hurry(&self, factor: u32) -> FastClock {
        *self.timer.get_or_init(|| FastClock::new(self.now_millis(), factor))
    }
}

impl Clock for Still {
    fn now_millis(&self) -> u64 {
        self.millis.load(Ordering::Relaxed)
    }

    /// No time passes but what is said to; otherwise the calendar would have been set forward.
    fn monotonic(&self) -> Duration {
        Duration::from_millis(self.now_millis())
    }

    fn timer(&self) -> Arc<dyn Timer> {
        self.hurry(1).timer()
    }
}
