//! Monitors which shards are connected, periodically and after each change. Not here: what follows
//! from it (the listener), the connections themselves (`shard`).

use std::{
    collections::BTreeSet,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::sync::Notify;

use crate::{DiscordEvent, RunningShards};

/// Interval of checks without a known change.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Connection status of the shards.
#[derive(Default)]
pub(crate) struct ShardMonitor {
    changed: Notify,
    /// The program is ending the connections.
    leaving: AtomicBool,
    /// Shards that were connected since they are assigned here.
    known: Mutex<BTreeSet<u32>>,
}

impl ShardMonitor {
    /// Wakes the monitor after a change.
    pub(crate) fn change(&self) {
        self.changed.notify_one();
    }

    /// Stops reports: connections end on purpose now.
    pub(crate) fn leave(&self) {
        self.leaving.store(true, Ordering::Relaxed);
    }

    /// Resolves when the status is to be reported; never after `stop`.
    pub(crate) async fn next(&self) {
        tokio::select! {
            () = self.changed.notified() => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
        }
        if self.leaving.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
    }

    /// The status event for these assigned and connected shards.
    pub(crate) fn report_status(&self, running: &RunningShards, up: BTreeSet<u32>) -> DiscordEvent {
        // It is one set, so a panic elsewhere leaves nothing half done.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|shard| running.shards.contains(shard));
        known.extend(&up);
        let down = running.shards.difference(&up);
        let (lost, waiting) = down.partition(|shard| known.contains(shard));
        DiscordEvent::ShardStatus { total: running.total, up, lost, waiting }
    }
}
