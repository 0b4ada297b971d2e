//! Which shards this process runs: those of the settings, or its part of all where several processes share a store. Not
//! here: how a shard is run (`adoube-discord`).

mod alone;

use std::sync::Arc;

use adoube_discord::{Advice, Allotment};

use super::Discord;

/// How far apart sessions of one bucket begin; a little more than Discord's five seconds.
const BETWEEN_STARTS: std::time::Duration = std::time::Duration::from_millis(5_100);

/// Of how many shards the settings want this process to run some, unless Discord is sure to refuse that: it recommends one
/// for every 1,000 servers and takes one for 2,500.
fn fits(advice: Advice, total: u32) -> bool {
    if advice.shards > total {
        tracing::warn!(recommended = advice.shards, total, "Discord recommends more shards");
    }
    u64::from(advice.shards) * 1000 <= u64::from(total) * 2500
}

impl Discord {
    /// Who says which shards are run here.
    pub(super) fn allotment(&self) -> Arc<dyn Allotment> {
        Arc::new(alone::Alone::new(self.settings.shards, self.clock.timer()))
    }
}
