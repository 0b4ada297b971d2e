//! Traits of clocks and timers, which tests can replace: the calendar, a monotonic reading, and
//! waiting; with the clock of the system. Not here: what is waited for.

use std::{
    future::{self, Future},
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// A source of time.
pub trait Clock: Send + Sync + 'static {
    /// Milliseconds since 1970. This calendar can be set, also back: it is for times that are
    /// shown, stored or compared with other sources.
    fn now_millis(&self) -> u64;

    /// Time since a fixed moment of the program's run. It never goes back: limits and waits use it.
    fn monotonic(&self) -> Duration;

    /// Whether the calendar agrees with the one it was compared with. If not, nothing is deleted by
    /// age.
    fn is_trusted(&self) -> bool {
        true
    }

    /// Compares the calendar with its reference, if it has one; called about once a minute.
    fn compare(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(future::ready(()))
    }

    /// The timer of all waits: the machine's, unless a test replaces it.
    fn timer(&self) -> Arc<dyn Timer> {
        Arc::new(SystemTimer::default())
    }
}

/// A timer. Its own reading is never set back and starts anywhere.
pub trait Timer: Send + Sync + 'static {
    /// The present reading.
    fn now(&self) -> Duration;

    /// Resolves as soon as the reading reaches `moment`.
    fn until(&self, moment: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>>;
}

/// The machine's timer.
#[derive(Clone, Copy, Debug)]
struct SystemTimer {
    began: tokio::time::Instant,
}

impl Default for SystemTimer {
    fn default() -> Self {
        Self { began: tokio::time::Instant::now() }
    }
}

impl Timer for SystemTimer {
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn until(&self, moment: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        // A moment beyond the machine's range is never reached.
        match self.began.checked_add(moment) {
            Some(moment) => Box::pin(tokio::time::sleep_until(moment)),
            None => Box::pin(std::future::pending()),
        }
    }
}

/// The machine's clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    began: Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self { began: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now_millis(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
    }

    fn monotonic(&self) -> Duration {
        self.began.elapsed()
    }
}
