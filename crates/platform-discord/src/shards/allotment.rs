//! Chooses how this process gets its shards and its share of requests: by its settings, or
//! coordinated with other processes.

use std::sync::Arc;

use adoube_bot::Clock;
use adoube_discord_client::{ShardAssignment, ShardSelection};
use adoube_store::Store;

use crate::{
    shards::{
        coordinator::ShardCoordinator, fleet::MAX_REQUESTS, local::LocalShards, session_starts::SharedStarts,
    },
    state::shared::SharedServices,
};

/// How this process gets its shards.
pub(crate) struct ShardAllotment {
    selection: ShardSelection,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    /// The coordination with other processes over a shared store.
    coordinator: Option<Arc<ShardCoordinator>>,
}

impl ShardAllotment {
    pub(crate) fn new(shared: &SharedServices, selection: ShardSelection) -> Self {
        let SharedServices { bot, api, store, clock, .. } = shared.clone();
        let coordinator = store.is_shared().then(|| {
            let (store, clock) = (Arc::clone(&store), Arc::clone(&clock));
            Arc::new(ShardCoordinator::new(&bot, store, clock, api))
        });
        Self { selection, store, clock, coordinator }
    }

    /// The coordination with other processes, if there is one.
    pub(crate) fn coordinator(&self) -> Option<&Arc<ShardCoordinator>> {
        self.coordinator.as_ref()
    }

    /// The assignment of shards to this process.
    pub(crate) fn assignment(&self) -> Arc<dyn ShardAssignment> {
        match &self.coordinator {
            Some(coordinator) if self.selection == ShardSelection::Auto => {
                Arc::<ShardCoordinator>::clone(coordinator)
            }
            coordinator => {
                let (store, clock) = (Arc::clone(&self.store), Arc::clone(&self.clock));
                let of_all = coordinator.as_ref().map(|_| SharedStarts::new(store, clock));
                Arc::new(LocalShards::new(self.selection, self.clock.timer(), of_all))
            }
        }
    }

    /// This process's share of the requests a second by its settings: Discord limits them for all
    /// shards together. `None` if it has all of them, or processes share them.
    pub(crate) fn request_share(&self) -> Option<u32> {
        match self.selection {
            ShardSelection::Range { first, last, total } if self.coordinator.is_none() => {
                Some((MAX_REQUESTS * (last - first + 1) / total.max(1)).max(1))
            }
            ShardSelection::Range { .. } | ShardSelection::Auto => None,
        }
    }

    /// Whether the shards are shared among the processes over the store.
    pub(crate) fn is_shared(&self) -> bool {
        self.coordinator.is_some() && self.selection == ShardSelection::Auto
    }

    /// The name of all shards of this process together, unique among the processes over the store.
    pub(crate) fn name(&self) -> String {
        match self.selection {
            ShardSelection::Auto => "all".to_owned(),
            ShardSelection::Range { first, last, total } => format!("{first}-{last}-{total}"),
        }
    }
}
