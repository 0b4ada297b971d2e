//! A store for tests whose commits wait at a gate that the test closes and opens: a slow disk
//! without any clock. It can also refuse as a full disk does, and counts reads. Not here: stores
//! that fail now and then (tests of the bot).

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use adoube_store::{MemoryStore, StoreError};
use adoube_testing::{
    TEST_TIMEOUT,
    store::{CountingHook, HookedStore, StoreCall, StoreCallCounts, StoreCallResult, StoreHook, broken_disk},
};
use tokio::sync::watch;

pub type GatedStore = HookedStore<Gate>;

/// The gate before a store.
pub struct Gate {
    open: watch::Sender<bool>,
    is_full: AtomicBool,
    counting: CountingHook,
}

impl Gate {
    pub fn before(store: MemoryStore) -> Arc<GatedStore> {
        let (open, is_full) = (watch::Sender::new(true), AtomicBool::new(false));
        let gate = Self { open, is_full, counting: CountingHook::default() };
        Arc::new(HookedStore::over(Arc::new(store), gate))
    }

    /// From now on nothing becomes durable.
    pub fn close_gate(&self) {
        self.open.send_replace(false);
    }

    /// From now on the disk is full, or has room again.
    pub fn fill_disk(&self, is_full: bool) {
        self.is_full.store(is_full, Ordering::Relaxed);
    }

    /// Everything that waits goes on.
    pub fn open_gate(&self) {
        self.open.send_replace(true);
    }

    /// What was asked, once so many answers were; where nothing comes of an event, that is the last thing asked.
    pub async fn asked(&self, answers: usize) -> StoreCallCounts {
        let enough = self.counting.until(|counts| counts.answers >= answers);
        tokio::time::timeout(TEST_TIMEOUT, enough).await.expect("events are looked at")
    }
}

impl StoreHook for Gate {
    async fn before(&self, asked: StoreCall<'_>) -> Result<(), StoreError> {
        self.counting.before(asked).await?;
        if matches!(asked, StoreCall::Commit(_)) {
            if self.is_full.load(Ordering::Relaxed) {
                return Err(broken_disk());
            }
            // The sender is here, so it is not gone.
            let _ = self.open.subscribe().wait_for(|open| *open).await;
        }
        Ok(())
    }

    async fn after(&self, asked: StoreCall<'_>, told: StoreCallResult) -> Result<(), StoreError> {
        self.counting.after(asked, told).await
    }
}
