//! A store in memory whose disk fails on demand. Not here: what the bot makes of that.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering as Sync},
    },
};

use adoube_store::{
    Batch, Committed, Cursor, EventId, KeyRange, MemoryStore, Order, Page, Record, Restore, Store,
    StoreError, StoreFuture, Table,
};

/// The store.
#[derive(Default)]
pub struct Shaky {
    inner: MemoryStore,
    /// How many of the next commits fail before anything is written.
    pub failing: AtomicUsize,
}

impl Store for Shaky {
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
        let fails = self.failing.fetch_update(Sync::SeqCst, Sync::SeqCst, |left| left.checked_sub(1)).is_ok();
        if fails {
            let source = Arc::new(io::Error::other("a broken disk"));
            return Box::pin(async { Err(StoreError::Io { doing: "writing".to_owned(), source }) });
        }
        self.inner.commit(batch)
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
