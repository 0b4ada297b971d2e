//! When a session may begin: five seconds after the last one of its bucket, and no more in a day than Discord grants, in
//! all processes together. Not here: who runs which shard (`fleet`).
//!
//! Clocks of machines differ, so the time since the last start is measured by whoever waits, from when they saw it; the
//! calendar says only that a start was long ago.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use adoube_discord::Advice;
use adoube_service::{Clock, Timer, stored, stored::Form};
use adoube_store::{Batch, Committed, Store, StoreError};
use serde::{Deserialize, Serialize};

use super::BETWEEN_STARTS;
use crate::adapter::discord::records;

/// By how much clocks may differ.
const CLOCKS_DIFFER: u64 = 10_000;
/// A start that is noted later than this is not made: it would be too near to the next.
const AT_ONCE: Duration = Duration::from_millis(400);
/// How long until the store is asked again that could not be.
const PAUSE: Duration = Duration::from_secs(1);
const DAY: u64 = 24 * 60 * 60 * 1000;

/// Sessions that were begun.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Begun {
    /// The last of each bucket.
    buckets: BTreeMap<u32, Last>,
    /// How many more may begin.
    left: u32,
    /// Until then, in milliseconds since 1970.
    until: u64,
}

/// The last start of a bucket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Last {
    number: u64,
    at: u64,
}

impl Form for Begun {
    const KIND: &'static str = "which sessions with Discord began";
    const VERSION: u64 = 1;
}

/// What becomes of one attempt.
enum Attempt {
    Granted,
    /// It is tried again at this reading of the timer.
    Wait(Duration),
}

/// What this process has seen of a bucket.
type Seen = Option<(u64, Duration)>;

/// Starts of all processes.
pub(super) struct Starts {
    pub(super) store: Arc<dyn Store>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) timer: Arc<dyn Timer>,
}

impl Starts {
    /// Resolves when a session of this shard may begin.
    pub(super) async fn admit(&self, shard: u32, advice: Advice) {
        let mut seen = None;
        loop {
            let moment = match self.attempt(shard % advice.at_once.max(1), advice, &mut seen).await {
                Ok(Attempt::Granted) => return,
                Ok(Attempt::Wait(moment)) => moment,
                Err(error) => {
                    tracing::warn!(%error, "whether a session with Discord may begin cannot be read");
                    self.timer.now() + PAUSE
                }
            };
            self.timer.until(moment).await;
        }
    }

    async fn attempt(&self, bucket: u32, advice: Advice, seen: &mut Seen) -> Result<Attempt, StoreError> {
        let (now, today) = (self.timer.now(), self.clock.now_millis());
        let key = records::starts_key();
        let record = self.store.get(records::TABLE, key.as_ref()).await?;
        let version = record.as_ref().map(|record| record.version);
        let read = record.and_then(|record| stored::read_or_tell::<Begun>(key.as_ref(), &record.value));
        let mut begun = read.unwrap_or_default();
        let last = begun.buckets.get(&bucket).copied();
        if let Some(last) = last {
            let since = match *seen {
                Some((number, since)) if number == last.number => since,
                _ => now,
            };
            *seen = Some((last.number, since));
            let is_recent = today.abs_diff(last.at) < CLOCKS_DIFFER + BETWEEN_STARTS.as_millis() as u64;
            if is_recent && now < since + BETWEEN_STARTS {
                return Ok(Attempt::Wait(since + BETWEEN_STARTS));
            }
        }
        if today >= begun.until {
            (begun.left, begun.until) = if begun.until == 0 {
                // Discord counts what was begun before anybody counted here.
                (advice.starts_left, today.saturating_add(advice.starts_again.as_millis() as u64))
            } else {
                (advice.starts, today + DAY)
            };
        }
        if begun.left == 0 {
            tracing::warn!("no more sessions with Discord may begin today");
            let after = Duration::from_millis(begun.until.saturating_sub(today)).min(Duration::from_secs(60));
            return Ok(Attempt::Wait(now + after.max(PAUSE)));
        }
        begun.left -= 1;
        let number = last.map_or(1, |last| last.number + 1);
        begun.buckets.insert(bucket, Last { number, at: today });
        let Ok(value) = stored::write(&begun) else { return Ok(Attempt::Wait(now + PAUSE)) };
        let batch = Batch::new().expect(records::TABLE, key.clone(), version).put(records::TABLE, key, value);
        let committed = self.store.commit(batch).await?;
        if committed != Committed::Applied {
            // Somebody else began one, perhaps of another bucket.
            return Ok(Attempt::Wait(now));
        }
        Ok(if self.timer.now() < now + AT_ONCE { Attempt::Granted } else { Attempt::Wait(self.timer.now()) })
    }
}
