//! Renews and releases many leases of a process in one write. Not here: a single lease (`leases`).

use std::sync::{Arc, MutexGuard, PoisonError, Weak};

use adoube_store::{Batch, CommitOutcome};

use super::{
    LeaseManager,
    lease::{LeaseHold, LeaseInner},
};
use crate::core::{panic_guard::catch_panic, records::RepositoryError};

/// Maximum of leases in one write.
const AT_ONCE: usize = 256;

impl LeaseManager {
    /// Renews all leases that this process holds and uses, for as long as the future is polled.
    pub(crate) async fn keep(&self) {
        let timer = &self.timer;
        loop {
            timer.until(timer.now() + self.pace.renewed_every).await;
            match catch_panic(self.renew()).await {
                Some(Ok(())) => {}
                Some(Err(error)) => tracing::warn!(%error, "leases are renewed later"),
                None => tracing::error!("the program broke while it renewed leases"),
            }
        }
    }

    /// Renews the leases in use that are due; reads no store while none is.
    ///
    /// # Errors
    ///
    /// The store fails; each lease is relied on until it expires, and the next renewal may succeed.
    pub(crate) async fn renew(&self) -> Result<(), RepositoryError> {
        let due: Vec<_> = self.ones().into_iter().filter(|one| one.due(self).is_some()).collect();
        for some in due.chunks(AT_ONCE) {
            self.renew_at_once(some).await?;
        }
        Ok(())
    }

    /// Releases every lease of this holder.
    ///
    /// # Errors
    ///
    /// The store fails; other processes then wait until the leases expire.
    pub(crate) async fn give_back(&self) -> Result<(), RepositoryError> {
        let mut own = self.ones();
        own.retain(|one| one.holder == self.holder);
        for some in own.chunks(AT_ONCE) {
            let mut asked = Vec::with_capacity(some.len());
            for one in some {
                let asking = one.asking.lock().await;
                let held = one.knowledge().held.take();
                asked.extend(held.map(|held| (one, held, asking)));
            }
            let given = asked
                .iter()
                .try_fold(Batch::new(), |batch, (one, held, _)| one.lasting(batch, held.number, None))?;
            if given.writes.is_empty() || self.store.commit(given).await? == CommitOutcome::Applied {
                continue;
            }
            for (one, held, _) in asked {
                // The write expects this process's number, so it does not touch a lease of another
                // holder.
                one.write_until(self, held.number, None).await?;
            }
        }
        Ok(())
    }

    async fn renew_at_once(&self, due: &[Arc<LeaseInner>]) -> Result<(), RepositoryError> {
        // A caller that has this lock asks the store about the lease, which renews it as well.
        let asked: Vec<_> = due
            .iter()
            .filter_map(|one| {
                let asking = one.asking.try_lock().ok()?;
                one.due(self).map(|held| (one, held, asking))
            })
            .collect();
        let renewed = self.timer.now();
        let end = Some(self.end());
        let mut batch = Batch::new();
        for (one, held, _) in &asked {
            one.knowledge().was_used = false;
            batch = one.lasting(batch, held.number, end)?;
        }
        if batch.writes.is_empty() {
            return Ok(());
        }
        let outcome = match self.store.commit(batch).await {
            Ok(CommitOutcome::Applied) => {
                for (one, held, _) in &asked {
                    one.knowledge().held = Some(LeaseHold { renewed, ..*held });
                }
                return Ok(());
            }
            // One of the leases has another holder: renew the others without it.
            Ok(_) => self.renew_each(asked.iter().map(|(one, held, _)| (&***one, *held))).await,
            Err(error) => Err(error.into()),
        };
        outcome.inspect_err(|_| asked.iter().for_each(|(one, ..)| one.knowledge().was_used = true))
    }

    async fn renew_each<'a>(
        &self,
        each: impl Iterator<Item = (&'a LeaseInner, LeaseHold)>,
    ) -> Result<(), RepositoryError> {
        for (one, held) in each {
            one.renew(self, held).await?;
        }
        Ok(())
    }

    fn ones(&self) -> Vec<Arc<LeaseInner>> {
        self.all().iter().filter_map(Weak::upgrade).collect()
    }

    pub(super) fn all(&self) -> MutexGuard<'_, Vec<Weak<LeaseInner>>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
