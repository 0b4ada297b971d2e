//! Stores in memory with a door: a look at a channel can be held until something else has happened, and a commit can
//! fail. Not here: what the chat makes of that.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering as Sync},
    },
};

use adoube_store::{Batch, Committed, MemoryStore, Record, Store, StoreError, StoreFuture, Table, Write};
use tokio::sync::Notify;

/// The store.
pub struct Gate {
    inner: Arc<MemoryStore>,
    /// Whether the next look at a channel's record is held after it was made.
    pub holds: AtomicBool,
    /// Somebody stands at the gate.
    pub reached: Notify,
    /// They may go on.
    pub opened: Notify,
    /// How many of the next commits to a channel's log fail before anything is written.
    pub failing: AtomicUsize,
}

impl Gate {
    pub fn before(inner: Arc<MemoryStore>) -> Arc<Self> {
        let (holds, reached, opened) = (AtomicBool::new(false), Notify::new(), Notify::new());
        Arc::new(Self { inner, holds, reached, opened, failing: AtomicUsize::new(0) })
    }
}

impl Store for Gate {
    passed_on!(inner: scan answer forget_answers page restore close);

    fn get(&self, table: Table, key: &[u8]) -> StoreFuture<'_, Option<Record>> {
        let looking = self.inner.get(table, key);
        Box::pin(async move {
            let found = looking.await;
            if table == Table::Channel && self.holds.swap(false, Sync::SeqCst) {
                self.reached.notify_one();
                self.opened.notified().await;
            }
            found
        })
    }

    fn commit(&self, batch: Batch) -> StoreFuture<'_, Committed> {
        let is_log = |write: &Write| match write {
            Write::Put { table: Table::Web, key, .. } => key.starts_with(b"log/") || key.starts_with(b"own/"),
            _ => false,
        };
        let fails =
            || self.failing.fetch_update(Sync::SeqCst, Sync::SeqCst, |left| left.checked_sub(1)).is_ok();
        if batch.writes.iter().any(is_log) && fails() {
            let source = Arc::new(io::Error::other("a broken disk"));
            return Box::pin(async { Err(StoreError::Io { doing: "writing".to_owned(), source }) });
        }
        self.inner.commit(batch)
    }
}
