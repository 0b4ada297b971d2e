//! Decides which process delivers in which lanes, a lane being the queue of one channel's notices
//! in the outbox. In a store of one process groups of lanes share a few leases; in a shared store
//! each lane belongs to the process that last posted there. Not here: leases, and how a lane
//! changes its owner (`core::records`).

use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::{
    ChannelId, RepositoryError,
    core::{
        clock::Timer,
        records::{FencingToken, LaneOwnership, Lease, LeaseManager, LeaseStatus},
    },
    gameplay::Services,
};

/// Lane groups of a platform. Every process, also of an earlier program version, must use the same
/// number: a lane belongs to one lease.
const GROUPS: u8 = 16;

/// Lane ownership of one platform in this process.
pub(super) struct LaneLeases {
    timer: Arc<dyn Timer>,
    way: LaneMode,
}

enum LaneMode {
    /// Groups of lanes share a lease.
    Grouped(LeaseManager, Vec<Lease>),
    /// Each lane has its own owner, in a shared store.
    Claimed(LaneOwnership),
}

impl LaneLeases {
    pub(super) fn new(context: &Services, platform: &str) -> Self {
        // Two outboxes of one process are different holders, too.
        let leases = context.leases.of_another();
        let timer = Arc::clone(leases.timer());
        let way = if context.ledger.store().is_shared() {
            LaneMode::Claimed(LaneOwnership::new(&leases, platform))
        } else {
            let of = |group: u8| leases.of(format!("outbox:{platform}:{group}"));
            let groups = (0..GROUPS).map(of).collect();
            LaneMode::Grouped(leases, groups)
        };
        Self { timer, way }
    }

    /// The timer of all waits.
    pub(super) fn timer(&self) -> &Arc<dyn Timer> {
        &self.timer
    }

    /// Whether other processes may deliver and post at the same time.
    pub(super) fn are_shared(&self) -> bool {
        matches!(self.way, LaneMode::Claimed(_))
    }

    /// The owner of a lane. Call it after the lane's entries were read.
    pub(super) async fn standing(&self, lane: &ChannelId) -> Result<LeaseStatus, RepositoryError> {
        match &self.way {
            LaneMode::Grouped(_, leases) => group(leases, lane).hold().await,
            LaneMode::Claimed(claims) => claims.standing(lane).await,
        }
    }

    /// Records that a batch found another owner of the lane.
    pub(super) fn lost(&self, lane: &ChannelId, fence: &FencingToken) {
        match &self.way {
            LaneMode::Grouped(_, leases) => group(leases, lane).lost(fence),
            LaneMode::Claimed(claims) => claims.lost(lane),
        }
    }

    /// Releases a lease that was acquired after [`LaneLeases::give_back`].
    pub(super) async fn give_back_of(&self, lane: &ChannelId) -> Result<(), RepositoryError> {
        match &self.way {
            LaneMode::Grouped(_, leases) => group(leases, lane).give_back().await,
            LaneMode::Claimed(claims) => claims.give_back().await,
        }
    }

    /// From now on this process delivers what it posts; `has_own` if the platform's lanes hold
    /// entries of its own kind, which are no notices.
    pub(super) fn begin(&self, context: &Services, has_own: bool) {
        if let LaneMode::Claimed(claims) = &self.way {
            context.delivery.owned.begin(claims, has_own);
        }
    }

    /// From now on other processes deliver what this one posts.
    pub(super) fn end(&self, context: &Services) {
        if let LaneMode::Claimed(claims) = &self.way {
            context.delivery.owned.end(claims);
        }
    }

    /// Renews the leases that this process holds and uses, for as long as the future is polled.
    pub(super) async fn keep(&self) {
        match &self.way {
            LaneMode::Grouped(leases, _) => leases.keep().await,
            LaneMode::Claimed(claims) => claims.keep().await,
        }
    }

    /// Releases the leases that this process holds.
    pub(super) async fn give_back(&self) {
        let given = match &self.way {
            LaneMode::Grouped(leases, _) => leases.give_back().await,
            LaneMode::Claimed(claims) => claims.give_back().await,
        };
        if let Err(error) = given {
            tracing::warn!(%error, "leases are not given back: others wait until they are over");
        }
    }
}

/// The lease of a lane's group.
fn group<'l>(leases: &'l [Lease], lane: &ChannelId) -> &'l Lease {
    let group = Sha256::digest(lane.0.as_bytes())[0] % GROUPS;
    &leases[usize::from(group)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_stays_in_its_group() {
        let group = |lane: &str| Sha256::digest(lane.as_bytes())[0] % GROUPS;
        let groups = ["web:general", "discord:1", "discord:2", "matrix:!a:b"].map(group);
        assert_eq!(groups, [14, 15, 6, 3], "another program would deliver there at the same time");
    }
}
