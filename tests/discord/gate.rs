//! A store whose commits wait at a gate that the test closes and opens: a slow disk without any clock. Not here: stores
//! that fail (the service's own tests).

use adoube_store::{
    Batch, Committed, Cursor, EventId, KeyRange, MemoryStore, Order, Page, Record, Restore, Store,
    StoreFuture, Table,
};
use tokio::sync::watch;

pub struct GatedStore {
    inner: MemoryStore,
    open: watch::Sender<bool>,
}

impl GatedStore {
    pub fn new() -> Self {
        Self { inner: MemoryStore::new(), open: watch::Sender::new(true) }
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
    fn get(&self, table: Table, key: &[u8]) -> StoreFuture<'_, Option<Record>> {
        self.inner.get(table, key)
    }

    fn scan(
        &self,
        table: Table,
        range: KeyRange,
        order: Order,
        limit: usize,
    ) -> StoreFuture<'_, Vec<(Vec<u8>, Record)>> {
        self.inner.scan(table, range, order, limit)
    }

    fn answer(&self, id: &EventId) -> StoreFuture<'_, Option<Vec<u8>>> {
        self.inner.answer(id)
    }

    fn commit(&self, batch: Batch) -> StoreFuture<'_, Committed> {
        Box::pin(async move {
            // The sender is here, so it is not gone.
            let _ = self.open.subscribe().wait_for(|open| *open).await;
            self.inner.commit(batch).await
        })
    }

    fn forget_answers(&self, before_millis: u64, limit: usize) -> StoreFuture<'_, usize> {
        self.inner.forget_answers(before_millis, limit)
    }

    fn page(&self, from: Option<Cursor>, limit: usize) -> StoreFuture<'_, Page> {
        self.inner.page(from, limit)
    }

    fn restore(&self, step: Restore) -> StoreFuture<'_, ()> {
        self.inner.restore(step)
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.inner.close()
    }
}
