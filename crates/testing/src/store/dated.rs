//! A store for tests that is shared and has a calendar of its own, as a database has one.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use super::SharedTestStore;
use adoube_store::{MemoryStore, Store, StoreFuture};

/// A handle to the shared store. Its calendar stands still until it is set.
#[derive(Clone)]
pub struct DatedStore {
    inner: Arc<MemoryStore>,
    now: Arc<AtomicU64>,
}

impl DatedStore {
    /// An empty one that shows this, in milliseconds since 1970.
    pub fn at(now: u64) -> Self {
        Self { inner: Arc::default(), now: Arc::new(AtomicU64::new(now)) }
    }

    /// The same store for programs that do not know of its calendar.
    pub fn without_calendar(&self) -> SharedTestStore {
        SharedTestStore(Arc::clone(&self.inner))
    }

    /// Its calendar shows this from now on.
    pub fn set(&self, now: u64) {
        self.now.store(now, Relaxed);
    }
}

impl Store for DatedStore {
    crate::forward_store!(inner: get scan answer commit forget_answers restore close);

    fn page(
        &self,
        from: Option<adoube_store::WalkCursor>,
        limit: usize,
    ) -> StoreFuture<'_, adoube_store::WalkPage> {
        self.inner.page(from, limit)
    }

    fn now_millis(&self) -> StoreFuture<'_, Option<u64>> {
        let now = self.now.load(Relaxed);
        Box::pin(async move { Ok(Some(now)) })
    }

    fn is_shared(&self) -> bool {
        true
    }
}
