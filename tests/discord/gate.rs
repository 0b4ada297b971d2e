//! A store whose commits wait at a gate that the test closes and opens: a slow disk without any clock. It counts what it is
//! asked. Not here: stores that fail (the service's own tests).

use adoube_store::{Batch, Committed, EventId, MemoryStore, Record, Store, StoreFuture, Table};
use tokio::sync::watch;

use crate::fake::PATIENCE;

/// How often single records were asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Of Discord's own.
    pub own: usize,
    pub channels: usize,
    /// What an event was answered; where nothing comes of it, that is the last thing asked.
    pub answers: usize,
}

pub struct GatedStore {
    inner: MemoryStore,
    open: watch::Sender<bool>,
    asked: watch::Sender<Asked>,
}

impl GatedStore {
    pub fn new() -> Self {
        Self::before(MemoryStore::new())
    }

    pub fn before(inner: MemoryStore) -> Self {
        Self { inner, open: watch::Sender::new(true), asked: watch::Sender::default() }
    }

    /// From now on nothing becomes durable.
    pub fn close_gate(&self) {
        self.open.send_replace(false);
    }

    /// Everything that waits goes on.
    pub fn open_gate(&self) {
        self.open.send_replace(true);
    }

    /// What was asked, once so many answers were.
    pub async fn asked(&self, answers: usize) -> Asked {
        let mut asked = self.asked.subscribe();
        let enough = asked.wait_for(|asked| asked.answers >= answers);
        // The sender is here, so it is not gone.
        *tokio::time::timeout(PATIENCE, enough).await.expect("events are looked at").expect("a sender")
    }
}

impl Store for GatedStore {
    passed_on!(inner: scan forget_answers page restore close);

    fn get(&self, table: Table, key: &[u8]) -> StoreFuture<'_, Option<Record>> {
        self.asked.send_modify(|asked| match table {
            Table::Discord => asked.own += 1,
            Table::Channel => asked.channels += 1,
            _ => {}
        });
        self.inner.get(table, key)
    }

    fn answer(&self, id: &EventId) -> StoreFuture<'_, Option<Vec<u8>>> {
        self.asked.send_modify(|asked| asked.answers += 1);
        self.inner.answer(id)
    }

    fn commit(&self, batch: Batch) -> StoreFuture<'_, Committed> {
        Box::pin(async move {
            // The sender is here, so it is not gone.
            let _ = self.open.subscribe().wait_for(|open| *open).await;
            self.inner.commit(batch).await
        })
    }
}
