//! Limits all requests of the bot's token together: Discord allows 50 a second over all routes.
//! Several processes of one bot have a share each. After a global 429 no request is made until the
//! wait is over. Not here: limits of single routes (`route_limiter`); how shares are set (the
//! adapter).

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::{Instant, sleep_until};

use crate::{InvalidRequestCount, invalid_request_limiter::InvalidRequestLimiter};

/// Requests a second that Discord allows.
const GRANTED: u32 = 50;
/// One in this many requests a second may be part of a burst after a pause.
const AT_ONCE: u32 = 5;
/// Time with half the rate after a global 429.
const SLOWER: Duration = Duration::from_secs(60);
const SECOND: Duration = Duration::from_secs(1);
/// Divisor of the rate near the invalid request limit: even if every request failed, the limit
/// would not be reached.
const STRAINED: u32 = 10;

/// Schedules requests with the bot's token: a token bucket that holds the requests of a fifth of a second, kept as the
/// instant of the next turn.
pub(crate) struct GlobalRateLimiter {
    state: Mutex<GlobalRateState>,
    address: Arc<InvalidRequestLimiter>,
}

struct GlobalRateState {
    /// Time of the next request without bursts.
    next: Instant,
    /// Requests a second.
    granted: u32,
    /// Until when the rate is halved.
    slow_until: Option<Instant>,
    /// Until when no request is made.
    stopped_until: Option<Instant>,
    asked: u64,
}

/// A rate: the interval between requests, and a burst after a pause. Together never more than
/// allowed in any second.
#[derive(Clone, Copy)]
struct RequestRate {
    between: Duration,
    /// How far ahead of time requests of a burst may be made.
    ahead: Duration,
}

impl RequestRate {
    fn of(granted: u32) -> Self {
        let at_once = (granted / AT_ONCE).max(1);
        let between = SECOND / (granted - at_once).max(1);
        Self { between, ahead: between * (at_once - 1) }
    }
}

impl GlobalRateLimiter {
    pub(crate) fn new(address: Arc<InvalidRequestLimiter>) -> Self {
        let state = GlobalRateState {
            next: Instant::now(),
            granted: GRANTED,
            slow_until: None,
            stopped_until: None,
            asked: 0,
        };
        Self { state: Mutex::new(state), address }
    }

