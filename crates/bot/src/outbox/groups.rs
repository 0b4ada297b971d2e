//! Which process delivers in which lanes. Where one process has the store for itself, lanes share leases, so that there
//! are few to renew; where several share it, each lane is the one's who said something there last. Not here: what a lease
//! is, and how a lane goes from one process to another (the ledger).

use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::{
    ChannelId, LedgerError,
    clock::Timer,
    flow::Context,
    ledger::{Claims, Fence, Lease, Leases, Standing},
};

/// Groups of lanes of a platform. The same in every process, also of an earlier program: a lane belongs to one lease.
const GROUPS: u8 = 16;

/// Whose the lanes of one platform are.
pub(super) struct Groups {
    timer: Arc<dyn Timer>,
    way: Way,
}

enum Way {
    /// By the leases of groups.
    Grouped(Leases, Vec<Lease>),
    /// Each lane by itself.
    Claimed(Claims),
}

impl Groups {
    pub(super) fn new(context: &Context, platform: &str) -> Self {
        // Two outboxes of one process keep apart, too.
        let leases = context.leases.of_another();
        let timer = Arc::clone(leases.timer());
        let way = if context.ledger.store().is_shared() {
            Way::Claimed(Claims::new(&leases, platform))
        } else {
            let of = |group: u8| leases.of(format!("outbox:{platform}:{group}"));
            let groups = (0..GROUPS).map(of).collect();
            Way::Grouped(leases, groups)
        };
        Self { timer, way }
    }

    /// What waiting goes by.
    pub(super) fn timer(&self) -> &Arc<dyn Timer> {
        &self.timer
    }

    /// Whether other processes may be delivering and posting at this moment.
    pub(super) fn are_shared(&self) -> bool {
        matches!(self.way, Way::Claimed(_))
    }

    /// Whose a lane is, asked after what waits there was read.
    pub(super) async fn standing(&self, lane: &ChannelId) -> Result<Standing, LedgerError> {
        match &self.way {
            Way::Grouped(_, leases) => group(leases, lane).hold().await,
            Way::Claimed(claims) => claims.standing(lane).await,
        }
    }

    /// A batch has shown that somebody else has the lane.
    pub(super) fn lost(&self, lane: &ChannelId, fence: &Fence) {
        match &self.way {
            Way::Grouped(_, leases) => group(leases, lane).lost(fence),
            Way::Claimed(claims) => claims.lost(lane),
        }
    }

    /// It was taken after all were given back.
    pub(super) async fn give_back_of(&self, lane: &ChannelId) -> Result<(), LedgerError> {
        match &self.way {
            Way::Grouped(_, leases) => group(leases, lane).give_back().await,
            Way::Claimed(claims) => claims.give_back().await,
        }
    }

    /// From now on what this process posts is for it to deliver; `has_own` when notices are not all there is.
    pub(super) fn begin(&self, context: &Context, has_own: bool) {
        if let Way::Claimed(claims) = &self.way {
            context.delivered.begin(claims, has_own);
        }
    }

    /// What it posts from now on is for others to deliver.
    pub(super) fn end(&self, context: &Context) {
        if let Way::Claimed(claims) = &self.way {
            context.delivered.end(claims);
        }
    }

    /// Renews those that this process has and uses, for as long as this is polled.
    pub(super) async fn keep(&self) {
        match &self.way {
            Way::Grouped(leases, _) => leases.keep().await,
            Way::Claimed(claims) => claims.keep().await,
        }
    }

    /// Gives back those that this process has.
    pub(super) async fn give_back(&self) {
        let given = match &self.way {
            Way::Grouped(leases, _) => leases.give_back().await,
            Way::Claimed(claims) => claims.give_back().await,
        };
        if let Err(error) = given {
            tracing::warn!(%error, "leases are not given back: others wait until they are over");
        }
    }
}

/// The lease under which something is delivered in a lane.
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
