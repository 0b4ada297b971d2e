//! Leases for platforms: work that one of several processes over one store does at a time. Not
//! here: how leases are stored (`records::leases`).

use adoube_store::{Table, VersionCheck};

use super::Bot;
use crate::records::{FencingToken, Lease, LeaseStatus, RepositoryError, watch_deliverers};

/// Something that one process at a time does, by its name. Each process makes one for each name and keeps it.
pub struct PlatformLease(Lease);

/// That a process has a lease. As long as it is there, the lease is in use, and renewed while [`PlatformLease::keep`] runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaseTerm(FencingToken);

impl Bot {
    /// The lease of this name. Names of adapters begin with their platform's.
    pub fn lease(&self, name: impl Into<String>) -> PlatformLease {
        PlatformLease(self.inner.leases.of(name))
    }

    /// Watches, for as long as this is polled, which processes deliver on a platform where this one does not yet: when it
    /// takes over from one that has died, it delivers at once what that one has left.
    pub async fn watch_deliverers(&self, platform: &str) {
        watch_deliverers(&self.inner.leases, platform).await;
    }
}

impl PlatformLease {
    /// Whether it is this process's, which it is afterwards if it can be: nobody else has it, or whoever had it has not
    /// shown for up to half a minute that it is there. Mostly that takes no look at the store.
    ///
    /// # Errors
    ///
    /// A fault of the store that lasts; nothing is known then.
    pub async fn hold(&self) -> Result<Option<LeaseTerm>, RepositoryError> {
        Ok(match self.0.hold().await? {
            LeaseStatus::Mine(fence) => Some(LeaseTerm(fence)),
            LeaseStatus::Elsewhere { .. } => None,
        })
    }

    /// Renews it for as long as this is polled and it is in use.
    pub async fn keep(&self) {
        self.0.keep().await;
    }

    /// Gives it back, so that nobody has to wait for it.
    ///
    /// # Errors
    ///
    /// A fault of the store; others wait then.
    pub async fn give_back(&self) -> Result<(), RepositoryError> {
        self.0.give_back().await
    }

    /// Records that the lease is lost: a batch conflicted with the version [`LeaseTerm::expect`] names, so another process
    /// holds the lease.
    pub fn lost(&self, term: &LeaseTerm) {
        self.0.lost(&term.0);
    }
}

impl LeaseTerm {
    /// What a batch expects that is written under it: that nobody else has taken it since.
    pub fn expect(&self) -> VersionCheck {
        self.0.expect()
    }

    /// Whether a batch conflicted with that.
    pub fn is_at(&self, table: Table, key: &[u8]) -> bool {
        self.0.is_at(table, key)
    }

    /// The number under which it was taken; each time it is taken that is another one.
    pub fn number(&self) -> u64 {
        self.expect().version.unwrap_or_default()
    }
}
