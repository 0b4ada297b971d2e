//! One lease as one process knows it: acquired, renewed, released, lost. Not here: renewal of all
//! leases at once (`renewal`).

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_store::{Batch, CommitOutcome, Key, Table, VersionCheck};
use tokio::sync::Mutex as Lock;

use super::{
    FencingToken, HOLDER, LeaseExpiry, LeaseHolder, LeaseManager, LeaseRowVersions, LeaseStatus, LeaseTiming,
    UNTIL, millis, read_until, write, written,
};
use crate::{forms, records::RepositoryError};

/// How soon somebody may ask again whether a lease is nobody's.
const LOOK_AGAIN: Duration = Duration::from_millis(250);

/// One lease, as one process knows it.
pub(crate) struct Lease {
    pub(super) leases: LeaseManager,
    pub(super) one: Arc<LeaseInner>,
}

/// What is known of it.
pub(super) struct LeaseInner {
    pub(super) name: String,
    pub(super) holder: Arc<str>,
    known: Mutex<LeaseKnowledge>,
    /// Every fence has it, too.
    in_hand: Arc<()>,
    /// Whoever has it asks the store; the others wait and find what it said.
    pub(super) asking: Lock<()>,
}

#[derive(Default)]
pub(super) struct LeaseKnowledge {
    pub(super) held: Option<LeaseHold>,
    /// Whether it was asked for since it was renewed or taken.
    pub(super) was_used: bool,
    ask_again: Duration,
}

/// By the timer.
#[derive(Clone, Copy)]
pub(super) struct LeaseHold {
    pub(super) number: u64,
    pub(super) renewed: Duration,
}

/// What the store has of a lease.
struct LeaseRows {
    versions: LeaseRowVersions,
    end: Option<LeaseExpiry>,
    /// After an error it may be this process's without its knowing.
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

    /// What is to be renewed by now, if anything is.
    pub(super) fn due(&self, leases: &LeaseManager) -> Option<LeaseHold> {
        let (known, now) = (self.knowledge(), leases.timer.now());
        let in_use = known.was_used || Arc::strong_count(&self.in_hand) > 1;
        // A little early: it is asked at intervals of that length.
        known.held.filter(|held| in_use && now >= held.renewed + leases.pace.renewed_every / 2)
    }

    pub(super) fn key(&self, row: &str) -> Key {
        Key::new().text(row).text(&self.name)
    }

    /// Whether it was still this process's.
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

    /// Writes how long it lasts, if nobody else has it; whether that is so.
    pub(super) async fn write_until(
        &self,
        leases: &LeaseManager,
        number: u64,
        until: Option<u64>,
    ) -> Result<bool, RepositoryError> {
        let batch = self.lasting(Batch::new(), number, until)?;
        Ok(leases.store.commit(batch).await? == CommitOutcome::Applied)
    }

    /// A batch with that in it.
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
    /// Whose it is; this process's if it can be. The store is asked only when that is not known, or was not used for long.
    ///
    /// # Errors
    ///
    /// A fault of the store; nothing is known then.
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
            // After a long sleep it may still be this process's.
            match self.one.renew(&self.leases, held).await {
                Ok(true) => return Ok(LeaseStatus::Mine(self.fence(held.number))),
                Ok(false) => {}
                Err(error) => return self.standing(self.leases.pace.lasts).ok_or(error),
            }
        }
        self.take().await
    }

    /// Renews the lease again and again while it is in use, for as long as this is polled; and with it, in one write,
    /// whatever other leases of this process are due.
    pub(crate) async fn keep(&self) {
        self.leases.keep().await;
    }

    /// Gives the lease back, so that nobody has to wait until it is over.
    ///
    /// # Errors
    ///
    /// A fault of the store; others wait then.
    pub(crate) async fn give_back(&self) -> Result<(), RepositoryError> {
        let _asking = self.one.asking.lock().await;
        let Some(held) = self.one.knowledge().held.take() else { return Ok(()) };
        // Somebody who has it by now is not disturbed.
        self.one.write_until(&self.leases, held.number, None).await.map(|_| ())
    }

    /// Takes away what is kept of a lease that nobody has and nobody will ask for under this name.
    ///
    /// # Errors
    ///
    /// A fault of the store.
    pub(crate) async fn forget(&self) -> Result<(), RepositoryError> {
        let LeaseRows { versions, .. } = self.look().await?;
        let mut batch = Batch::new();
        for (row, version) in [(HOLDER, versions.0), (UNTIL, versions.1)] {
            let key = self.one.key(row);
            batch = batch.expect(Table::Meta, key.clone(), version).delete(Table::Meta, key);
        }
        // Whoever changed it has it.
        self.leases.store.commit(batch).await?;
        Ok(())
    }

    /// A batch has shown that somebody else has the lease.
    pub(crate) fn lost(&self, fence: &FencingToken) {
        let mut known = self.one.knowledge();
        known.held = known.held.filter(|held| held.number != fence.number);
    }

    /// Whose it is, as far as that is known; its own lease a process relies upon for so long after a renewal.
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

    /// What stays as it is as long as nobody has the lease, for who does not want it themselves; nothing while somebody
    /// has it.
    ///
    /// # Errors
    ///
    /// A fault of the store.
    pub(crate) async fn expect_unowned(&self) -> Result<Option<[VersionCheck; 2]>, RepositoryError> {
        let now = self.leases.timer.now();
        if now < self.one.knowledge().ask_again {
            return Ok(None);
        }
        let LeaseRows { versions, end, is_mine } = self.look().await?;
        if is_mine || !self.is_free(versions, end, now) {
            // However many things wait for that.
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

    /// Whether nobody has it any more.
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
