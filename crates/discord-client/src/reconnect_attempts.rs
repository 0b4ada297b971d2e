//! Counts a shard's failed attempts to connect, and logs their reason when it is new. Not here: the
//! backoff between attempts (`shard`).

use crate::reason::LastReason;

/// Counts failed attempts.
#[derive(Default)]
pub(crate) struct ReconnectAttempts {
    /// IDENTIFYs without READY.
    pub(crate) asked: u32,
    /// Connections that failed.
    pub(crate) unreached: u32,
    /// The last logged reason.
    reason: LastReason,
}

impl ReconnectAttempts {
    /// Counts a failed connection, and logs its reason once until the reason changes.
    pub(crate) fn fail(&mut self, shard: u32, reason: &str) {
        self.unreached += 1;
        if self.reason.is_new(reason) {
            tracing::warn!(shard, reason, "the gateway cannot be reached; it is tried again and again");
        }
    }

    /// Resets the count after a connection.
    pub(crate) fn succeed(&mut self) {
        self.unreached = 0;
        self.reason.forget();
    }
}
