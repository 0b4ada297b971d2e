//! Shares a backoff among processes: when Discord stops all requests of the bot, one process tells
//! the others through the store.
//!
//! Clocks of machines differ, so the record holds the length of the pause, and each process counts
//! it from its first read; the calendar only shows that a pause is long over. Not here: making no
//! requests during the pause (`adoube-discord-client`).

use std::time::Duration;

use adoube_bot::forms::{self, StoredForm};
use adoube_discord_client::DiscordApi;
use adoube_store::{Batch, CommitOutcome, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::{records, shards::start_limits::MAX_CLOCK_SKEW_MS};

/// The longest pause taken over from another process; Discord's own are seconds or minutes.
const MAX_PAUSE: Duration = Duration::from_secs(60 * 60);
/// Smaller differences between pauses are ignored.
const TOLERANCE: Duration = Duration::from_millis(500);

/// Stored form of a pause that Discord demanded of a process.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SharedBackoff {
    /// When it was stored, in milliseconds since 1970.
    at: u64,
    /// The length of the pause from then on, in milliseconds.
    wait: u64,
}

impl StoredForm for SharedBackoff {
    const KIND: &'static str = "for how long Discord takes no requests";
    const VERSION: u64 = 1;
}

impl SharedBackoff {
    /// The length of the pause, unless it was stored long ago.
    fn recent_pause(&self, now: u64) -> Option<Duration> {
        let wait = Duration::from_millis(self.wait).min(MAX_PAUSE);
        (now.abs_diff(self.at) < wait.as_millis() as u64 + MAX_CLOCK_SKEW_MS).then_some(wait)
    }
}

/// The shared pause as seen by one process.
#[derive(Default)]
pub(crate) struct SharedBackoffs {
    /// The version of the record at the last read.
    seen: Option<u64>,
    /// The end of the pause that all processes know, by this process's timer.
    until: Duration,
}

impl SharedBackoffs {
    /// Stores a pause of this process and takes over those of others. `timer` is the reading of the
    /// timer, `now` the milliseconds since 1970.
    pub(crate) async fn agree(
        &mut self,
        store: &dyn Store,
        api: &dyn DiscordApi,
        (timer, now): (Duration, u64),
    ) -> Result<(), StoreError> {
        let key = records::silence_key();
        let record = store.get(records::TABLE, key.as_ref()).await?;
        let version = record.as_ref().map(|record| record.version);
        let own = api.stopped().unwrap_or_default();
        if version != self.seen {
            self.seen = version;
            let read =
                record.and_then(|record| forms::read_or_tell::<SharedBackoff>(key.as_ref(), &record.value));
            if let Some(wait) = read.and_then(|silence| silence.recent_pause(now)) {
                self.until = self.until.max(timer + wait);
                if wait > own + TOLERANCE {
                    api.stop(wait);
                }
            }
        } else if timer + own > self.until + TOLERANCE {
            let Ok(value) = forms::write(&SharedBackoff { at: now, wait: own.as_millis() as u64 }) else {
                return Ok(());
            };
            let batch = Batch::new().expect(records::TABLE, key.clone(), version);
            // The faster process may have stored a longer pause; the next step reads it.
            if store.commit(batch.put(records::TABLE, key, value)).await? == CommitOutcome::Applied {
                self.until = timer + own;
                self.seen = Some(version.map_or(1, |version| version + 1));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adoube_testing::stored_forms::stays_the_same;

    #[test]
    fn a_clock_that_is_set_wrong_silences_nobody_for_longer() {
        let hour = 60 * 60 * 1000;
        let now = 2_000 * hour;
        let of = |at, wait| SharedBackoff { at, wait }.recent_pause(now);
        assert_eq!(of(now, 5_000), Some(Duration::from_secs(5)));
        assert_eq!(of(now - 9_000, 5_000), Some(Duration::from_secs(5)), "from when it is seen");
        assert_eq!(of(now + hour, 5_000), None);
        assert_eq!(of(now - hour, 5_000), None);
        assert_eq!(of(now, 1_000 * hour), Some(MAX_PAUSE));
    }

    #[test]
    fn what_is_kept_of_it_is_read_and_stays_the_same() {
        let kept = r#"{"format":1,"at":7,"wait":900}"#;
        stays_the_same("silence", kept.as_bytes(), |each: &SharedBackoff| SharedBackoff {
            at: each.at,
            wait: each.wait,
        });
    }
}
