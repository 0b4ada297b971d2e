//! Leases: of several processes over one store at most one at a time has the right to do a thing,
//! and a fencing token keeps a process that lost its lease without noticing from writing. Not here:
//! what is done under a lease (the outbox, the scheduler).
//!
//! | table | key | value |
//! |---|---|---|
//! | meta | `lease`, name | [`Holder`]: who took it last. Its version is the lease's number: it grows whenever it is taken |
//! | meta | `lease-until`, name | [`Until`]: how long it is theirs, written anew at each renewal |
//!
//! # How to use one
//!
//! Make one [`Lease`] for each name and process ([`LeaseManager::of`]) and keep it. Before doing
//! something ask [`Lease::hold`]: as long as the lease is in use that is no look at the store. With
//! `Mine`, keep the [`FencingToken`] until it is done, and let every batch that comes of it expect
//! it; when such a batch conflicts with [`FencingToken::is_at`], call [`Lease::lost`] and leave it
//! to the one who has the lease now. With `Elsewhere`, do nothing and ask again then. Beside that
//! run [`Lease::keep`] (or call [`LeaseManager::renew`] as often as the [`LeaseTiming`] says), and
//! when the program stops in order, [`Lease::give_back`]. Whoever keeps one renews all that are due
//! in the process, in one write.
//!
//! A lease is renewed while it is in use: as long as there is a fence of it, or when it was asked
//! for since the last time. One that nobody uses runs out, which nobody has to write; whoever asks
//! for it next renews it first, or takes it anew.
//!
//! # Clocks
//!
//! How long a process relies on its own lease goes by its timer, which nobody sets, from before the
//! lease was written. Others take it when it was not renewed for longer than any holder takes to,
//! and is over by their calendar, with a margin. So a calendar that is set forward takes nothing
//! from a holder who is alive. Where a calendar was set back, the written end may lie far ahead:
//! then a lease is over that nobody renewed for its whole length while somebody watched. Whoever
//! may want a lease some time watches it before ([`LeaseManager::watch`]), so that the wait for its
//! end is one wait. Whatever clocks do, the number keeps two holders from both writing.

mod lease;
mod renewal;
mod watcher;

use std::{
    sync::{Arc, Mutex, Weak},
    time::Duration,
};

use adoube_store::{Batch, Key, KeyRange, KeyReader, ScanOrder, Store, Table, VersionCheck};
use serde::{Deserialize, Serialize};

pub(crate) use self::lease::Lease;
use self::{lease::LeaseInner, watcher::LeaseWatcher};
use super::{RepositoryError, write};
use crate::{
    clock::{Clock, Timer},
    forms::{self, StoredForm},
};

/// How long things take with leases.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LeaseTiming {
    /// How long a lease lasts when it is not renewed.
    pub(crate) lasts: Duration,
    /// How often a lease is renewed: two renewals may fail.
    pub(crate) renewed_every: Duration,
    /// What is allowed for clocks that differ and for work that ends a little late.
    margin: Duration,
    /// A holder who is well and uses it never goes so long without a renewal.
    overdue: Duration,
    /// How long until somebody who may not have a lease looks again.
    look_again: Duration,
}

impl LeaseTiming {
    /// Where one process has the store for itself: nobody waits for its leases, so they cost
    /// little.
    const ALONE: Self = Self::of_seconds(60, 20, 10, 45, 5);
    /// Where several share it: what one had that died another has within thirty seconds, as whoever
    /// waits sees a renewal at most `look_again` late, and finds a lease over at most `look_again`
    /// late.
    const SHARED: Self = Self::of_seconds(20, 6, 4, 15, 2);

    const fn of_seconds(lasts: u64, renewed_every: u64, margin: u64, overdue: u64, look_again: u64) -> Self {
        Self {
            lasts: Duration::from_secs(lasts),
            renewed_every: Duration::from_secs(renewed_every),
            margin: Duration::from_secs(margin),
            overdue: Duration::from_secs(overdue),
            look_again: Duration::from_secs(look_again),
        }
    }

    /// How long after a renewal a lease is used as it is: the next one comes before it is overdue.
    const fn fresh(&self) -> Duration {
        self.overdue.saturating_sub(self.renewed_every)
    }
}

/// Leases looked at in one step.
const PAGE: usize = 256;

/// Who took a lease last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaseHolder {
    pub(super) holder: String,
}

impl StoredForm for LeaseHolder {
    const KIND: &'static str = "the holder of a lease";
    const VERSION: u64 = 1;
}

/// How long a lease is somebody's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaseExpiry {
    /// In milliseconds since 1970; nothing when it was given back.
    until: Option<u64>,
}

impl StoredForm for LeaseExpiry {
    const KIND: &'static str = "the end of a lease";
    const VERSION: u64 = 1;
}

/// All leases of a store, for one holder in one process. Cheap to clone.
#[derive(Clone)]
pub(crate) struct LeaseManager {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    timer: Arc<dyn Timer>,
    pace: &'static LeaseTiming,
    holder: Arc<str>,
    /// Every lease that is asked for in this process, whichever holder by.
    all: Arc<Mutex<Vec<Weak<LeaseInner>>>>,
    /// What was seen of them in this process.
    watched: Arc<LeaseWatcher>,
}

