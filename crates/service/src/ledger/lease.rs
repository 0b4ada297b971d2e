//! Leases: of several processes over one store at most one at a time does a thing, and what a process writes that has
//! lost its lease without knowing is not written. Not here: what is done under a lease (the outbox, whatever is due).
//!
//! | table | key | value |
//! |---|---|---|
//! | meta | `lease`, name | [`Holder`]: who took it last. Its version is the lease's number: it grows whenever it is taken |
//! | meta | `lease-until`, name | [`Until`]: how long it is theirs, written anew at each renewal |
//!
//! # How to use one
//!
//! Make one [`Lease`] for each name and process ([`Leases::of`]) and keep it. Before doing something ask [`Lease::hold`]:
//! as long as the lease is in use that is no look at the store. With `Mine`, keep the [`Fence`] until it is done, and let
//! every batch that comes of it expect it; when such a batch conflicts with [`Fence::is_at`], call [`Lease::lost`] and leave
//! it to the one who has the lease now. With `Elsewhere`, do nothing and ask again then. Beside that run [`Lease::keep`] (or
//! call [`Lease::renew`] every [`RENEWED_EVERY`]), and when the program stops in order, [`Lease::give_back`].
//!
//! A lease is renewed while it is in use: as long as there is a fence of it, or when it was asked for since the last time.
//! One that nobody uses runs out, which nobody has to write; whoever asks for it next renews it first, or takes it anew.
//!
//! # Clocks
//!
//! How long a process relies on its own lease goes by its timer, which nobody sets, from before the lease was written.
//! Others take it when it was not renewed for longer than any holder takes to, and is over by their calendar, with a
//! margin. So a calendar that is set forward takes nothing from a holder who is alive. Where a calendar was set back, the
//! written end may lie far ahead: then a lease is over that nobody renewed for its whole length while somebody watched.
//! Whatever clocks do, the number keeps two holders from both writing.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_store::{Batch, Committed, Expect, Key, KeyRange, Order, Store, Table};
use serde::{Deserialize, Serialize};

use super::{LedgerError, write};
use crate::{
    clock::{Clock, Timer},
    stored::{self, Form},
    unharmed::unharmed,
};

/// How long a lease lasts when it is not renewed.
pub(crate) const LASTS: Duration = Duration::from_secs(60);
/// How often a lease is renewed: two renewals may fail.
pub(crate) const RENEWED_EVERY: Duration = Duration::from_secs(20);
/// What is allowed for clocks that differ and for work that ends a little late.
const MARGIN: Duration = Duration::from_secs(10);
/// A holder who is well and uses it never goes so long without a renewal.
const OVERDUE: Duration = Duration::from_secs(45);
/// How long after a renewal a lease is used as it is: the next one comes before it is overdue.
const FRESH: Duration = OVERDUE.saturating_sub(RENEWED_EVERY);
/// How long until somebody who may not have a lease looks again.
const LOOK_AGAIN: Duration = Duration::from_secs(5);
/// Leases looked at in one step.
const PAGE: usize = 256;

/// Who took a lease last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Holder {
    holder: String,
}

impl Form for Holder {
    const KIND: &'static str = "the holder of a lease";
    const VERSION: u64 = 1;
}

/// How long a lease is somebody's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Until {
    /// In milliseconds since 1970; nothing when it was given back.
    until: Option<u64>,
}

impl Form for Until {
    const KIND: &'static str = "the end of a lease";
    const VERSION: u64 = 1;
}

/// All leases of a store, for one process. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Leases {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    timer: Arc<dyn Timer>,
    holder: Arc<str>,
}

/// One lease, as one process knows it.
pub(crate) struct Lease {
    leases: Leases,
    name: String,
    known: Mutex<Known>,
    /// Every fence has it, too.
    in_hand: Arc<()>,
    /// Whoever has it asks the store; the others wait and find what it said.
    asking: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Known {
    held: Option<Held>,
    /// Whether it was asked for since it was renewed or taken.
    was_used: bool,
    /// What somebody else's lease looked like, and since when it has.
    seen: Option<(Versions, Duration)>,
    ask_again: Duration,
}

/// By the timer.
#[derive(Clone, Copy)]
struct Held {
    number: u64,
    renewed: Duration,
}

/// The versions of both rows.
type Versions = (Option<u64>, Option<u64>);

/// Whose a lease is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// This process's.
    Mine(Fence),
    /// Another one's, as far as is known until the timer shows this.
    Elsewhere {
        /// When to ask again.
        ask_again: Duration,
    },
}

/// What a batch expects that is written under a lease: that nobody else has taken it. While it is there, the lease is in
/// use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fence {
    key: Vec<u8>,
    number: u64,
    in_hand: Arc<()>,
}

