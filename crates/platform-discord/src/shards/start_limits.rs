//! Discord's limits on beginning sessions, and how far the clocks of processes may differ.

use std::time::Duration;

use adoube_discord_client::GatewayAdvice;

/// How far apart sessions of one bucket begin: Discord's five seconds, and one until it has heard of it.
pub(super) const BETWEEN_STARTS: Duration = Duration::from_secs(6);
/// By how much the clocks of processes may differ, in milliseconds.
pub(super) const MAX_CLOCK_SKEW_MS: u64 = 10_000;
/// Servers for which Discord recommends one shard, and the most that one shard may have.
const RECOMMENDED_GUILDS: u64 = 1000;
const MAX_GUILDS: u64 = 2500;

/// Whether Discord accepts this total number of shards, by the number that it recommends.
pub(super) fn is_total_accepted(advice: GatewayAdvice, total: u32) -> bool {
    if advice.shards > total {
        tracing::warn!(recommended = advice.shards, total, "Discord recommends more shards");
    }
    u64::from(advice.shards) * RECOMMENDED_GUILDS <= u64::from(total) * MAX_GUILDS
}
