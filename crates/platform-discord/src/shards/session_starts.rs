//! Limits the rate at which all processes together start gateway sessions: one in five seconds for
//! each bucket, and Discord's daily count.
//!
//! Clocks of machines differ, so each waiting process measures the time since it saw the last
//! start; the calendar only shows that a start was long ago. Not here: the distribution of shards
//! (`fleet`).

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use adoube_bot::{Clock, Timer, forms, forms::StoredForm};
use adoube_discord_client::GatewayAdvice;
use adoube_store::{Batch, CommitOutcome, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::{
    records,
    shards::start_limits::{BETWEEN_STARTS, MAX_CLOCK_SKEW_MS},
};

/// A start stored later than this is not used: it would be too close to the next.
const MAX_DELAY: Duration = Duration::from_millis(400);
/// The pause after a failed read of the store.
const RETRY_PAUSE: Duration = Duration::from_secs(1);
const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// Attempts to store Discord's count while other processes begin sessions.
const MAX_ATTEMPTS: usize = 16;

/// Stored form of the session starts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SessionStarts {
    /// The last start of each bucket.
    buckets: BTreeMap<u32, LastStart>,
    /// The starts left today.
    left: u32,
    /// The end of that day, in milliseconds since 1970.
    until: u64,
}

/// The last start of a bucket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LastStart {
    number: u64,
    at: u64,
}

impl StoredForm for SessionStarts {
    const KIND: &'static str = "which sessions with Discord began";
    const VERSION: u64 = 1;
}

impl SessionStarts {
    /// Applies Discord's count, which includes starts that were not counted here. Of two counts of
    /// the same day the lower one is right, because sessions may have begun after Discord's answer;
    /// of another day Discord's is.
    fn correct(&mut self, advice: GatewayAdvice, today: u64) {
        let until = today.saturating_add(advice.starts_again.as_millis() as u64);
        let is_same_day = today < self.until && until <= self.until.saturating_add(MAX_CLOCK_SKEW_MS);
        self.left = if is_same_day { self.left.min(advice.starts_left) } else { advice.starts_left };
        self.until = until;
    }

    /// Grants all starts again when the day is over.
    fn begin_day(&mut self, advice: GatewayAdvice, today: u64) {
        if today >= self.until {
            (self.left, self.until) = (advice.starts, today.saturating_add(DAY_MS));
        }
    }
}

/// The outcome of an attempt to begin a session.
enum StartAttempt {
    Granted,
    /// Try again at this reading of the timer.
    Wait(Duration),
}

/// The last start of a bucket seen by this process, and when it was seen.
type BucketObservation = Option<(u64, Duration)>;

/// Grants session starts for all processes.
pub(crate) struct SharedStarts {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    timer: Arc<dyn Timer>,
}

