//! One lease as one process knows it: acquires it, tells whether it is held here or elsewhere,
//! renews it, gives it back, and notes that it was lost. Not here: renewal of all leases at once
//! (`renewal`).

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_store::{Batch, CommitOutcome, Key, Table, VersionCheck};
use tokio::sync::Mutex as Lock;

use super::{
    FencingToken, HOLDER, LeaseExpiry, LeaseHolder, LeaseManager, LeaseRowVersions, LeaseStatus, LeaseTiming,
    UNTIL, millis, read_until, written,
};
use crate::core::{
    forms,
    records::{RepositoryError, codec::write},
};

/// How soon a caller that does not want the lease may ask again whether it is free.
const LOOK_AGAIN: Duration = Duration::from_millis(250);

/// A lease in one process.
pub(crate) struct Lease {
    pub(super) leases: LeaseManager,
    pub(super) one: Arc<LeaseInner>,
}

/// State of a lease, shared by its handles.
pub(super) struct LeaseInner {
    pub(super) name: String,
    pub(super) holder: Arc<str>,
    known: Mutex<LeaseKnowledge>,
    /// Shared with every fencing token; its count shows whether the lease is in use.
    in_hand: Arc<()>,
    /// Held while the store is asked, so that concurrent callers ask once.
    pub(super) asking: Lock<()>,
}

#[derive(Default)]
pub(super) struct LeaseKnowledge {
    pub(super) held: Option<LeaseHold>,
    /// Whether the lease was requested since it was acquired or renewed.
    pub(super) was_used: bool,
    ask_again: Duration,
}

/// A held lease; the instant is of the timer.
#[derive(Clone, Copy)]
pub(super) struct LeaseHold {
    pub(super) number: u64,
    pub(super) renewed: Duration,
}

/// The rows of a lease in the store.
struct LeaseRows {
    versions: LeaseRowVersions,
    end: Option<LeaseExpiry>,
    /// Whether the row names this process, which need not know it after a store error.
    is_mine: bool,
}

impl LeaseInner {
    pub(super) fn new(name: String, holder: Arc<str>) -> Self {
        Self { name, holder, known: Mutex::default(), in_hand: Arc::default(), asking: Lock::default() }
    }

    pub(super) fn knowledge(&self) -> MutexGuard<'_, LeaseKnowledge> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The held lease, if it is in use and due for renewal.
    pub(super) fn due(&self, leases: &LeaseManager) -> Option<LeaseHold> {
        let (known, now) = (self.knowledge(), leases.timer.now());
        let in_use = known.was_used || Arc::strong_count(&self.in_hand) > 1;
        // Half an interval early, as renewals are only checked once per interval.
        known.held.filter(|held| in_use && now >= held.renewed + leases.pace.renewed_every / 2)
    }

    pub(super) fn key(&self, row: &str) -> Key {
        Key::new().text(row).text(&self.name)
    }

    /// Renews the lease; false if another holder has it.
    pub(super) async fn renew(
        &self,
        leases: &LeaseManager,
        held: LeaseHold,
    ) -> Result<bool, RepositoryError> {
        let renewed = leases.timer.now();
        let is_mine = self.write_until(leases, held.number, Some(leases.end())).await?;
        self.knowledge().held = is_mine.then_some(LeaseHold { renewed, ..held });
        Ok(is_mine)
    }

    /// Writes the end of the lease; false if another holder has it.
    pub(super) async fn write_until(
        &self,
        leases: &LeaseManager,
        number: u64,
        until: Option<u64>,
    ) -> Result<bool, RepositoryError> {
        let batch = self.lasting(Batch::new(), number, until)?;
        Ok(leases.store.commit(batch).await? == CommitOutcome::Applied)
    }

    /// Adds the write of the lease's end to a batch.
    pub(super) fn lasting(
        &self,
        batch: Batch,
        number: u64,
        until: Option<u64>,
    ) -> Result<Batch, RepositoryError> {
        let batch = batch.expect_version(Table::Meta, self.key(HOLDER), number);
        Ok(batch.put(Table::Meta, self.key(UNTIL), written(until)?))
    }
}

impl Lease {
    /// The status of the lease, which is acquired if it is free. The store is asked only when the
    /// status is unknown or the last renewal is long ago.
    ///
    /// # Errors
    ///
    /// The store fails, and the status is unknown.
    pub(crate) async fn hold(&self) -> Result<LeaseStatus, RepositoryError> {
        if let Some(standing) = self.standing(self.leases.pace.fresh()) {
            return Ok(standing);
        }
        let _asking = self.one.asking.lock().await;
        if let Some(standing) = self.standing(self.leases.pace.fresh()) {
            return Ok(standing);
        }
        let held = self.one.knowledge().held;
        if let Some(held) = held {
            // A lease that was not renewed for long may still be this process's.
            match self.one.renew(&self.leases, held).await {
                Ok(true) => return Ok(LeaseStatus::Mine(self.fence(held.number))),
                Ok(false) => {}
                Err(error) => return self.standing(self.leases.pace.lasts).ok_or(error),
            }
        }
        self.take().await
    }

    /// Renews the lease while it is in use, for as long as the future is polled; with it, in one
    /// write, all other due leases of this process.
    pub(crate) async fn keep(&self) {
        self.leases.keep().await;
    }

    /// Releases the lease, so that no process has to wait until it expires.
    ///
    /// # Errors
    ///
    /// The store fails; other processes then wait until it expires.
    pub(crate) async fn give_back(&self) -> Result<(), RepositoryError> {
        let _asking = self.one.asking.lock().await;
        let Some(held) = self.one.knowledge().held.take() else { return Ok(()) };
        // The write expects this process's number, so it does not touch a lease of another holder.
        self.one.write_until(&self.leases, held.number, None).await.map(|_| ())
    }

