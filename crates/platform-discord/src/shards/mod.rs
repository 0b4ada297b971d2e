//! Assignment of shards (gateway connections) to this process, alone or shared with other processes
//! over one store, and what follows while one is not connected.
//!
//! Not here: running a shard (`adoube-discord-client`).

pub(crate) mod allotment;
pub(crate) mod coordinator;
pub(crate) mod fleet;
mod local;
pub(crate) mod outages;
pub(crate) mod session_starts;
pub(crate) mod sessions;
pub(crate) mod shared_backoff;
mod start_limits;
