//! Leases: the right of one process at a time, among those that share a store, to do a thing. A
//! fencing token keeps a process that lost its lease unnoticed from writing. Not here: what is done
//! under a lease (the outbox, the scheduler).
//!
//! | table | key | value |
//! |---|---|---|
//! | meta | `lease`, name | [`LeaseHolder`]: the last holder. Its version is the lease's number, which grows with each acquisition |
//! | meta | `lease-until`, name | [`LeaseExpiry`]: the end of the lease, written anew at each renewal |
//!
//! # How to use one
//!
//! Make one [`Lease`] for each name and process ([`LeaseManager::of`]) and keep it. Ask
//! [`Lease::hold`] before each action: while the lease is in use the call does not read the store.
//! With `Mine`, keep the [`FencingToken`] until the action is done, and let every batch of the
//! action expect it; when such a batch conflicts with [`FencingToken::is_at`], call [`Lease::lost`]
//! and leave the action to the new holder. With `Elsewhere`, do nothing and ask again at the given
//! time. Beside that run [`Lease::keep`], or call [`LeaseManager::renew`] as often as
//! [`LeaseTiming`] says, and at an orderly stop call [`Lease::give_back`]. Each renewal covers all
//! due leases of the process in one write.
//!
//! A lease is renewed while it is in use: while a fencing token of it exists, or when it was
//! requested since the last renewal. An unused lease expires without a write; the next caller
//! renews or re-acquires it.
//!
//! # Clocks
//!
//! A process relies on its own lease by its monotonic timer, counted from before the lease was
//! written. Another process acquires it when it was not renewed for longer than a live holder ever
//! takes, and its written end has passed by that process's calendar, with a margin. So a calendar
//! that is set forward takes no lease from a live holder. Where a calendar was set back, the
//! written end may lie far ahead; a lease also expires when it was not renewed for its whole length
//! under observation. A process that may want a lease later watches it in advance
//! ([`LeaseManager::watch`]), so that only one length has to pass. Whatever clocks do, the fencing
//! token keeps two holders from both writing.

mod lease;
mod renewal;
mod watch_task;
mod watcher;

use std::{
    sync::{Arc, Mutex, Weak},
    time::Duration,
};

use adoube_store::{Batch, Key, KeyRange, KeyReader, ScanOrder, Store, Table, VersionCheck};
use serde::{Deserialize, Serialize};

pub(crate) use self::lease::Lease;
use self::{lease::LeaseInner, watcher::LeaseWatcher};
use crate::core::{
    clock::{Clock, Timer},
    forms::{self, StoredForm},
    records::{RepositoryError, codec::write},
};

/// Durations of leases.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LeaseTiming {
    /// Length of a lease without a renewal.
    pub(crate) lasts: Duration,
    /// Interval of renewals; two in a row may fail before the lease expires.
    pub(crate) renewed_every: Duration,
    /// Allowance for clocks that differ and for work that ends late.
    margin: Duration,
    /// Longest time without a renewal of a live holder that uses the lease.
    overdue: Duration,
    /// Pause before another process asks again.
    look_again: Duration,
}

impl LeaseTiming {
    /// For a store of one process: no other process waits for a lease, so few renewals are enough.
    const ALONE: Self = Self::of_seconds(60, 20, 10, 45, 5);
    /// For a shared store: the leases of a dead process are free within thirty seconds, as a
    /// waiting process sees renewals and expiry at most `look_again` late.
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

    /// How long after a renewal a lease is used without another one, which comes before it is
    /// overdue.
    const fn fresh(&self) -> Duration {
        self.overdue.saturating_sub(self.renewed_every)
    }
}

/// Leases read in one step.
const PAGE: usize = 256;

/// The last holder of a lease.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeaseHolder {
    pub(crate) holder: String,
}

impl StoredForm for LeaseHolder {
    const KIND: &'static str = "the holder of a lease";
    const VERSION: u64 = 1;
}

/// The end of a lease.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeaseExpiry {
    /// In milliseconds since 1970; `None` when the lease was released.
    until: Option<u64>,
}

impl StoredForm for LeaseExpiry {
    const KIND: &'static str = "the end of a lease";
    const VERSION: u64 = 1;
}

