//! What a shard has tried in vain. Not here: how long it waits between two attempts (`shard`).

use crate::reason::LastReason;

/// What was tried in vain.
#[derive(Default)]
pub(crate) struct ReconnectAttempts {
    /// How often it was asked to be let in.
    pub(crate) asked: u32,
    /// How often there was no connection.
    pub(crate) unreached: u32,
    /// Why there was none.
    reason: LastReason,
}

impl ReconnectAttempts {
    /// Counts a connection that could not be made, and logs why, once until the reason changes.
    pub(crate) fn fail(&mut self, shard: u32, reason: &str) {
        self.unreached += 1;
        if self.reason.is_new(reason) {
            tracing::warn!(shard, reason, "the gateway cannot be reached; it is tried again and again");
        }
    }

    /// A connection was made.
    pub(crate) fn succeed(&mut self) {
        self.unreached = 0;
        self.reason.forget();
    }
}
