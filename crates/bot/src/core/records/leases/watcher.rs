//! Notes for each lease of another process how long it was not renewed, by this process's own
//! monotonic clock, including leases it has not asked for yet. Not here: when a lease has expired
//! by that (`leases`).

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

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
    pub(super) fn keep_only(&self, beginning: &str, names: &HashSet<String>) {
        self.all().retain(|name, _| !name.starts_with(beginning) || names.contains(name));
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, LeaseObservation>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
