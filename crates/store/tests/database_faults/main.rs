//! Tests of a database that fails: unreachable, slow, silent, read-only, refusing, full, killed or
//! failed over. Acknowledged batches stay, a batch with an idempotency key is applied once, waiting
//! callers get an error in time, and service resumes by itself.
//!
//! Not here: single connections that are cut (`conformance_postgres/cut`).

mod full;
mod killed;
mod read_only;
mod refusing;
#[path = "../../../../tests/shared/small_disk.rs"]
mod small_disk;
mod unreachable;

use std::sync::Arc;

use adoube_postgres_cluster::{Proxy, SKIPPED, TestServer, shared};
use adoube_store::{
    Batch, CommitOutcome, IdempotencyKey, PostgresSettings, PostgresStore, Store, StoreError, StoreHealth,
    Table,
};
use adoube_testing::TEST_TIMEOUT;
use tokio::time::timeout;

const TABLE: Table = Table::Game;

/// The server that nobody kills.
fn server() -> Option<&'static TestServer> {
    let server = shared();
    if server.is_none() {
        println!("{SKIPPED}");
    }
    server
}

async fn opened(url: &str) -> Arc<PostgresStore> {
    let settings = PostgresSettings::new(url).expect("an address");
    Arc::new(in_time(PostgresStore::open(&settings)).await.expect("the store opens"))
}

/// A store behind a proxy, in a database of its own, and the database's name.
async fn behind_a_proxy() -> Option<(Proxy, Arc<PostgresStore>, String)> {
    let server = server()?;
    let url = server.new_database();
    let database = url.rsplit('/').next().expect("a name").to_owned();
    let proxy = Proxy::before(server.port()).expect("a proxy");
    let store = opened(&proxy.url(&database)).await;
    Some((proxy, store, database))
}

async fn in_time<T>(what: impl Future<Output = T>) -> T {
    timeout(TEST_TIMEOUT, what).await.expect("nobody waits for ever")
}

async fn becomes(store: &dyn Store, health: StoreHealth) {
    let mut watched = store.health();
    in_time(watched.wait_for(|now| *now == health)).await.expect("the store is there");
}

fn event(id: &str) -> IdempotencyKey {
    IdempotencyKey::new(id).expect("an id")
}

fn put(id: &str, key: &str) -> Batch {
    Batch::new().idempotent(event(id), id, 1).put(TABLE, key, id)
}

async fn apply(store: &dyn Store, batch: Batch) {
    assert_eq!(in_time(store.commit(batch)).await.expect("the store commits"), CommitOutcome::Applied);
}

/// The version of a record, 0 when there is none.
async fn version(store: &dyn Store, key: &str) -> u64 {
    let record = in_time(store.get(TABLE, key.as_bytes())).await.expect("the store reads");
    record.map_or(0, |record| record.version)
}

fn unreachable<T: std::fmt::Debug>(result: Result<T, StoreError>) {
    match result {
        Err(error @ StoreError::Unreachable { .. }) => assert!(error.is_transient(), "{error}"),
        other => panic!("{other:?}"),
    }
}