/// The versions of both rows.
type LeaseRowVersions = (Option<u64>, Option<u64>);

/// Whose a lease is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LeaseStatus {
    /// This process's.
    Mine(FencingToken),
    /// Another one's, as far as is known until the timer shows this.
    Elsewhere {
        /// When to ask again.
        ask_again: Duration,
    },
}

/// What a batch expects that is written under a lease: that nobody else has taken it. While it is
/// there, the lease is in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FencingToken {
    key: Vec<u8>,
    number: u64,
    in_hand: Arc<()>,
}

impl FencingToken {
    /// The same for something else that is this holder's as long as this row has that version.
    pub(super) fn at(self, key: Vec<u8>, number: u64) -> Self {
        Self { key, number, ..self }
    }

    /// The condition.
    pub(crate) fn expect(&self) -> VersionCheck {
        VersionCheck { table: Table::Meta, key: self.key.clone(), version: Some(self.number) }
    }

    /// Whether a batch conflicted here.
    pub(crate) fn is_at(&self, table: Table, key: &[u8]) -> bool {
        table == Table::Meta && self.key == key
    }
}

impl LeaseManager {
    /// Those of this store, in this process. Each call stands for a holder of its own.
    pub(crate) fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        let (timer, pace) =
            (clock.timer(), if store.is_shared() { &LeaseTiming::SHARED } else { &LeaseTiming::ALONE });
        Self { store, clock, timer, pace, holder: drawn(), all: Arc::default(), watched: Arc::default() }
    }

    /// The same for another holder in this process.
    pub(crate) fn of_another(&self) -> Self {
        Self { holder: drawn(), ..self.clone() }
    }

    /// Whoever takes them.
    pub(crate) fn holder(&self) -> &str {
        &self.holder
    }

    /// The timer that says how long a lease is relied upon.
    pub(crate) fn timer(&self) -> &Arc<dyn Timer> {
        &self.timer
    }

    /// Where they are kept.
    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// The lease of this name.
    pub(crate) fn of(&self, name: impl Into<String>) -> Lease {
        let one = Arc::new(LeaseInner::new(name.into(), Arc::clone(&self.holder)));
        let mut all = self.all();
        all.retain(|one| one.strong_count() > 0);
        all.push(Arc::downgrade(&one));
        drop(all);
        Lease { leases: self.clone(), one }
    }

    /// When a lease is over that begins now, by the calendar.
    fn end(&self) -> u64 {
        self.clock.now_millis().saturating_add(millis(self.pace.lasts))
    }

    /// Ends every lease, whoever has it: for a program that knows that nobody else has the store
    /// open, so that it does not wait for one that was killed.
    pub(crate) async fn end_all(&self) -> Result<(), RepositoryError> {
        let mut range = KeyRange::prefix(Key::new().text(UNTIL));
        loop {
            let page = self.store.scan(Table::Meta, range.clone(), ScanOrder::Ascending, PAGE).await?;
            let Some((last, _)) = page.last() else { return Ok(()) };
            range = range.after(last);
            let mut batch = Batch::new();
            for (key, record) in &page {
                if read_until(&record.value).is_none_or(|until| until.until.is_some()) {
                    batch = batch.expect_version(Table::Meta, key.clone(), record.version).put(
                        Table::Meta,
                        key.clone(),
                        written(None)?,
                    );
                }
            }
            if !batch.writes.is_empty() {
                self.store.commit(batch).await?;
            }
        }
    }
}

impl LeaseManager {
    /// Names that begin so, of leases that ended so many milliseconds ago by the calendar, or were
    /// given back; some of them.
    pub(super) async fn ended_before(
        &self,
        beginning: &str,
        ago: u64,
        limit: usize,
    ) -> Result<Vec<String>, RepositoryError> {
        let rows = self.store.scan(Table::Meta, range_of(beginning), ScanOrder::Ascending, limit).await?;
        let latest = self.clock.now_millis().saturating_sub(ago);
        let is_old = |value: &[u8]| {
            read_until(value).is_some_and(|until| until.until.is_none_or(|until| until < latest))
        };
        Ok(rows.iter().filter(|(_, row)| is_old(&row.value)).filter_map(|(key, _)| name_in(key)).collect())
    }
}

/// The rows with the ends of leases whose names begin so.
fn range_of(beginning: &str) -> KeyRange {
    let mut prefix: Vec<u8> = Key::new().text(UNTIL).text(beginning).into();
    // The name goes on.
    prefix.pop();
    KeyRange::prefix(prefix)
}

/// Whose end a row is.
fn name_in(key: &[u8]) -> Option<String> {
    let mut reader = KeyReader::new(key);
    reader.text().and_then(|_| reader.text())
}

/// Not from the generator that is handed in: two processes with one seed are two all the same.
fn drawn() -> Arc<str> {
    format!("{:032x}", rand::random::<u128>()).into()
}

const HOLDER: &str = "lease";
const UNTIL: &str = "lease-until";

const fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

fn written(until: Option<u64>) -> Result<Vec<u8>, RepositoryError> {
    write(&LeaseExpiry { until })
}

/// Nothing when it cannot be read, or only by a newer program: whoever renews it shows that they
/// are there.
fn read_until(value: &[u8]) -> Option<LeaseExpiry> {
    forms::read(value).ok()
}

#[cfg(test)]
mod tests;
