//! Which shards of this process are connected, looked at again and again and whenever one changes: the library tells of
//! most changes, but not of a shard that cannot even be started. Not here: what comes of it (the listener's), and the
//! connection itself (`gateway`).

use std::{
    collections::BTreeSet,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use serenity::gateway::{ConnectionStage, ShardManager};
use tokio::sync::Notify;

use crate::{Happening, Shards};

/// How often it is looked at although nothing is known to have changed.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// What is known of the connection as a whole.
#[derive(Default)]
pub(crate) struct Watch {
    changed: Notify,
    /// Of how many shards those of this process are, once Discord or the settings have said it.
    total: AtomicU32,
    /// The connection is being ended because the program wants it.
    leaving: AtomicBool,
    /// Shards that were connected since the connection was begun.
    known: Mutex<BTreeSet<u32>>,
}

impl Watch {
    /// Something may have changed.
    pub(crate) fn change(&self) {
        self.changed.notify_one();
    }

    /// A shard says of how many it is.
    pub(crate) fn counted(&self, total: u32) {
        self.total.store(total, Ordering::Relaxed);
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

    /// How the connection stands: `manager` is there while there is any.
    pub(crate) async fn look(&self, wanted: Shards, manager: Option<&ShardManager>) -> Happening {
        let up: BTreeSet<u32> = match manager {
            Some(manager) => {
                let runners = manager.runners.lock().await;
                let up = runners.iter().filter(|(_, runner)| runner.stage == ConnectionStage::Connected);
                up.map(|(id, _)| id.0).collect()
            }
            None => BTreeSet::new(),
        };
        let (expected, total) = match wanted {
            Shards::Some { first, last, total } => (first..last + 1, total),
            Shards::Auto => {
                let total = self.total.load(Ordering::Relaxed);
                (0..total, total)
            }
        };
        // It is one set, so a panic elsewhere leaves nothing half done.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|shard| expected.contains(shard));
        known.extend(&up);
        let all_up = !expected.is_empty() && expected.clone().all(|shard| up.contains(&shard));
        let down = known.iter().filter(|shard| !up.contains(shard)).map(|shard| (*shard, total)).collect();
        Happening::Shards { down, all_up }
    }
}
