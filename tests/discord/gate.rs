//! A store whose commits wait at a gate that the test closes and opens: a slow disk without any clock. Not here: stores
//! that fail (the service's own tests).

use adoube_store::{Batch, Committed, MemoryStore, Store, StoreFuture};
use tokio::sync::watch;

pub struct GatedStore {
    inner: MemoryStore,
    open: watch::Sender<bool>,
}

impl GatedStore {
    pub fn new() -> Self {
        Self::before(MemoryStore::new())
    }

    pub fn before(inner: MemoryStore) -> Self {
        Self { inner, open: watch::Sender::new(true) }
    }

    /// From now on nothing becomes durable.
    pub fn close_gate(&self) {
        self.open.send_replace(false);
    }

    /// Everything that waits goes on.
    pub fn open_gate(&self) {
        self.open.send_replace(true);
    }
}

impl Store for GatedStore {
    passed_on!(inner: get scan answer forget_answers page restore close);

    fn commit(&self, batch: Batch) -> StoreFuture<'_, Committed> {
        Box::pin(async move {
            // The sender is here, so it is not gone.
            let _ = self.open.subscribe().wait_for(|open| *open).await;
            self.inner.commit(batch).await
        })
    }
}
