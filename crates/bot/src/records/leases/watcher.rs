//! Watches leases of other processes: how long each was not renewed by this process's own monotonic
//! clock, including leases it has not asked for yet. Not here: when a lease has expired by that
//! (`leases`).

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_store::{ScanOrder, Table};

use super::{LeaseManager, PAGE, name_in, range_of};
use crate::{panic_guard::catch_panic, records::RepositoryError};

/// Observed state of leases, by name.
#[derive(Default)]
pub(super) struct LeaseWatcher(Mutex<HashMap<String, LeaseObservation>>);

/// The version of a lease's expiry row, which changes with each acquisition, renewal and release,
/// and the timer's instant since which it is known to be that.
type LeaseObservation = (Option<u64>, Duration);

impl LeaseWatcher {
    /// Records the present version; returns how long it has been observed.
    pub(super) fn see(&self, name: &str, version: Option<u64>, now: Duration) -> Duration {
        let mut all = self.all();
        let seen = all.entry(name.to_owned()).or_insert((version, now));
        if seen.0 != version {
            *seen = (version, now);
        }
        now.saturating_sub(seen.1)
    }

    /// Forgets the leases with this prefix that are not among `names`.
    fn keep_only(&self, beginning: &str, names: &HashSet<String>) {
        self.all().retain(|name, _| !name.starts_with(beginning) || names.contains(name));
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, LeaseObservation>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LeaseManager {
    /// Watches the leases with this prefix for as long as the future is polled, so that a process
    /// that wants one later has its observation already. The renewal interval is often enough:
    /// expiry takes much longer.
    pub(in crate::records) async fn watch(&self, beginning: &str) {
        loop {
            match catch_panic(self.look_at(beginning)).await {
                Some(Ok(())) => {}
                Some(Err(error)) => tracing::warn!(%error, "leases of other processes are looked at later"),
                None => tracing::error!("the program broke while it looked at leases"),
            }
            self.timer.until(self.timer.now() + self.pace.renewed_every).await;
        }
    }

    async fn look_at(&self, beginning: &str) -> Result<(), RepositoryError> {
        let (mut range, mut names) = (range_of(beginning), HashSet::new());
        loop {
            let now = self.timer.now();
            let page = self.store.scan(Table::Meta, range.clone(), ScanOrder::Ascending, PAGE).await?;
            for (name, row) in page.iter().filter_map(|(key, row)| Some((name_in(key)?, row))) {
                self.watched.see(&name, Some(row.version), now);
                names.insert(name);
            }
            let Some((last, _)) = page.last().filter(|_| page.len() == PAGE) else { break };
            range = range.after(last);
        }
        self.watched.keep_only(beginning, &names);
        Ok(())
    }
}
