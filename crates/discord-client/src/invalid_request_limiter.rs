//! How the address this program asks from stands with Discord: ten thousand requests in ten minutes that were not allowed,
//! or came too often, shut it out, for every bot that asks from there. They are counted, and so is how long it is shut out.
//! Not here: requests in their turn (`pace`), and what a single answer means (`answered`).

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// Requests of which so many in ten minutes shut an address out, if all of the 50 a second are this process's;
/// <https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans>.
const TOO_MANY: u32 = 10_000;
const WINDOW: Duration = Duration::from_secs(10 * 60);
/// Counted together.
const STEP: Duration = Duration::from_secs(10);
/// What a bot is granted in a second.
const GRANTED: u32 = 50;

/// Requests that were refused lately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidRequestCount {
    /// How many in ten minutes.
    pub refused: u32,
    /// How many of them would shut this process out.
    pub most: u32,
}

/// The address.
#[derive(Default)]
pub(crate) struct InvalidRequestLimiter(Mutex<InvalidRequestState>);

#[derive(Default)]
struct InvalidRequestState {
    /// When each step began, and how many there were in it; the newest last.
    refused: VecDeque<(Instant, u32)>,
    shut_until: Option<Instant>,
    /// Whether it was said that there are many.
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

    /// One more request was not allowed, or came too often.
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

    /// How this process stands that is granted so many of the requests a second; nothing while fewer than half of what would
    /// shut it out were refused.
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

    /// Discord is shut to everything from here.
    pub(crate) fn shut(&self, wait: Duration) {
        tracing::warn!(seconds = wait.as_secs(), "Discord takes nothing from this address");
        let until = Instant::now() + wait;
        let mut state = self.state();
        state.shut_until = state.shut_until.max(Some(until));
    }

    /// Until when it is.
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
