//! Constants of Discord's limits on session starts and shards, the tolerated difference between
//! clocks of processes, and whether a total number of shards is accepted.

use std::time::Duration;

use adoube_discord_client::GatewayAdvice;

/// Time between session starts of one bucket: Discord's five seconds, and one for the message to
/// arrive.
pub(super) const BETWEEN_STARTS: Duration = Duration::from_secs(6);
/// Tolerated difference between the clocks of processes, in milliseconds.
pub(super) const MAX_CLOCK_SKEW_MS: u64 = 10_000;
/// Servers for which Discord recommends one shard, and the most servers of one shard.
const RECOMMENDED_GUILDS: u64 = 1000;
const MAX_GUILDS: u64 = 2500;

/// Whether Discord accepts this total number of shards, given the number that it recommends.
pub(super) fn is_total_accepted(advice: GatewayAdvice, total: u32) -> bool {
    if advice.shards > total {
        tracing::warn!(recommended = advice.shards, total, "Discord recommends more shards");
    }
    u64::from(advice.shards) * RECOMMENDED_GUILDS <= u64::from(total) * MAX_GUILDS
}
