//! Token bucket: requests that the homeserver accepts from the account. After a rest a burst is
//! accepted, then single requests at a fixed rate, and none before the end of a retry-after. The
//! caller passes the time in. Not here: what is counted, and who waits (`rate_limited_account`).

use std::time::Duration;

use adoube_platform::rate_limit::BucketRate;

/// A bucket of tokens that refills over time.
#[derive(Debug)]
pub(crate) struct TokenBucket {
    pace: BucketRate,
    /// Time at which the bucket is full again.
    full_at: Duration,
}

impl TokenBucket {
    /// A full bucket.
    pub(crate) fn new(pace: BucketRate) -> Self {
        Self { pace, full_at: Duration::ZERO }
    }

    /// Time until a token is available.
    pub(crate) fn wait(&self, now: Duration) -> Duration {
        self.wait_for(1, now)
    }

    /// Time until the last of `count` tokens is available.
    pub(crate) fn wait_for(&self, count: u32, now: Duration) -> Duration {
        let BucketRate { burst, refill } = self.pace;
        (self.full_at.max(now) + refill * count).saturating_sub(now + refill * burst)
    }

    /// Takes a token, also ahead of its time; then the next request waits for both.
    pub(crate) fn take(&mut self, now: Duration) {
        self.full_at = self.full_at.max(now) + self.pace.refill;
    }

    /// Empties the bucket: no token is available before `until`, and then one is.
    pub(crate) fn stop(&mut self, until: Duration) {
        let BucketRate { burst, refill } = self.pace;
        self.full_at = self.full_at.max(until + refill * burst.saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowance(burst: u32, seconds: u64) -> TokenBucket {
        TokenBucket::new(BucketRate { burst, refill: Duration::from_secs(seconds) })
    }

    /// The times, in seconds, at which a client that always waits sends `count` requests.
    fn done(allowance: &mut TokenBucket, count: usize, mut now: u64) -> Vec<u64> {
        let mut one = || {
            now += allowance.wait(Duration::from_secs(now)).as_secs();
            allowance.take(Duration::from_secs(now));
            now
        };
        (0..count).map(|_| one()).collect()
    }

    #[test]
    fn after_a_rest_some_go_at_once_and_the_others_one_by_one() {
        let mut allowance = allowance(3, 5);
        assert_eq!(done(&mut allowance, 5, 100), [100, 100, 100, 105, 110]);
        assert_eq!(done(&mut allowance, 3, 120), [120, 120, 125]);
    }

    #[test]
    fn nothing_is_saved_up_while_nothing_is_taken() {
        let mut allowance = allowance(3, 5);
        allowance.stop(Duration::from_secs(200));
        assert_eq!(done(&mut allowance, 3, 100), [200, 205, 210]);
    }

    #[test]
    fn what_nobody_limits_waits_for_the_server_alone() {
        let mut allowance = allowance(1, 0);
        assert_eq!(done(&mut allowance, 4, 7), [7, 7, 7, 7]);
        allowance.stop(Duration::from_secs(60));
        assert_eq!(done(&mut allowance, 3, 7), [60, 60, 60]);
    }
}