/// The leases of a store, for one holder in one process. Cheap to clone.
#[derive(Clone)]
pub(crate) struct LeaseManager {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    timer: Arc<dyn Timer>,
    pace: &'static LeaseTiming,
    holder: Arc<str>,
    /// Every lease in use in this process, of all holders.
    all: Arc<Mutex<Vec<Weak<LeaseInner>>>>,
    /// Observations of leases in this process.
    watched: Arc<LeaseWatcher>,
}

/// The versions of a lease's two rows: holder and end.
type LeaseRowVersions = (Option<u64>, Option<u64>);

/// Status of a lease.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LeaseStatus {
    /// This process holds it.
    Mine(FencingToken),
    /// Another process holds it, as far as is known.
    Elsewhere {
        /// When to ask again, by the timer.
        ask_again: Duration,
    },
}

/// Fencing token: what a batch under a lease expects, so that it conflicts after another process
/// has acquired the lease. The lease is in use as long as a token exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FencingToken {
    key: Vec<u8>,
    number: u64,
    in_hand: Arc<()>,
}

impl FencingToken {
    /// A token for another row that belongs to this holder as long as it has this version.
    pub(super) fn at(self, key: Vec<u8>, number: u64) -> Self {
        Self { key, number, ..self }
    }

    /// The version check for a batch.
    pub(crate) fn expect(&self) -> VersionCheck {
        VersionCheck { table: Table::Meta, key: self.key.clone(), version: Some(self.number) }
    }

    /// Whether a conflict is about this token.
    pub(crate) fn is_at(&self, table: Table, key: &[u8]) -> bool {
        table == Table::Meta && self.key == key
    }
}

impl LeaseManager {
    /// The leases of a store. Each call makes a new holder.
    pub(crate) fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        let (timer, pace) =
            (clock.timer(), if store.is_shared() { &LeaseTiming::SHARED } else { &LeaseTiming::ALONE });
        Self { store, clock, timer, pace, holder: drawn(), all: Arc::default(), watched: Arc::default() }
    }

    /// The same store for another holder in this process.
    pub(crate) fn of_another(&self) -> Self {
        Self { holder: drawn(), ..self.clone() }
    }

    /// The id of the holder.
    pub(crate) fn holder(&self) -> &str {
        &self.holder
    }

    /// The monotonic timer by which leases are relied on.
    pub(crate) fn timer(&self) -> &Arc<dyn Timer> {
        &self.timer
    }

    /// The store with the leases.
    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// The lease with this name.
    pub(crate) fn of(&self, name: impl Into<String>) -> Lease {
        let one = Arc::new(LeaseInner::new(name.into(), Arc::clone(&self.holder)));
        let mut all = self.all();
        all.retain(|one| one.strong_count() > 0);
        all.push(Arc::downgrade(&one));
        drop(all);
        Lease { leases: self.clone(), one }
    }

    /// The end of a lease that begins now, by the calendar.
    fn end(&self) -> u64 {
        self.clock.now_millis().saturating_add(millis(self.pace.lasts))
    }

    /// Ends every lease of any holder. For a program that knows that no other process has the store
    /// open, so that it does not wait for a lease of a killed one.
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
    /// Names of some leases with this prefix that ended so many milliseconds ago by the calendar,
    /// or were released.
    pub(crate) async fn ended_before(
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

/// The expiry rows of leases whose names have this prefix.
fn range_of(beginning: &str) -> KeyRange {
    let mut prefix: Vec<u8> = Key::new().text(UNTIL).text(beginning).into();
    // Drop the end mark of the text, as the name goes on.
    prefix.pop();
    KeyRange::prefix(prefix)
}

/// The lease's name in the key of an expiry row.
fn name_in(key: &[u8]) -> Option<String> {
    let mut reader = KeyReader::new(key);
    reader.text().and_then(|_| reader.text())
}

/// A random holder id, not from the injected generator: two processes with the same seed must
/// differ.
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

/// The end of a lease; `None` if unreadable or of a newer program, whose renewals show it alive.
fn read_until(value: &[u8]) -> Option<LeaseExpiry> {
    forms::read(value).ok()
}

#[cfg(test)]
mod tests;
