//! Decides which process owns a lane, the queue of one channel's notices, in a shared store: the
//! process that last posted to the channel, so the process that decides also delivers at once. Not
//! here: leases (`leases`), and lanes of a store that one process has for itself (the outbox's lane
//! groups).
//!
//! | table | key | value |
//! |---|---|---|
//! | meta | `lane`, channel | [`LeaseHolder`]: the owner. Writes about deliveries in the lane expect its version |
//!
//! A lane changes its owner in two ways. First, in the batch that posts to an empty lane: no
//! delivery can be running there, as an entry stays in the lane until it is delivered. Second, when
//! the owner is gone: each process has a lease of its own, `outbox:platform:holder`, and a takeover
//! expects the expired lease to be unchanged. As every process watches the leases of the others, an
//! expired one is found soon. Read the owner after reading the notices of a lane: a new owner is
//! written in the same batch as its first notice, so this order never misses a change.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_store::{Batch, CommitOutcome, Key, Table, VersionCheck};

use super::leases::{Lease, LeaseHolder, LeaseManager, LeaseStatus};
use crate::{
    ChannelId,
    core::records::{
        PendingCommit, Repository, RepositoryError,
        codec::{read, write},
        outbox,
    },
};

/// How soon a process asks again for a lane of another one, which finishes the waiting entries
/// within that time.
const LOOK_AGAIN: Duration = Duration::from_millis(250);
/// How often a batch is tried again because the lane changed its owner in between.
const ATTEMPTS: usize = 4;
/// Lanes remembered before the memory is cleared; a forgotten owner is read again.
const REMEMBERED: usize = 50_000;
/// Expired leases removed in one step.
const PAGE: usize = 256;
/// Age, since its end, at which the lease of a stopped process is removed, in milliseconds.
const OLD: u64 = 24 * 60 * 60 * 1000;

/// Lane ownership of a platform, for one process. Cheap to clone.
#[derive(Clone)]
pub(crate) struct LaneOwnership(Arc<LaneOwnershipInner>);

struct LaneOwnershipInner {
    leases: LeaseManager,
    platform: String,
    /// The lease that shows that this process is alive.
    own: Lease,
    /// Leases of other processes by holder, as far as their lanes were asked for.
    others: Mutex<HashMap<String, Arc<Lease>>>,
    /// Lanes this process owned at the last look, with the versions of their rows.
    had: Mutex<HashMap<ChannelId, u64>>,
}

/// What a batch adds to claim a lane for this process.
struct LaneClaim {
    expect: Vec<VersionCheck>,
    is_taken: bool,
    version: u64,
}

/// The owner of a lane, as read from the store.
enum LaneOwner {
    Nobodys,
    Mine(u64),
    Anothers(String, u64),
}

impl LaneOwnership {
    /// Lane ownership on a platform. Each call makes a new holder.
    pub(crate) fn new(leases: &LeaseManager, platform: &str) -> Self {
        let leases = leases.of_another();
        let own = leases.of(name(platform, leases.holder()));
        Self(Arc::new(LaneOwnershipInner {
            leases,
            platform: platform.to_owned(),
            own,
            others: Mutex::default(),
            had: Mutex::default(),
        }))
    }

    /// The platform.
    pub(crate) fn platform(&self) -> &str {
        &self.0.platform
    }

