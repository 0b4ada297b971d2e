//! What load balancers ask: whether people can be served here now.

use std::sync::Arc;

use adoube_store::{Batch, Committed, Health, MemoryStore, Record, Store, StoreFuture, Table};
use hyper::StatusCode;
use tokio::sync::watch;

use super::support::{Server, TestClock};

/// A store that says how it is.
struct Moody {
    inner: MemoryStore,
    health: watch::Sender<Health>,
}

impl Store for Moody {
    passed_on!(inner: scan answer forget_answers page restore close);

    fn get(&self, table: Table, key: &[u8]) -> StoreFuture<'_, Option<Record>> {
        self.inner.get(table, key)
    }

    fn commit(&self, batch: Batch) -> StoreFuture<'_, Committed> {
        self.inner.commit(batch)
    }

    fn health(&self) -> watch::Receiver<Health> {
        self.health.subscribe()
    }
}

#[tokio::test]
async fn it_is_ready_while_records_can_be_written() {
    let health = watch::Sender::new(Health::Writable);
    let store = Arc::new(Moody { inner: MemoryStore::new(), health });
    let server = Server::with(store.clone(), TestClock::ticking()).await;
    let asks = || async {
        let answer = server.browser().get("/ready").await;
        assert!(answer.headers.get("set-cookie").is_none(), "nobody is made of who asks");
        (answer.status, answer.text().to_owned())
    };
    let ready = (StatusCode::OK, "ready\n".to_owned());
    assert_eq!(asks().await, ready);
    store.health.send_replace(Health::ReadOnly);
    let (status, why) = asks().await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(why.contains("no writes"), "{why}");
    store.health.send_replace(Health::Writable);
    assert_eq!(asks().await, ready);
    server.halt().await;
}