    /// Resolves when one more request may be made.
    pub(crate) async fn turn(&self) {
        loop {
            let at = self.take(Instant::now());
            sleep_until(at).await;
            // A limit may have come while this waited; then the request is scheduled again.
            if self.stopped().is_none() {
                return self.count_request();
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, GlobalRateState> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count_request(&self) {
        self.state().asked += 1;
    }

    fn take(&self, now: Instant) -> Instant {
        let (strain, stopped) = (self.strain().is_some(), self.stopped_until());
        let mut state = self.state();
        let rate = state.rate(now, strain);
        if let Some(until) = stopped.filter(|until| *until > state.next) {
            // No burst is saved up meanwhile.
            state.next = until + rate.ahead;
        }
        let due = state.next.max(now);
        state.next = due + rate.between;
        // Unused requests of a pause may be made as a burst.
        now.max(due.checked_sub(rate.ahead).unwrap_or(due))
    }

    /// Sets the requests a second.
    pub(crate) fn grant(&self, a_second: u32) {
        self.state().granted = a_second.clamp(1, GRANTED);
    }

    /// Applies a global rate limit, whichever process met it.
    pub(crate) fn stop(&self, wait: Duration) {
        tracing::warn!(seconds = wait.as_secs_f64(), "Discord takes no requests of the bot");
        let now = Instant::now();
        let mut state = self.state();
        state.slow_until = Some(now + wait + SLOWER);
        state.stopped_until = state.stopped_until.max(Some(now + wait));
    }

    /// Remaining wait, from a global rate limit or a block of the IP address.
    pub(crate) fn stopped(&self) -> Option<Duration> {
        let until = self.stopped_until()?;
        until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
    }

    fn stopped_until(&self) -> Option<Instant> {
        self.state().stopped_until.max(self.address.shut_until())
    }

    /// Remaining wait of a global rate limit.
    pub(crate) fn stopped_everywhere(&self) -> Option<Duration> {
        let until = self.state().stopped_until?;
        until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
    }

    /// The count of invalid requests, once it is near the limit.
    pub(crate) fn strain(&self) -> Option<InvalidRequestCount> {
        let granted = self.state().granted;
        self.address.strain(granted)
    }

    /// Requests made so far.
    pub(crate) fn asked(&self) -> u64 {
        self.state().asked
    }

    /// Whether a request would have to wait, so that optional ones should be left out or done
    /// another way.
    pub(crate) fn is_crowded(&self) -> bool {
        self.crowded_until().is_some()
    }

    /// Resolves when a request would not have to wait, or after `at_most`.
    pub(crate) async fn quiet(&self, at_most: Duration) {
        let limit = Instant::now() + at_most;
        while let Some(until) = self.crowded_until() {
            sleep_until(until.min(limit)).await;
            if until >= limit {
                return;
            }
        }
    }

    fn crowded_until(&self) -> Option<Instant> {
        let now = Instant::now();
        let strain = self.strain();
        if let Some(wait) = self.stopped() {
            return Some(now + wait);
        }
        let mut state = self.state();
        let rate = state.rate(now, strain.is_some());
        state.next.checked_sub(rate.ahead).filter(|until| *until > now)
    }
}

impl GlobalRateState {
    fn rate(&mut self, now: Instant, is_strained: bool) -> RequestRate {
        self.slow_until = self.slow_until.filter(|until| *until > now);
        if is_strained {
            return RequestRate { between: SECOND * STRAINED / self.granted, ahead: Duration::ZERO };
        }
        let granted = if self.slow_until.is_some() { self.granted / 2 } else { self.granted };
        RequestRate::of(granted.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace() -> GlobalRateLimiter {
        GlobalRateLimiter::new(Arc::default())
    }

    /// Five hundred requests after a burst and a pause: the turns they get.
    fn turns(pace: &GlobalRateLimiter) -> Vec<Duration> {
        let start = Instant::now();
        let mut turns: Vec<Instant> = (0..7).map(|_| pace.take(start)).collect();
        let later = start + Duration::from_millis(300);
        turns.extend((0..500).map(|_| pace.take(later)));
        turns.into_iter().map(|turn| turn - start).collect()
    }

    #[test]
    fn no_second_sees_more_requests_than_are_granted() {
        for granted in [50, 25, 12, 3, 2, 1] {
            let pace = pace();
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
        let turns = turns(&pace());
        assert!(turns[..7].iter().all(Duration::is_zero));
        let lasted = turns[turns.len() - 1];
        assert!(lasted < Duration::from_secs(13), "{lasted:?}");
    }

    #[tokio::test]
    async fn what_can_wait_waits_for_a_quiet_moment_and_not_forever() {
        let pace = pace();
        assert_eq!(pace.crowded_until(), None, "nobody asks for anything");
        let now = Instant::now();
        for _ in 0..20 {
            pace.take(now);
        }
        let until = pace.crowded_until().expect("a crowd");
        pace.quiet(Duration::from_secs(100)).await;
        assert!(Instant::now() >= until && !pace.is_crowded());
        pace.stop(Duration::from_secs(100));
        pace.quiet(Duration::from_millis(1)).await;
        assert!(pace.is_crowded());
    }

    #[tokio::test]
    async fn nobody_asks_while_discord_takes_nothing_and_then_half_as_often_for_a_while() {
        let (pace, wait) = (pace(), Duration::from_secs(100));
        pace.stop(wait);
        pace.stop(Duration::from_secs(1));
        assert!(pace.is_crowded() && pace.stopped().is_some() && pace.stopped_everywhere().is_some());
        let now = Instant::now();
        let turns: Vec<Duration> = (0..500).map(|_| pace.take(now) - now).collect();
        assert!(turns[0] > Duration::from_secs(99), "{:?}", turns[0]);
        for (index, turn) in turns.iter().enumerate() {
            let within = turns[index..].iter().take_while(|other| **other < *turn + SECOND);
            assert!(within.count() <= GRANTED as usize / 2, "nothing was saved up");
        }
        assert_eq!(pace.asked(), 0);
    }

    #[tokio::test]
    async fn where_much_is_refused_little_is_asked() {
        let address = Arc::<InvalidRequestLimiter>::default();
        let pace = GlobalRateLimiter::new(Arc::clone(&address));
        (0..5000).for_each(|_| address.refused());
        assert!(pace.strain().is_some());
        let lasted = *turns(&pace).last().expect("a turn");
        assert!(lasted > Duration::from_secs(100), "{lasted:?}");
        address.shut(Duration::from_secs(3600));
        assert!(pace.stopped().is_some_and(|wait| wait > Duration::from_secs(3500)));
        assert_eq!(pace.stopped_everywhere(), None, "other processes may ask from elsewhere");
    }
}
