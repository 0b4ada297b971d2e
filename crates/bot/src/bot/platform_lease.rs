//! Leases as platforms use them: the right of one process over a shared store to do a named piece
//! of work, for a limited time. Not here: how leases are stored (`core::records::leases`).

use adoube_store::{Table, VersionCheck};

use super::Bot;
use crate::core::records::{FencingToken, Lease, LeaseStatus, RepositoryError, watch_deliverers};

/// A named lease. Each process makes one for each name and keeps it.
pub struct PlatformLease(Lease);

/// A lease that this process holds. While it exists, [`PlatformLease::keep`] renews the lease.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaseTerm(FencingToken);

impl Bot {
    /// The lease of this name. An adapter's names begin with its platform's name.
    pub fn lease(&self, name: impl Into<String>) -> PlatformLease {
        PlatformLease(self.inner.leases.of(name))
    }

    /// Watches, while polled, which processes deliver on a platform where this one does not. When
    /// this process takes over from one that died, it delivers at once what is left.
    pub async fn watch_deliverers(&self, platform: &str) {
        watch_deliverers(&self.inner.leases, platform).await;
    }
}

impl PlatformLease {
    /// Acquires the lease if it is free, and returns the term if this process holds it. A lease is
    /// free if no process holds it, or if its holder has not renewed it for up to half a minute.
    /// Mostly needs no store read.
    ///
    /// # Errors
    ///
    /// A lasting store error; then it is unknown who holds the lease.
    pub async fn hold(&self) -> Result<Option<LeaseTerm>, RepositoryError> {
        Ok(match self.0.hold().await? {
            LeaseStatus::Mine(fence) => Some(LeaseTerm(fence)),
            LeaseStatus::Elsewhere { .. } => None,
        })
    }

    /// Renews the lease while polled, as long as it is in use.
    pub async fn keep(&self) {
        self.0.keep().await;
    }

    /// Releases the lease, so that no other process has to wait for it to expire.
    ///
    /// # Errors
    ///
    /// A store error; other processes then wait until the lease expires.
    pub async fn give_back(&self) -> Result<(), RepositoryError> {
        self.0.give_back().await
    }

    /// Records that the lease is lost: a batch conflicted with the version that
    /// [`LeaseTerm::expect`] names, so another process holds the lease.
    pub fn lost(&self, term: &LeaseTerm) {
        self.0.lost(&term.0);
    }
}

impl LeaseTerm {
    /// The version check of batches written under the lease: no other process has taken it since.
    pub fn expect(&self) -> VersionCheck {
        self.0.expect()
    }

    /// Whether a version conflict at this row means that the lease was lost.
    pub fn is_at(&self, table: Table, key: &[u8]) -> bool {
        self.0.is_at(table, key)
    }

    /// The fencing token: a number that differs each time the lease is taken.
    pub fn number(&self) -> u64 {
        self.expect().version.unwrap_or_default()
    }
}
