//! What load balancers ask: whether people can be served here now.

use std::sync::Arc;

use adoube_store::{Health, MemoryStore};
use adoube_testing::clock::TestClock;
use adoube_testing::store::{Hook, Hooked};
use hyper::StatusCode;
use tokio::sync::watch;

use super::support::Server;

/// It says how the store is.
struct Moody(watch::Sender<Health>);

impl Hook for Moody {
    fn health(&self) -> Option<watch::Receiver<Health>> {
        Some(self.0.subscribe())
    }
}

#[tokio::test]
async fn it_is_ready_while_records_can_be_written() {
    let health = watch::Sender::new(Health::Writable);
    let store = Arc::new(Hooked::over(Arc::new(MemoryStore::new()), Moody(health)));
    let server = Server::with(store.clone(), Arc::new(TestClock::ticking())).await;
    let asks = || async {
        let answer = server.browser().get("/ready").await;
        assert!(answer.headers.get("set-cookie").is_none(), "nobody is made of who asks");
        (answer.status, answer.text().to_owned())
    };
    let ready = (StatusCode::OK, "ready\n".to_owned());
    assert_eq!(asks().await, ready);
    store.0.send_replace(Health::ReadOnly);
    let (status, why) = asks().await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(why.contains("no writes"), "{why}");
    store.0.send_replace(Health::Writable);
    assert_eq!(asks().await, ready);
    server.halt().await;
}
