//! Which process delivers in which lanes: lanes share leases, so that there are few to renew. Not here: what a lease is
//! (the ledger).

use std::sync::Arc;

use sha2::{Digest, Sha256};
use tokio::task::JoinSet;

use crate::{
    ChannelId,
    clock::Timer,
    ledger::{Lease, Leases},
};

/// Groups of lanes of a platform. The same in every process, also of an earlier program: a lane belongs to one lease.
const GROUPS: u8 = 16;

/// The leases of one platform's lanes.
pub(super) struct Groups {
    leases: Vec<Arc<Lease>>,
    timer: Arc<dyn Timer>,
}

impl Groups {
    pub(super) fn new(leases: &Leases, platform: &str) -> Self {
        let of = |group: u8| Arc::new(leases.of(format!("outbox:{platform}:{group}")));
        Self { leases: (0..GROUPS).map(of).collect(), timer: Arc::clone(leases.timer()) }
    }

    /// What waiting goes by.
    pub(super) fn timer(&self) -> &Arc<dyn Timer> {
        &self.timer
    }

    /// The lease under which something is delivered in a lane.
    pub(super) fn of(&self, lane: &ChannelId) -> &Lease {
        let group = Sha256::digest(lane.0.as_bytes())[0] % GROUPS;
        &self.leases[usize::from(group)]
    }

    /// Renews those that this process has and uses, for as long as this is polled.
    pub(super) async fn keep(&self) {
        // All at the same time, as the store makes them durable together.
        let mut kept: JoinSet<()> = self.each(|lease| async move { lease.keep().await });
        while kept.join_next().await.is_some() {}
    }

    /// Gives back those that this process has.
    pub(super) async fn give_back(&self) {
        let mut given = self.each(|lease| async move { lease.give_back().await });
        while let Some(outcome) = given.join_next().await {
            if let Ok(Err(error)) = outcome {
                tracing::warn!(%error, "a lease is not given back: others wait until it is over");
            }
        }
    }

    fn each<F>(&self, act: impl Fn(Arc<Lease>) -> F) -> JoinSet<F::Output>
    where
        F: Future<Output: Send + 'static> + Send + 'static,
    {
        self.leases.iter().map(|lease| act(Arc::clone(lease))).collect()
    }
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
