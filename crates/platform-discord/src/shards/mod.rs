//! Which shards this process runs: those of the settings, or its part of all where several processes share a store. Not
//! here: how a shard is run (`adoube-discord-client`).

mod coordinator;
mod fleet;
mod local;
pub(crate) mod outages;
mod session_starts;
mod sessions;
mod shared_backoff;

use std::sync::Arc;

use adoube_discord_client::{GatewayAdvice, ShardAssignment, ShardSelection};

use self::session_starts::SharedStarts;
pub(crate) use self::{
    coordinator::ShardCoordinator, fleet::ShardFleet, session_starts::SessionStarts,
    sessions::StoredShardSession, shared_backoff::SharedBackoff,
};

use crate::DiscordPlatform;

/// How far apart sessions of one bucket begin; Discord's five seconds, and one until it has heard of it.
const BETWEEN_STARTS: std::time::Duration = std::time::Duration::from_secs(6);
/// By how much the clocks of processes may differ, in milliseconds.
const CLOCKS_DIFFER: u64 = 10_000;

/// Of how many shards the settings want this process to run some, unless Discord is sure to refuse that: it recommends one
/// for every 1,000 servers and takes one for 2,500.
fn fits(advice: GatewayAdvice, total: u32) -> bool {
    if advice.shards > total {
        tracing::warn!(recommended = advice.shards, total, "Discord recommends more shards");
    }
    u64::from(advice.shards) * 1000 <= u64::from(total) * 2500
}

impl DiscordPlatform {
    /// Who says which shards are run here.
    pub(crate) fn allotment(&self) -> Arc<dyn ShardAssignment> {
        match &self.sharing {
            Some(sharing) if self.settings.shards == ShardSelection::Auto => {
                Arc::<ShardCoordinator>::clone(sharing)
            }
            sharing => {
                let of_all = sharing.as_ref().map(|_| SharedStarts {
                    store: Arc::clone(&self.store),
                    clock: Arc::clone(&self.clock),
                    timer: self.clock.timer(),
                });
                Arc::new(local::LocalShards::new(self.settings.shards, self.clock.timer(), of_all))
            }
        }
    }

    /// The part of the requests a second that is this process's by its settings: Discord grants them for all shards together.
    /// Nothing where it has all of them, or processes share them out.
    pub(crate) fn part_of_requests(&self) -> Option<u32> {
        match self.settings.shards {
            ShardSelection::Range { first, last, total } if self.sharing.is_none() => {
                Some((fleet::REQUESTS * (last - first + 1) / total.max(1)).max(1))
            }
            ShardSelection::Range { .. } | ShardSelection::Auto => None,
        }
    }

    /// Whether the shards are shared out among the processes over the store.
    pub(crate) fn shares_shards(&self) -> bool {
        self.sharing.is_some() && self.settings.shards == ShardSelection::Auto
    }
}
