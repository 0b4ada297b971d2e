//! The shards that this process runs: those of the settings, or its part where several processes share a store.
//!
//! Not here: how a shard is run (`adoube-discord-client`).

pub(crate) mod allotment;
pub(crate) mod coordinator;
pub(crate) mod fleet;
mod local;
pub(crate) mod outages;
pub(crate) mod session_starts;
pub(crate) mod sessions;
pub(crate) mod shared_backoff;
mod start_limits;
