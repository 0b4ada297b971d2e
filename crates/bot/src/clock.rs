//! Time as a dependency that tests can replace: the calendar, a monotonic reading, and timers. Not
//! here: what is waited for.

use std::{
    future::{self, Future},
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// Tells the time.
pub trait Clock: Send + Sync + 'static {
    /// Milliseconds since 1970. People and other programs set this, also back: it is for what is shown, kept or compared
    /// with what others say.
    fn now_millis(&self) -> u64;

    /// How long it has been since some moment that stays the same as long as the program runs. It never goes back: limits
    /// and waits go by this.
    fn monotonic(&self) -> Duration;

    /// Whether the calendar agrees with those it was compared with. While it does not, nothing is deleted by age.
    fn is_trusted(&self) -> bool {
        true
    }

    /// Compares the calendar with the one it goes by, where that is another one; about once a minute.
    fn compare(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(future::ready(()))
    }

    /// What waiting goes by: the machine's timer, unless a test lets time pass faster.
    fn timer(&self) -> Arc<dyn Timer> {
        Arc::new(SystemTimer::default())
    }
}

/// Waits. It has a reading of its own, which is never set back and begins anywhere.
pub trait Timer: Send + Sync + 'static {
    /// What it shows.
    fn now(&self) -> Duration;

    /// Resolves as soon as it shows this.
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
        // What lies too far ahead for the machine is never reached.
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
