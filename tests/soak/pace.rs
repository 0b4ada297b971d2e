//! Limits how fast a simulated person acts: no faster than their platform accepts, and no faster
//! than people. Not here: what is refused (the platforms' own tests).

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// So much at once after a rest, then one at a time.
pub struct Pace {
    burst: u32,
    refill: Duration,
    /// When all of it is there again.
    full_at: Instant,
}

impl Pace {
    pub fn new(burst: u32, refill: Duration) -> Self {
        Self { burst, refill, full_at: Instant::now() }
    }

    /// Waits until something may be done.
    pub async fn take(&mut self) {
        let full_at = self.full_at.max(Instant::now()) + self.refill;
        if let Some(begins) = full_at.checked_sub(self.refill * self.burst) {
            sleep_until(begins).await;
        }
        self.full_at = full_at;
    }
}
