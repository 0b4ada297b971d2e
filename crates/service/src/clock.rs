//! Time, as something that can be set: what the calendar says, and how long something took. Not here: timers.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Tells the time.
pub trait Clock: Send + Sync + 'static {
    /// Milliseconds since 1970. People and other programs set this, also back: it is for what is shown, kept or compared
    /// with what others say.
    fn now_millis(&self) -> u64;

    /// How long it has been since some moment that stays the same as long as the program runs. It never goes back: limits
    /// and waits go by this.
    fn monotonic(&self) -> Duration;
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
