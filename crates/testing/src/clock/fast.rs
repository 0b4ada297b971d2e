//! A clock that runs faster than real time, for tests in which processes wait for one another for long.

use std::{
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant},
};

use adoube_bot::{Clock, Timer};

/// A clock that runs a factor faster than real time.
#[derive(Clone, Copy)]
pub struct FastClock {
    begun: Instant,
    begun_millis: u64,
    factor: u32,
}

impl FastClock {
    /// A clock that shows `begun_millis` since 1970 now, and runs `factor` times as fast as real time.
    pub fn new(begun_millis: u64, factor: u32) -> Self {
        Self { begun: Instant::now(), begun_millis, factor }
    }

    /// The same clock with a calendar that is wrong by `millis`.
    #[must_use]
    pub fn wrong_by(self, millis: i64) -> Self {
        Self { begun_millis: self.begun_millis.saturating_add_signed(millis), ..self }
    }

    fn elapsed(&self) -> Duration {
        self.begun.elapsed() * self.factor
    }
}

impl Clock for FastClock {
    fn now_millis(&self) -> u64 {
        self.begun_millis + self.elapsed().as_millis() as u64
    }

    fn monotonic(&self) -> Duration {
        self.elapsed()
    }

    fn timer(&self) -> Arc<dyn Timer> {
        Arc::new(*self)
    }
}

impl Timer for FastClock {
    fn now(&self) -> Duration {
        self.elapsed()
    }

    fn until(&self, moment: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(tokio::time::sleep(moment.saturating_sub(self.elapsed()) / self.factor))
    }
}
