//! A store in memory whose disk fails on demand. Not here: what the bot makes of that.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering as Sync},
    },
};

use adoube_store::{Batch, Committed, MemoryStore, Store, StoreError, StoreFuture};

/// The store.
#[derive(Default)]
pub struct Shaky {
    inner: MemoryStore,
    /// How many of the next commits fail before anything is written.
    pub failing: AtomicUsize,
}

impl Store for Shaky {
    passed_on!(inner: get scan answer forget_answers page restore close);

    fn commit(&self, batch: Batch) -> StoreFuture<'_, Committed> {
        let fails = self.failing.fetch_update(Sync::SeqCst, Sync::SeqCst, |left| left.checked_sub(1)).is_ok();
        if fails {
            let source = Arc::new(io::Error::other("a broken disk"));
            return Box::pin(async { Err(StoreError::Io { doing: "writing".to_owned(), source }) });
        }
        self.inner.commit(batch)
    }
}
