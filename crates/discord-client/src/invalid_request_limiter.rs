//! Counts invalid requests: Discord blocks an IP address, for every bot that uses it, after 10,000
//! requests in ten minutes with status 401, 403 or 429. Tells when the count gets high, and how
//! long a block lasts. Not here: the order of requests (`global_rate_limiter`), and the meaning of
//! one response (`response`).

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// Invalid requests in ten minutes that block an address, if this process makes all of the 50
/// requests a second;
/// <https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans>.
const TOO_MANY: u32 = 10_000;
const WINDOW: Duration = Duration::from_secs(10 * 60);
/// Requests within such a step are counted together.
const STEP: Duration = Duration::from_secs(10);
/// Requests a second that Discord allows a bot.
const GRANTED: u32 = 50;

/// How many invalid requests were made lately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidRequestCount {
    /// Invalid requests in the last ten minutes.
    pub refused: u32,
    /// How many of them block this process.
    pub most: u32,
}

/// Counts invalid requests of this IP address.
#[derive(Default)]
pub(crate) struct InvalidRequestLimiter(Mutex<InvalidRequestState>);

#[derive(Default)]
struct InvalidRequestState {
    /// Start of each step and its count; the newest last.
    refused: VecDeque<(Instant, u32)>,
    shut_until: Option<Instant>,
    /// Whether the log has said that the limit is near.
    is_told: bool,
}

impl InvalidRequestState {
    fn count(&mut self, now: Instant) -> u32 {
        while self.refused.front().is_some_and(|(began, _)| now.duration_since(*began) >= WINDOW) {
            self.refused.pop_front();
        }
        self.refused.iter().map(|(_, count)| count).sum()
    }
}

impl InvalidRequestLimiter {
    fn state(&self) -> MutexGuard<'_, InvalidRequestState> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request that was answered with 401, 403 or 429.
    pub(crate) fn refused(&self) {
        self.refused_at(Instant::now());
    }

    fn refused_at(&self, now: Instant) {
        let mut state = self.state();
        match state.refused.back_mut() {
            Some((began, count)) if now.duration_since(*began) < STEP => *count += 1,
            _ => state.refused.push_back((now, 1)),
        }
    }

    /// The count, for a process with `granted` of the requests a second; none below half of the
    /// limit.
    pub(crate) fn strain(&self, granted: u32) -> Option<InvalidRequestCount> {
        self.strain_at(granted, Instant::now())
    }

    fn strain_at(&self, granted: u32, now: Instant) -> Option<InvalidRequestCount> {
        let most = TOO_MANY * granted.clamp(1, GRANTED) / GRANTED;
        let mut state = self.state();
        let refused = state.count(now);
        let is_strained = refused >= most / 2;
        if is_strained != std::mem::replace(&mut state.is_told, is_strained) {
            if is_strained {
                tracing::warn!(refused, most, "Discord refuses many requests; from now on fewer are made");
            } else {
                tracing::info!("Discord refuses few requests again");
            }
        }
        is_strained.then_some(InvalidRequestCount { refused, most })
    }

    /// Discord answers nothing from this address for `wait`.
    pub(crate) fn shut(&self, wait: Duration) {
        tracing::warn!(seconds = wait.as_secs(), "Discord takes nothing from this address");
        let until = Instant::now() + wait;
        let mut state = self.state();
        state.shut_until = state.shut_until.max(Some(until));
    }

    /// When the block ends, if there is one.
    pub(crate) fn shut_until(&self) -> Option<Instant> {
        let mut state = self.state();
        state.shut_until = state.shut_until.filter(|until| *until > Instant::now());
        state.shut_until
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_what_shuts_it_out_is_noticed_and_forgotten_after_ten_minutes() {
        let (address, now) = (InvalidRequestLimiter::default(), Instant::now());
        let half = TOO_MANY / 2;
        (1..half).for_each(|_| address.refused_at(now));
        assert_eq!(address.strain_at(GRANTED, now), None);
        assert_eq!(
            address.strain_at(25, now),
            Some(InvalidRequestCount { refused: half - 1, most: half }),
            "others ask, too"
        );
        let later = now + Duration::from_secs(300);
        address.refused_at(later);
        assert_eq!(
            address.strain_at(GRANTED, later),
            Some(InvalidRequestCount { refused: half, most: TOO_MANY })
        );
        assert_eq!(address.strain_at(GRANTED, now + WINDOW), None);
        assert_eq!(address.strain_at(1, later + WINDOW), None);
        assert!(address.state().refused.is_empty(), "nothing is kept for longer");
    }

    #[tokio::test]
    async fn the_longest_time_counts() {
        let address = InvalidRequestLimiter::default();
        assert_eq!(address.shut_until(), None);
        address.shut(Duration::from_secs(3600));
        address.shut(Duration::from_secs(1));
        let left = address.shut_until().expect("it is shut") - Instant::now();
        assert!(left > Duration::from_secs(3000), "{left:?}");
    }
}
