//! Turns for requests with the bot's token: Discord grants 50 of them in a second, for everything together, and whoever
//! asks on regardless is shut out. Where several processes share a bot each has a part of those. Not here: limits of single
//! channels, which the library keeps; who gets which part (the adapter).

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::{Instant, sleep_until};

/// Requests that Discord grants in a second.
const GRANTED: u32 = 50;
/// Of so many requests in a second one may be made at once after a pause.
const AT_ONCE: u32 = 5;
/// For how long only half as many are made when Discord has said that it were too many.
const SLOWER: Duration = Duration::from_secs(60);
const SECOND: Duration = Duration::from_secs(1);

/// When requests may be made.
pub(crate) struct Pace(Mutex<State>);

struct State {
    /// When the next turn would be if none were ahead of its time.
    next: Instant,
    /// Requests in a second.
    granted: u32,
    /// Until when there are only half as many.
    slow_until: Option<Instant>,
    asked: u64,
}

/// A rate: requests at once after a pause, and the time between them otherwise. Together no more than granted in any second.
#[derive(Clone, Copy)]
struct Rate {
    between: Duration,
    /// How much of the time ahead may be taken by requests made at once.
    ahead: Duration,
}

impl Rate {
    fn of(granted: u32) -> Self {
        let at_once = (granted / AT_ONCE).max(1);
        let between = SECOND / (granted - at_once).max(1);
        Self { between, ahead: between * (at_once - 1) }
    }
}

impl Default for Pace {
    fn default() -> Self {
        let state = State { next: Instant::now(), granted: GRANTED, slow_until: None, asked: 0 };
        Self(Mutex::new(state))
    }
}

impl Pace {
    /// Resolves when one more request may be made.
    pub(crate) async fn turn(&self) {
        let at = self.take(Instant::now());
        sleep_until(at).await;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, now: Instant) -> Instant {
        let mut state = self.state();
        let rate = state.rate(now);
        let due = state.next.max(now);
        state.next = due + rate.between;
        state.asked += 1;
        // What was not used in a pause can be used at once.
        now.max(due.checked_sub(rate.ahead).unwrap_or(due))
    }

    /// From now on so many requests a second may be made.
    pub(crate) fn grant(&self, a_second: u32) {
        self.state().granted = a_second.clamp(1, GRANTED);
    }

    /// Discord says that it is asked too often.
    pub(crate) fn slow_down(&self) {
        self.state().slow_until = Some(Instant::now() + SLOWER);
    }

    /// How many requests were made.
    pub(crate) fn asked(&self) -> u64 {
        self.state().asked
    }

    /// Whether one more request would have to wait, so that everything which can be done another way, or left undone, should
    /// be.
    pub(crate) fn is_crowded(&self) -> bool {
        let now = Instant::now();
        let mut state = self.state();
        let rate = state.rate(now);
        state.next > now + rate.ahead
    }
}

impl State {
    fn rate(&mut self, now: Instant) -> Rate {
        self.slow_until = self.slow_until.filter(|until| *until > now);
        let granted = if self.slow_until.is_some() { self.granted / 2 } else { self.granted };
        Rate::of(granted.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five hundred requests after a burst and a pause: the turns they get.
    fn turns(pace: &Pace) -> Vec<Duration> {
        let start = Instant::now();
        let mut turns: Vec<Instant> = (0..7).map(|_| pace.take(start)).collect();
        let later = start + Duration::from_millis(300);
        turns.extend((0..500).map(|_| pace.take(later)));
        turns.into_iter().map(|turn| turn - start).collect()
    }

    #[test]
    fn no_second_sees_more_requests_than_are_granted() {
        for granted in [50, 25, 12, 3, 2, 1] {
            let pace = Pace::default();
            pace.grant(granted);
            let turns = turns(&pace);
            for (index, turn) in turns.iter().enumerate() {
                let within = turns[index..].iter().take_while(|other| **other < *turn + SECOND);
                assert!(within.count() <= granted as usize, "{granted}");
            }
        }
    }

    #[test]
    fn after_a_pause_nobody_waits_and_nothing_granted_is_wasted() {
        let turns = turns(&Pace::default());
        assert!(turns[..7].iter().all(Duration::is_zero));
        let lasted = turns[turns.len() - 1];
        assert!(lasted < Duration::from_secs(13), "{lasted:?}");
    }

    #[test]
    fn whoever_is_told_that_it_was_too_often_asks_half_as_often_for_a_while() {
        let pace = Pace::default();
        pace.slow_down();
        let lasted = *turns(&pace).last().expect("a turn");
        assert!(lasted > Duration::from_secs(24), "{lasted:?}");
        assert_eq!(pace.asked(), 507);
    }
}