    /// Deletes the rows of a lease without a holder whose name is not used any more.
    ///
    /// # Errors
    ///
    /// The store fails.
    pub(crate) async fn forget(&self) -> Result<(), RepositoryError> {
        let LeaseRows { versions, .. } = self.look().await?;
        let mut batch = Batch::new();
        for (row, version) in [(HOLDER, versions.0), (UNTIL, versions.1)] {
            let key = self.one.key(row);
            batch = batch.expect(Table::Meta, key.clone(), version).delete(Table::Meta, key);
        }
        // A conflict means that another process has acquired the lease.
        self.leases.store.commit(batch).await?;
        Ok(())
    }

    /// Records that a batch found another holder.
    pub(crate) fn lost(&self, fence: &FencingToken) {
        let mut known = self.one.knowledge();
        known.held = known.held.filter(|held| held.number != fence.number);
    }

    /// The status as far as known; a held lease is relied on for `relied_upon` after a renewal.
    fn standing(&self, relied_upon: Duration) -> Option<LeaseStatus> {
        let (mut known, now) = (self.one.knowledge(), self.leases.timer.now());
        match known.held {
            Some(held) if now < held.renewed + relied_upon => {
                known.was_used = true;
                Some(LeaseStatus::Mine(self.fence(held.number)))
            }
            None if now < known.ask_again => Some(LeaseStatus::Elsewhere { ask_again: known.ask_again }),
            _ => None,
        }
    }

    fn fence(&self, number: u64) -> FencingToken {
        FencingToken { key: self.one.key(HOLDER).into(), number, in_hand: Arc::clone(&self.one.in_hand) }
    }

    async fn look(&self) -> Result<LeaseRows, RepositoryError> {
        let store = &self.leases.store;
        let holder = store.get(Table::Meta, self.one.key(HOLDER).as_ref()).await?;
        let until = store.get(Table::Meta, self.one.key(UNTIL).as_ref()).await?;
        let versions = (holder.as_ref().map(|row| row.version), until.as_ref().map(|row| row.version));
        let is_mine = holder.is_some_and(|holder| self.is_mine(&holder.value));
        Ok(LeaseRows { versions, end: until.and_then(|until| read_until(&until.value)), is_mine })
    }

    /// Version checks that hold as long as the lease has no holder, for callers that do not want
    /// the lease itself; `None` while it has a holder.
    ///
    /// # Errors
    ///
    /// The store fails.
    pub(crate) async fn expect_unowned(&self) -> Result<Option<[VersionCheck; 2]>, RepositoryError> {
        let now = self.leases.timer.now();
        if now < self.one.knowledge().ask_again {
            return Ok(None);
        }
        let LeaseRows { versions, end, is_mine } = self.look().await?;
        if is_mine || !self.is_free(versions, end, now) {
            // One look at the store serves all callers until then.
            self.one.knowledge().ask_again = now + LOOK_AGAIN;
            return Ok(None);
        }
        let expect =
            |row, version| VersionCheck { table: Table::Meta, key: self.one.key(row).into(), version };
        Ok(Some([expect(HOLDER, versions.0), expect(UNTIL, versions.1)]))
    }

    async fn take(&self) -> Result<LeaseStatus, RepositoryError> {
        let now = self.leases.timer.now();
        let LeaseRows { versions, end, is_mine } = self.look().await?;
        if !is_mine && !self.is_free(versions, end, now) {
            return Ok(self.elsewhere(now));
        }
        let (holder_key, until_key) = (self.one.key(HOLDER), self.one.key(UNTIL));
        let value = write(&LeaseHolder { holder: self.leases.holder.to_string() })?;
        let batch = Batch::new()
            .expect(Table::Meta, holder_key.clone(), versions.0)
            .expect(Table::Meta, until_key.clone(), versions.1)
            .put(Table::Meta, holder_key, value)
            .put(Table::Meta, until_key, written(Some(self.leases.end()))?);
        if self.leases.store.commit(batch).await? != CommitOutcome::Applied {
            return Ok(self.elsewhere(now));
        }
        let number = versions.0.map_or(1, |number| number + 1);
        tracing::debug!(lease = self.one.name, number, "a lease is taken");
        *self.one.knowledge() =
            LeaseKnowledge { held: Some(LeaseHold { number, renewed: now }), ..LeaseKnowledge::default() };
        Ok(LeaseStatus::Mine(self.fence(number)))
    }

    fn elsewhere(&self, now: Duration) -> LeaseStatus {
        let ask_again = now + self.leases.pace.look_again;
        let mut known = self.one.knowledge();
        known.held = None;
        known.ask_again = ask_again;
        LeaseStatus::Elsewhere { ask_again }
    }

    fn is_mine(&self, value: &[u8]) -> bool {
        forms::read::<LeaseHolder>(value).is_ok_and(|holder| *holder.holder == *self.leases.holder)
    }

    /// Whether the lease has no holder, or has expired.
    fn is_free(&self, versions: LeaseRowVersions, end: Option<LeaseExpiry>, now: Duration) -> bool {
        if versions == (None, None) || end.as_ref().is_some_and(|end| end.until.is_none()) {
            return true;
        }
        let watched = self.leases.watched.see(&self.one.name, versions.1, now);
        let LeaseTiming { lasts, margin, overdue, .. } = *self.leases.pace;
        let today = self.leases.clock.now_millis();
        let is_over =
            end.and_then(|end| end.until).is_some_and(|end| end.saturating_add(millis(margin)) < today);
        watched > lasts + margin || (is_over && watched > overdue)
    }
}
