//! Turns for requests with the bot's token: Discord grants 50 of them in a second, for everything together, and whoever
//! asks on regardless is shut out. Not here: limits of single channels, which the library keeps.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::{Instant, sleep_until};

/// Requests at once after a pause.
const AT_ONCE: u32 = 10;
/// The time between requests otherwise: together with those at once, 50 in any second.
const BETWEEN: Duration = Duration::from_millis(25);
/// How much of the time ahead may be taken by requests made at once.
const AHEAD: Duration = BETWEEN.saturating_mul(AT_ONCE - 1);

/// When requests may be made.
pub(crate) struct Pace {
    /// When the next turn would be if none were ahead of its time.
    next: Mutex<Instant>,
}

impl Default for Pace {
    fn default() -> Self {
        Self { next: Mutex::new(Instant::now()) }
    }
}

impl Pace {
    /// Resolves when one more request may be made.
    pub(crate) async fn turn(&self) {
        let at = self.take(Instant::now());
        sleep_until(at).await;
    }

    fn take(&self, now: Instant) -> Instant {
        // It is one number, so a panic elsewhere leaves nothing half done.
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let due = (*next).max(now);
        *next = due + BETWEEN;
        // What was not used in a pause can be used at once.
        now.max(due.checked_sub(AHEAD).unwrap_or(due))
    }

    /// Whether one more request would have to wait, so that everything which can be done another way, or left undone, should
    /// be.
    pub(crate) fn is_crowded(&self) -> bool {
        let next = *self.next.lock().unwrap_or_else(PoisonError::into_inner);
        next > Instant::now() + AHEAD
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_second_sees_more_than_fifty_requests() {
        let pace = Pace::default();
        let start = Instant::now();
        // A burst, a pause, and then everybody at once.
        let mut turns: Vec<Instant> = (0..7).map(|_| pace.take(start)).collect();
        assert!(turns.iter().all(|turn| *turn == start), "nobody waits after a pause");
        let later = start + Duration::from_millis(300);
        turns.extend((0..500).map(|_| pace.take(later)));
        for (index, turn) in turns.iter().enumerate() {
            let within = turns[index..].iter().take_while(|other| **other < *turn + Duration::from_secs(1));
            assert!(within.count() <= 50);
        }
        let lasted = turns[turns.len() - 1] - start;
        assert!(lasted < Duration::from_secs(13), "{lasted:?}");
    }
}