    /// The owner of a lane; this process if possible. Call it after the lane's entries were read.
    ///
    /// # Errors
    ///
    /// The store fails.
    pub(crate) async fn standing(&self, lane: &ChannelId) -> Result<LeaseStatus, RepositoryError> {
        let inner = &self.0;
        // While this lease is relied on, no process takes over a lane of this one that has entries.
        let LeaseStatus::Mine(own) = inner.own.hold().await? else { return Ok(self.elsewhere()) };
        let (expect, version) = match self.whose(lane).await? {
            LaneOwner::Mine(version) => return Ok(LeaseStatus::Mine(own.at(lane_key(lane).into(), version))),
            LaneOwner::Nobodys => (Vec::new(), None),
            LaneOwner::Anothers(holder, version) => match inner.lease_of(&holder).expect_unowned().await? {
                Some(gone) => (gone.to_vec(), Some(version)),
                None => return Ok(self.elsewhere()),
            },
        };
        let key = lane_key(lane);
        let batch = Batch { version_checks: expect, ..Batch::new() }
            .expect(Table::Meta, key.clone(), version)
            .put(Table::Meta, key.clone(), write(&inner.holder())?);
        if inner.leases.store().commit(batch).await? != CommitOutcome::Applied {
            return Ok(self.elsewhere());
        }
        Ok(LeaseStatus::Mine(own.at(key.into(), version.unwrap_or(0) + 1)))
    }

    /// Records that another process owns the lane.
    pub(crate) fn lost(&self, lane: &ChannelId) {
        self.0.delivered_lanes().remove(lane);
    }

    /// Commits a batch that posts to a lane, and claims the lane with it if no entry waits there.
    /// On a platform with entries of its own (`has_own`) only lanes without an owner are claimed.
    ///
    /// # Errors
    ///
    /// The store fails.
    pub(crate) async fn commit(
        &self,
        ledger: &Repository,
        decided: PendingCommit,
        (lane, has_own): (&ChannelId, bool),
    ) -> Result<CommitOutcome, RepositoryError> {
        for _ in 0..ATTEMPTS {
            let Some(claim) = self.claim(lane, has_own).await? else { break };
            let (key, mut claiming) = (lane_key(lane), decided.clone());
            claiming.batch.version_checks.extend(claim.expect);
            if claim.is_taken {
                claiming.batch = claiming.batch.put(Table::Meta, key.clone(), write(&self.0.holder())?);
            }
            let committed = ledger.commit(claiming).await;
            match &committed {
                Ok(CommitOutcome::Applied) => self.remember(lane, claim.version),
                Ok(CommitOutcome::Conflict { table: Table::Meta, key: found }) if *found == key.as_ref() => {
                    self.lost(lane);
                    continue;
                }
                // The outcome is unknown.
                _ => self.lost(lane),
            }
            return committed;
        }
        ledger.commit(decided).await
    }

    /// The claim for a batch; `None` where another process goes on delivering.
    async fn claim(&self, lane: &ChannelId, has_own: bool) -> Result<Option<LaneClaim>, RepositoryError> {
        let LeaseStatus::Mine(_in_use) = self.0.own.hold().await? else { return Ok(None) };
        let had = self.0.delivered_lanes().get(lane).copied();
        let whose = match had {
            Some(version) => LaneOwner::Mine(version),
            None => self.whose(lane).await?,
        };
        let (version, is_taken) = match whose {
            LaneOwner::Mine(version) => (Some(version), false),
            LaneOwner::Nobodys => (None, true),
            LaneOwner::Anothers(_, version)
                if !has_own && outbox::is_empty(&**self.0.leases.store(), lane).await? =>
            {
                (Some(version), true)
            }
            LaneOwner::Anothers(..) => return Ok(None),
        };
        let expect = vec![VersionCheck { table: Table::Meta, key: lane_key(lane).into(), version }];
        let version = version.unwrap_or(0) + u64::from(is_taken);
        Ok(Some(LaneClaim { expect, is_taken, version }))
    }

    async fn whose(&self, lane: &ChannelId) -> Result<LaneOwner, RepositoryError> {
        let key = lane_key(lane);
        let Some(row) = self.0.leases.store().get(Table::Meta, key.as_ref()).await? else {
            return Ok(LaneOwner::Nobodys);
        };
        let LeaseHolder { holder } = read(Table::Meta, key.as_ref(), &row.value)?;
        Ok(if holder == self.0.leases.holder() {
            LaneOwner::Mine(row.version)
        } else {
            LaneOwner::Anothers(holder, row.version)
        })
    }

