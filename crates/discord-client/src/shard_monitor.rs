//! Which shards of this process are connected, looked at again and again and whenever one changes. Not here: what comes of
//! it (the listener's), and the connections themselves (`shard`).

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

/// How often it is looked at although nothing is known to have changed.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// What is known of the connection as a whole.
#[derive(Default)]
pub(crate) struct ShardMonitor {
    changed: Notify,
    /// The connection is being ended because the program wants it.
    leaving: AtomicBool,
    /// Shards that were connected since they are run here.
    known: Mutex<BTreeSet<u32>>,
}

impl ShardMonitor {
    /// Something may have changed.
    pub(crate) fn change(&self) {
        self.changed.notify_one();
    }

    /// From now on nothing is told: what ends now is meant to.
    pub(crate) fn leave(&self) {
        self.leaving.store(true, Ordering::Relaxed);
    }

    /// Resolves when it is time to look; never once the connection is being ended.
    pub(crate) async fn next(&self) {
        tokio::select! {
            () = self.changed.notified() => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
        }
        if self.leaving.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
    }

    /// How the connection stands when these shards are to be run and those are connected.
    pub(crate) fn look(&self, running: &RunningShards, up: BTreeSet<u32>) -> DiscordEvent {
        // It is one set, so a panic elsewhere leaves nothing half done.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|shard| running.shards.contains(shard));
        known.extend(&up);
        let down = running.shards.difference(&up);
        let (lost, waiting) = down.partition(|shard| known.contains(shard));
        DiscordEvent::Shards { total: running.total, up, lost, waiting }
    }
}