impl Fence {
    /// The condition.
    pub(crate) fn expect(&self) -> Expect {
        Expect { table: Table::Meta, key: self.key.clone(), version: Some(self.number) }
    }

    /// Whether a batch conflicted here.
    pub(crate) fn is_at(&self, table: Table, key: &[u8]) -> bool {
        table == Table::Meta && self.key == key
    }
}

impl Leases {
    /// Those of this store. Each call stands for a holder of its own.
    pub(crate) fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        // Not from the generator that is handed in: two processes with one seed are two all the same.
        let holder = format!("{:032x}", rand::random::<u128>());
        let timer = clock.timer();
        Self { store, clock, timer, holder: holder.into() }
    }

    /// The same for another holder in this process.
    pub(crate) fn of_another(&self) -> Self {
        Self::new(Arc::clone(&self.store), Arc::clone(&self.clock))
    }

    /// The timer that says how long a lease is relied upon.
    pub(crate) fn timer(&self) -> &Arc<dyn Timer> {
        &self.timer
    }

    /// The lease of this name.
    pub(crate) fn of(&self, name: impl Into<String>) -> Lease {
        Lease {
            leases: self.clone(),
            name: name.into(),
            known: Mutex::default(),
            in_hand: Arc::default(),
            asking: tokio::sync::Mutex::default(),
        }
    }

    /// Ends every lease, whoever has it: for a program that knows that nobody else has the store open, so that it does
    /// not wait for one that was killed.
    pub(crate) async fn end_all(&self) -> Result<(), LedgerError> {
        let mut range = KeyRange::prefix(Key::new().text(UNTIL));
        loop {
            let page = self.store.scan(Table::Meta, range.clone(), Order::Ascending, PAGE).await?;
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

impl Lease {
    /// Whose it is; this process's if it can be. The store is asked only when that is not known, or was not used for long.
    ///
    /// # Errors
    ///
    /// A fault of the store; nothing is known then.
    pub(crate) async fn hold(&self) -> Result<Standing, LedgerError> {
        if let Some(standing) = self.standing(FRESH) {
            return Ok(standing);
        }
        let _asking = self.asking.lock().await;
        if let Some(standing) = self.standing(FRESH) {
            return Ok(standing);
        }
        let held = self.known().held;
        if let Some(held) = held {
            // After a long sleep it may still be this process's.
            match self.renew_held(held).await {
                Ok(true) => return Ok(Standing::Mine(self.fence(held.number))),
                Ok(false) => {}
                Err(error) => return self.standing(LASTS).ok_or(error),
            }
        }
        self.take().await
    }

    /// Renews the lease if this process has it and uses it, and that is due.
    ///
    /// # Errors
    ///
    /// A fault of the store; the lease is relied upon until it is over, and the next renewal may help.
    pub(crate) async fn renew(&self) -> Result<(), LedgerError> {
        let Some(held) = self.due() else { return Ok(()) };
        let _asking = self.asking.lock().await;
        if self.due().is_some_and(|now| now.number == held.number) {
            self.known().was_used = false;
            self.renew_held(held).await.inspect_err(|_| self.known().was_used = true)?;
        }
        Ok(())
    }

    /// Renews the lease again and again while it is in use, for as long as this is polled.
    pub(crate) async fn keep(&self) {
        let timer = self.leases.timer();
        loop {
            timer.until(timer.now() + RENEWED_EVERY).await;
            match unharmed(self.renew()).await {
                Some(Ok(())) => {}
                Some(Err(error)) => tracing::warn!(%error, lease = self.name, "a lease is renewed later"),
                None => tracing::error!(lease = self.name, "the program broke while it renewed a lease"),
            }
        }
    }

    /// Gives the lease back, so that nobody has to wait until it is over.
    ///
    /// # Errors
    ///
    /// A fault of the store; others wait then.
    pub(crate) async fn give_back(&self) -> Result<(), LedgerError> {
        let _asking = self.asking.lock().await;
        let Some(held) = self.known().held.take() else { return Ok(()) };
        // Somebody who has it by now is not disturbed.
        self.write_until(held.number, None).await.map(|_| ())
    }

    /// A batch has shown that somebody else has the lease.
    pub(crate) fn lost(&self, fence: &Fence) {
        let mut known = self.known();
        known.held = known.held.filter(|held| held.number != fence.number);
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whose it is, as far as that is known; its own lease a process relies upon for so long after a renewal.
    fn standing(&self, relied_upon: Duration) -> Option<Standing> {
        let (mut known, now) = (self.known(), self.leases.timer.now());
        match known.held {
            Some(held) if now < held.renewed + relied_upon => {
                known.was_used = true;
                Some(Standing::Mine(self.fence(held.number)))
            }
            None if now < known.ask_again => Some(Standing::Elsewhere { ask_again: known.ask_again }),
            _ => None,
        }
    }

    fn due(&self) -> Option<Held> {
        let (known, now) = (self.known(), self.leases.timer.now());
        let in_use = known.was_used || Arc::strong_count(&self.in_hand) > 1;
        // A little early: it is asked at intervals of that length.
        known.held.filter(|held| in_use && now >= held.renewed + RENEWED_EVERY / 2)
    }

    fn fence(&self, number: u64) -> Fence {
        Fence { key: self.key(HOLDER).into(), number, in_hand: Arc::clone(&self.in_hand) }
    }

    fn key(&self, row: &str) -> Key {
        Key::new().text(row).text(&self.name)
    }

    /// Whether it was still this process's.
    async fn renew_held(&self, held: Held) -> Result<bool, LedgerError> {
        let renewed = self.leases.timer.now();
        let is_mine = self.write_until(held.number, Some(self.end())).await?;
        self.known().held = is_mine.then_some(Held { renewed, ..held });
        Ok(is_mine)
    }

    /// Writes how long it lasts, if nobody else has it; whether that is so.
    async fn write_until(&self, number: u64, until: Option<u64>) -> Result<bool, LedgerError> {
        let batch = Batch::new().expect_version(Table::Meta, self.key(HOLDER), number).put(
            Table::Meta,
            self.key(UNTIL),
            written(until)?,
        );
        Ok(self.leases.store.commit(batch).await? == Committed::Applied)
    }

    /// When it is over if it begins now, by the calendar.
    fn end(&self) -> u64 {
        self.leases.clock.now_millis().saturating_add(millis(LASTS))
    }

    async fn take(&self) -> Result<Standing, LedgerError> {
        let now = self.leases.timer.now();
        let (holder_key, until_key) = (self.key(HOLDER), self.key(UNTIL));
        let store = &self.leases.store;
        let holder = store.get(Table::Meta, holder_key.as_ref()).await?;
        let until = store.get(Table::Meta, until_key.as_ref()).await?;
        let number = holder.as_ref().map(|holder| holder.version);
        let versions = (number, until.as_ref().map(|until| until.version));
        let end = until.and_then(|until| read_until(&until.value));
        // After an error it may be this process's without its knowing.
        let is_mine = holder.is_some_and(|holder| self.is_mine(&holder.value));
        if !is_mine && !self.is_free(versions, end, now) {
            return Ok(self.elsewhere(now));
        }
        let value = write(&Holder { holder: self.leases.holder.to_string() })?;
        let batch = Batch::new()
            .expect(Table::Meta, holder_key.clone(), versions.0)
            .expect(Table::Meta, until_key.clone(), versions.1)
            .put(Table::Meta, holder_key, value)
            .put(Table::Meta, until_key, written(Some(self.end()))?);
        if store.commit(batch).await? != Committed::Applied {
            return Ok(self.elsewhere(now));
        }
        let number = number.map_or(1, |number| number + 1);
        tracing::debug!(lease = self.name, number, "a lease is taken");
        *self.known() = Known { held: Some(Held { number, renewed: now }), ..Known::default() };
        Ok(Standing::Mine(self.fence(number)))
    }

    fn elsewhere(&self, now: Duration) -> Standing {
        let ask_again = now + LOOK_AGAIN;
        let mut known = self.known();
        known.held = None;
        known.ask_again = ask_again;
        Standing::Elsewhere { ask_again }
    }

    fn is_mine(&self, value: &[u8]) -> bool {
        stored::read::<Holder>(value).is_ok_and(|holder| *holder.holder == *self.leases.holder)
    }

    /// Whether nobody has it any more.
    fn is_free(&self, versions: Versions, end: Option<Until>, now: Duration) -> bool {
        if versions == (None, None) || end.as_ref().is_some_and(|end| end.until.is_none()) {
            return true;
        }
        let mut known = self.known();
        let since = match known.seen {
            Some((seen, since)) if seen == versions => since,
            _ => now,
        };
        known.seen = Some((versions, since));
        let watched = now.saturating_sub(since);
        let today = self.leases.clock.now_millis();
        let is_over =
            end.and_then(|end| end.until).is_some_and(|end| end.saturating_add(millis(MARGIN)) < today);
        watched > LASTS + MARGIN || (is_over && watched > OVERDUE)
    }
}

const HOLDER: &str = "lease";
const UNTIL: &str = "lease-until";

const fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

fn written(until: Option<u64>) -> Result<Vec<u8>, LedgerError> {
    write(&Until { until })
}

/// Nothing when it cannot be read, or only by a newer program: whoever renews it shows that they are there.
fn read_until(value: &[u8]) -> Option<Until> {
    stored::read(value).ok()
}

#[cfg(test)]
mod tests;
