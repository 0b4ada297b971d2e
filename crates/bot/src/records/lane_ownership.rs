//! Lane ownership in a shared store: the process that last posted to a channel owns its lane, so
//! the process that decides also delivers at once. Not here: leases (`leases`), and lanes of a
//! store that one process has for itself (the outbox's lane groups).
//!
//! | table | key | value |
//! |---|---|---|
//! | meta | `lane`, channel | [`Holder`]: who has the lane. Its version is what is expected by whatever is written about something delivered there |
//!
//! A lane goes from one process to another in two ways. In the batch that posts something into a lane in which nothing
//! waits: then nobody delivers there, as what is being delivered still waits. And when the one who has it is gone: each
//! has a lease of its own, `outbox:platform:holder`, and whoever takes a lane of one that is gone expects that lease to be
//! as it was; that one is gone is known soon, as everybody watches the others. Nobody relies on having a lane without having read that after what they deliver: where it went to another
//! one, that one's notice is there only together with that.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_store::{Batch, CommitOutcome, Key, KeyRange, ScanOrder, Table, VersionCheck};

use super::{
    PendingCommit, Repository, RepositoryError,
    leases::{Lease, LeaseHolder, LeaseManager, LeaseStatus},
    outbox, read, write,
};
use crate::ChannelId;

/// How soon somebody who may not have a lane looks again: who has it finishes what waits there within that time.
const LOOK_AGAIN: Duration = Duration::from_millis(250);
/// How often a batch is written anew because the lane went to somebody else in between.
const ATTEMPTS: usize = 4;
/// Lanes that are remembered before all are forgotten, and looked up again.
const REMEMBERED: usize = 50_000;
/// Leases looked at in one step when old ones are tidied away.
const PAGE: usize = 256;
/// How long after its end the lease of a process that is gone is tidied away, in milliseconds.
const OLD: u64 = 24 * 60 * 60 * 1000;

/// The lanes of a platform, for one process. Cheap to clone.
#[derive(Clone)]
pub(crate) struct LaneOwnership(Arc<LaneOwnershipInner>);

struct LaneOwnershipInner {
    leases: LeaseManager,
    platform: String,
    /// That this process is there.
    own: Lease,
    /// The same of others, by who they are, as far as their lanes were asked for.
    others: Mutex<HashMap<String, Arc<Lease>>>,
    /// Lanes that this process had when it looked last, with the versions of their rows.
    had: Mutex<HashMap<ChannelId, u64>>,
}

/// What a batch expects and writes beside what it is about, so that the lane is this process's with it.
struct LaneClaim {
    expect: Vec<VersionCheck>,
    is_taken: bool,
    version: u64,
}

/// Who has a lane, as it was read.
enum LaneOwner {
    Nobodys,
    Mine(u64),
    Anothers(String, u64),
}

impl LaneOwnership {
    /// Those of a platform. Each call stands for a holder of its own.
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

    /// Of which platform.
    pub(crate) fn platform(&self) -> &str {
        &self.0.platform
    }

    /// Whose a lane is; this process's if it can be. To be asked after what waits there was read.
    ///
    /// # Errors
    ///
    /// A fault of the store.
    pub(crate) async fn standing(&self, lane: &ChannelId) -> Result<LeaseStatus, RepositoryError> {
        let inner = &self.0;
        // As long as this process relies on that, nobody takes a lane of its in which something waits.
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

    /// Somebody else has the lane.
    pub(crate) fn lost(&self, lane: &ChannelId) {
        self.0.delivered_lanes().remove(lane);
    }

    /// Commits what posts something in a lane, and has the lane from then on, if nothing is on its way there. Where more
    /// than notices may be (`has_own`), only lanes that are nobody's are taken so.
    ///
    /// # Errors
    ///
    /// A fault of the store.
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
                // What was written is not known.
                _ => self.lost(lane),
            }
            return committed;
        }
        ledger.commit(decided).await
    }

    /// How a batch claims a lane; nothing where somebody else goes on delivering there.
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
            LaneOwner::Anothers(_, version) if !has_own && self.is_empty(lane).await? => {
                (Some(version), true)
            }
            LaneOwner::Anothers(..) => return Ok(None),
        };
        let expect = vec![VersionCheck { table: Table::Meta, key: lane_key(lane).into(), version }];
        let version = version.unwrap_or(0) + u64::from(is_taken);
        Ok(Some(LaneClaim { expect, is_taken, version }))
    }

    /// Whether nothing waits in a lane. What is posted there changes the channel, which whoever posts expects to be as it
    /// was before this was asked.
    async fn is_empty(&self, lane: &ChannelId) -> Result<bool, RepositoryError> {
        let range = KeyRange::prefix(outbox::place(lane));
        let first = self.0.leases.store().scan(Table::Outbox, range, ScanOrder::Ascending, 1).await?;
        Ok(first.is_empty())
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

    /// Renews what says that this process is there, and watches whether others are, for as long as this is polled.
    pub(crate) async fn keep(&self) {
        if let Err(error) = self.tidy().await {
            tracing::warn!(%error, "what processes that are gone have left is not tidied away");
        }
        tokio::join!(self.0.leases.keep(), watch(&self.0.leases, &self.0.platform));
    }

    /// Others have the lanes from now on.
    ///
    /// # Errors
    ///
    /// A fault of the store; others wait until the lease is over then.
    pub(crate) async fn give_back(&self) -> Result<(), RepositoryError> {
        self.0.delivered_lanes().clear();
        self.0.own.give_back().await
    }

    /// Takes away the leases of processes that are long gone: whoever finds none takes their lanes.
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

/// Which platforms this process delivers to at this moment, in a store that others share.
#[derive(Default)]
pub(crate) struct DeliveringPlatforms(Mutex<Vec<(LaneOwnership, bool)>>);

impl DeliveringPlatforms {
    /// From now on what is posted there is delivered by this process; `has_own` when notices are not all that is delivered.
    pub(crate) fn begin(&self, claims: &LaneOwnership, has_own: bool) {
        let mut all = self.all();
        all.retain(|(other, _)| other.platform() != claims.platform());
        all.push((claims.clone(), has_own));
    }

    /// No longer.
    pub(crate) fn end(&self, claims: &LaneOwnership) {
        self.all().retain(|(other, _)| !Arc::ptr_eq(&other.0, &claims.0));
    }

    /// Those of the platform of a lane, and whether notices are not all that is delivered there.
    pub(crate) fn of(&self, lane: &ChannelId) -> Option<(LaneOwnership, bool)> {
        self.all().iter().find(|(claims, _)| claims.platform() == lane.platform()).cloned()
    }

    fn all(&self) -> MutexGuard<'_, Vec<(LaneOwnership, bool)>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Watches for as long as this is polled whether those who deliver to a platform are there: what one of them had that is gone
/// is whoever's then, also of somebody who begins to deliver later.
pub(crate) async fn watch(leases: &LeaseManager, platform: &str) {
    leases.watch(&name(platform, "")).await;
}

fn lane_key(lane: &ChannelId) -> Key {
    Key::new().text("lane").text(&lane.0)
}

fn name(platform: &str, holder: &str) -> String {
    format!("outbox:{platform}:{holder}")
}