impl SharedStarts {
    pub(crate) fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { timer: clock.timer(), store, clock }
    }

    /// Resolves when a session of this shard may begin.
    pub(crate) async fn admit(&self, shard: u32, advice: GatewayAdvice) {
        let mut seen = None;
        loop {
            let moment = match self.attempt(shard % advice.at_once.max(1), advice, &mut seen).await {
                Ok(StartAttempt::Granted) => return,
                Ok(StartAttempt::Wait(moment)) => moment,
                Err(error) => {
                    tracing::warn!(%error, "whether a session with Discord may begin cannot be read");
                    self.timer.now() + RETRY_PAUSE
                }
            };
            self.timer.until(moment).await;
        }
    }

    async fn attempt(
        &self,
        bucket: u32,
        advice: GatewayAdvice,
        seen: &mut BucketObservation,
    ) -> Result<StartAttempt, StoreError> {
        let (now, today) = (self.timer.now(), self.clock.now_millis());
        let (mut begun, version) = self.read().await?;
        let last = begun.buckets.get(&bucket).copied();
        if let Some(last) = last {
            let since = match *seen {
                Some((number, since)) if number == last.number => since,
                _ => now,
            };
            *seen = Some((last.number, since));
            let is_recent = today.abs_diff(last.at) < MAX_CLOCK_SKEW_MS + BETWEEN_STARTS.as_millis() as u64;
            if is_recent && now < since + BETWEEN_STARTS {
                return Ok(StartAttempt::Wait(since + BETWEEN_STARTS));
            }
        }
        if begun.until == 0 {
            begun.correct(advice, today);
        }
        begun.begin_day(advice, today);
        if begun.left == 0 {
            tracing::warn!("no more sessions with Discord may begin today");
            let after = Duration::from_millis(begun.until.saturating_sub(today)).min(Duration::from_secs(60));
            return Ok(StartAttempt::Wait(now + after.max(RETRY_PAUSE)));
        }
        begun.left -= 1;
        let number = last.map_or(1, |last| last.number + 1);
        begun.buckets.insert(bucket, LastStart { number, at: today });
        if !self.write(&begun, version).await? {
            // Another process began a session, perhaps in another bucket.
            return Ok(StartAttempt::Wait(now));
        }
        Ok(if self.timer.now() < now + MAX_DELAY {
            StartAttempt::Granted
        } else {
            StartAttempt::Wait(self.timer.now())
        })
    }

    /// Stores the number of starts that Discord allows.
    pub(crate) async fn correct(&self, advice: GatewayAdvice) {
        for _ in 0..MAX_ATTEMPTS {
            match self.try_to_correct(advice).await {
                Ok(true) => return,
                Ok(false) => {}
                Err(error) => {
                    tracing::warn!(%error, "how many sessions with Discord may begin cannot be noted");
                    return;
                }
            }
        }
    }

    /// Tries to store Discord's count; false if another process wrote meanwhile.
    async fn try_to_correct(&self, advice: GatewayAdvice) -> Result<bool, StoreError> {
        let (before, version) = self.read().await?;
        let mut begun = before.clone();
        begun.correct(advice, self.clock.now_millis());
        Ok(begun == before || self.write(&begun, version).await?)
    }

    async fn read(&self) -> Result<(SessionStarts, Option<u64>), StoreError> {
        let (begun, version) = records::read::<SessionStarts>(&*self.store, &records::starts_key()).await?;
        Ok((begun.unwrap_or_default(), version))
    }

    /// Writes the record; false if it has changed since `version`.
    async fn write(&self, begun: &SessionStarts, version: Option<u64>) -> Result<bool, StoreError> {
        let key = records::starts_key();
        let Ok(value) = forms::write(begun) else { return Ok(false) };
        let batch = Batch::new().expect(records::TABLE, key.clone(), version).put(records::TABLE, key, value);
        Ok(self.store.commit(batch).await? == CommitOutcome::Applied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adoube_testing::stored_forms::stays_the_same;

    const TODAY: u64 = 1_767_225_600_000;

    fn advice(starts_left: u32, hours: u64) -> GatewayAdvice {
        let starts_again = Duration::from_secs(hours * 3600);
        GatewayAdvice { shards: 8, at_once: 1, starts: 1000, starts_left, starts_again }
    }

    fn after(begun: (u32, u64), advice: GatewayAdvice) -> (u32, u64) {
        let mut begun = SessionStarts { left: begun.0, until: begun.1, ..SessionStarts::default() };
        begun.correct(advice, TODAY);
        (begun.left, (begun.until - TODAY) / 3_600_000)
    }

    #[test]
    fn what_discord_counts_goes_before_what_is_counted_here() {
        let in_hours = |hours: u64| TODAY + hours * 3_600_000;
        assert_eq!(after((0, 0), advice(7, 20)), (7, 20), "nothing was counted here");
        assert_eq!(after((900, in_hours(5)), advice(7, 5)), (7, 5), "another process began some");
        assert_eq!(after((5, in_hours(5)), advice(7, 5)), (5, 5), "some began since Discord was asked");
        assert_eq!(after((5, in_hours(20)), advice(7, 5)), (5, 5), "nobody knew before when it is over");
        assert_eq!(after((0, in_hours(2)), advice(999, 23)), (999, 23), "the day ended sooner than thought");
        assert_eq!(after((0, TODAY - 1), advice(999, 23)), (999, 23));
    }

    #[test]
    fn when_the_day_is_over_there_are_all_of_them_again() {
        let mut begun = SessionStarts { left: 0, until: TODAY, ..SessionStarts::default() };
        begun.begin_day(advice(0, 1), TODAY - 1);
        assert_eq!(begun.left, 0);
        begun.begin_day(advice(0, 1), TODAY);
        assert_eq!((begun.left, begun.until), (1000, TODAY + DAY_MS));
    }

    #[test]
    fn what_is_kept_of_it_is_read_and_stays_the_same() {
        let kept = r#"{"format":1,"buckets":{"0":{"number":3,"at":7}},"left":990,"until":9}"#;
        stays_the_same("starts", kept.as_bytes(), |each: &SessionStarts| each.clone());
    }
}
