//! Tests of timeouts: requests that take too long, and sockets that are silent or not answered, are
//! closed. Not here: heads and bodies of requests that do not come (`doors`).

use std::{sync::Arc, time::Duration};

use adoube_bot::Clock;
use adoube_store::{MemoryStore, StoreError};
use adoube_testing::clock::TestClock;
use adoube_testing::store::{HookedStore, StoreCall, StoreHook};
use hyper::StatusCode;
use serde_json::json;
use tokio::sync::watch;

use super::support::Server;

/// After which a request is given up, and when it is not yet.
const REQUEST_TIME: Duration = Duration::from_secs(30);
const NOT_YET: Duration = Duration::from_secs(29);
/// The same of a socket of which nothing is heard.
const SILENCE: Duration = Duration::from_secs(60);
const NOT_SILENT: Duration = Duration::from_secs(59);

/// A store that answers nobody while it hangs, and says that somebody has asked.
#[derive(Default)]
struct Hanging {
    hangs: watch::Sender<bool>,
    asked: watch::Sender<bool>,
}

impl StoreHook for Hanging {
    async fn before(&self, _: StoreCall<'_>) -> Result<(), StoreError> {
        if *self.hangs.borrow() {
            self.asked.send_replace(true);
        }
        // The sender is here, so it is not gone.
        let _ = self.hangs.subscribe().wait_for(|hangs| !hangs).await;
        Ok(())
    }
}

fn by_hand() -> Arc<TestClock> {
    Arc::new(TestClock::ticking().moved_by_hand())
}

#[tokio::test]
async fn a_request_that_takes_too_long_is_given_up() {
    let store = Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), Hanging::default()));
    let clock = by_hand();
    let server = Server::with(store.clone(), Arc::clone(&clock) as Arc<dyn Clock>).await;
    let anna = server.person("Anna").await;
    let change = json!({ "seat": 2, "name": "Bella" });
    for (time, status) in [(NOT_YET, StatusCode::OK), (REQUEST_TIME, StatusCode::REQUEST_TIMEOUT)] {
        store.asked.send_replace(false);
        store.hangs.send_replace(true);
        let hanging = async {
            store.asked.subscribe().wait_for(|asked| *asked).await.expect("the store is there");
            clock.wait(time);
            if status == StatusCode::OK {
                store.hangs.send_replace(false);
            }
        };
        let (answer, ()) = tokio::join!(anna.post("/person", &change), hanging);
        assert_eq!(answer.status, status, "{time:?}: {}", answer.text());
    }
    store.hangs.send_replace(false);
    assert_eq!(anna.post("/person", &change).await.status, StatusCode::OK);
    server.stop().await;
}

#[tokio::test]
async fn a_socket_is_closed_when_nothing_is_heard_of_it() {
    let clock = by_hand();
    let server = Server::with(Arc::new(MemoryStore::new()), Arc::clone(&clock) as Arc<dyn Clock>).await;
    let mut socket = server.person("Anna").await.enter().await;
    for number in 0..3 {
        clock.wait(NOT_SILENT);
        socket.done(&format!("still here, {number}")).await;
    }
    let silence = async {
        loop {
            clock.wait(SILENCE);
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        _ = socket.closed() => {}
        () = silence => unreachable!("it does not end"),
    }
    server.stop().await;
}