    /// Renews this process's lease, and watches those of other processes, for as long as the future
    /// is polled.
    pub(crate) async fn keep(&self) {
        if let Err(error) = self.tidy().await {
            tracing::warn!(%error, "what processes that are gone have left is not tidied away");
        }
        tokio::join!(self.0.leases.keep(), watch(&self.0.leases, &self.0.platform));
    }

    /// Lets other processes take over the lanes.
    ///
    /// # Errors
    ///
    /// The store fails; other processes then wait until the lease expires.
    pub(crate) async fn give_back(&self) -> Result<(), RepositoryError> {
        self.0.delivered_lanes().clear();
        self.0.own.give_back().await
    }

    /// Removes the leases of processes that stopped long ago: without a lease their lanes are free.
    async fn tidy(&self) -> Result<(), RepositoryError> {
        let inner = &self.0;
        let names = inner.leases.ended_before(&name(&inner.platform, ""), OLD, PAGE).await?;
        for name in names {
            inner.leases.of(name).forget().await?;
        }
        Ok(())
    }

    fn remember(&self, lane: &ChannelId, version: u64) {
        let mut had = self.0.delivered_lanes();
        if had.len() >= REMEMBERED {
            had.clear();
        }
        had.insert(lane.clone(), version);
    }

    fn elsewhere(&self) -> LeaseStatus {
        LeaseStatus::Elsewhere { ask_again: self.0.leases.timer().now() + LOOK_AGAIN }
    }
}

impl LaneOwnershipInner {
    fn holder(&self) -> LeaseHolder {
        LeaseHolder { holder: self.leases.holder().to_owned() }
    }

    fn lease_of(&self, holder: &str) -> Arc<Lease> {
        let lease = || Arc::new(self.leases.of(name(&self.platform, holder)));
        // Inserting into a map is a single step, so a panic elsewhere leaves nothing half done.
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(others.entry(holder.to_owned()).or_insert_with(lease))
    }

    fn delivered_lanes(&self) -> MutexGuard<'_, HashMap<ChannelId, u64>> {
        // The same.
        self.had.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The platforms to which this process delivers, in a shared store.
#[derive(Default)]
pub(crate) struct DeliveringPlatforms(Mutex<Vec<(LaneOwnership, bool)>>);

impl DeliveringPlatforms {
    /// From now on this process delivers what it posts to a platform; `has_own` if the platform's
    /// lanes hold entries of its own kind, which are no notices.
    pub(crate) fn begin(&self, claims: &LaneOwnership, has_own: bool) {
        let mut all = self.all();
        all.retain(|(other, _)| other.platform() != claims.platform());
        all.push((claims.clone(), has_own));
    }

    /// Ends the delivery to a platform.
    pub(crate) fn end(&self, claims: &LaneOwnership) {
        self.all().retain(|(other, _)| !Arc::ptr_eq(&other.0, &claims.0));
    }

    /// The ownership of a lane's platform, and whether the platform has entries of its own.
    pub(crate) fn of(&self, lane: &ChannelId) -> Option<(LaneOwnership, bool)> {
        self.all().iter().find(|(claims, _)| claims.platform() == lane.platform()).cloned()
    }

    fn all(&self) -> MutexGuard<'_, Vec<(LaneOwnership, bool)>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Watches the leases of the processes that deliver to a platform, for as long as the future is
/// polled: lanes of a stopped process are then free at once, also for one that begins later.
pub(crate) async fn watch(leases: &LeaseManager, platform: &str) {
    leases.watch(&name(platform, "")).await;
}

fn lane_key(lane: &ChannelId) -> Key {
    Key::new().text("lane").text(&lane.0)
}

fn name(platform: &str, holder: &str) -> String {
    format!("outbox:{platform}:{holder}")
}
