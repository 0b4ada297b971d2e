//! Types of the status of the gateway connections as the program reports it (shards connected,
//! latency), and of the errors that end all of them for good. Not here: the connections
//! (`gateway`), their resumable sessions (`shard_assignment`).

use std::time::Duration;

/// Why the gateway is given up for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GatewayExit {
    /// The token is not valid any more.
    #[error("Discord no longer accepts the token; set a new one and start again")]
    InvalidToken,
    /// Discord does not know the intents.
    #[error("Discord does not know the intents this version of the bot asks for; install a newer one")]
    UnknownIntents,
    /// Discord no longer supports the gateway version.
    #[error(
        "Discord no longer speaks the version of its gateway that this version of the bot uses; install a newer one"
    )]
    UnsupportedVersion,
    /// Discord rejects the shards.
    #[error(
        "Discord does not accept these shards; set `shards = \"auto\"` or ask for more of them, and start again"
    )]
    InvalidShards,
}

/// State of the gateway connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GatewayState {
    /// Connected shards.
    pub up: usize,
    /// Shards of this process.
    pub all: usize,
    /// The highest heartbeat latency, once known.
    pub latency: Option<Duration>,
}
