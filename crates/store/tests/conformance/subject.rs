//! Trait of a store under test, which each kind of store implements, and helpers to commit and read
//! with it. Not here: the stores (`local`, and `conformance_postgres`).

use std::sync::Arc;

use adoube_store::{Batch, CommitOutcome, IdempotencyKey, Record, Store, Table};

/// A kind of store.
pub(crate) trait Subject: Sized {
    /// Whether what is stored is there after closing and opening again.
    const KEEPS: bool;

    /// A place for a store; none where what it needs is missing, which is said.
    async fn new() -> Option<Self>;

    /// Opens the store at this place; new at first.
    async fn open(&self) -> Arc<dyn Store>;
}

/// The table most tests use.
pub(crate) const TABLE: Table = Table::Game;

pub(crate) fn event(id: &str) -> IdempotencyKey {
    IdempotencyKey::new(id).expect("a good id")
}

pub(crate) async fn commit(store: &dyn Store, batch: Batch) -> CommitOutcome {
    store.commit(batch).await.expect("the store commits")
}

/// Commits what must be applied.
pub(crate) async fn apply(store: &dyn Store, batch: Batch) {
    assert_eq!(commit(store, batch).await, CommitOutcome::Applied);
}

pub(crate) async fn get(store: &dyn Store, key: &[u8]) -> Option<Record> {
    store.get(TABLE, key).await.expect("the store reads")
}

/// Version and value of a key that is there, as text.
pub(crate) async fn shown(store: &dyn Store, key: &str) -> (u64, String) {
    let record = get(store, key.as_bytes()).await.expect("the record is there");
    (record.version, String::from_utf8(record.value).expect("text"))
}

/// What [`shown`] shows.
pub(crate) fn is(version: u64, value: &str) -> (u64, String) {
    (version, value.to_owned())
}
