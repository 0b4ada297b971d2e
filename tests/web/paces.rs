//! How fast and how much people may write, and that clocks which are set wrong keep nobody out.

use std::{sync::Arc, time::Duration};

use adoube_store::MemoryStore;
use serde_json::Value;

use super::support::{Server, Socket, TestClock};

/// Says something and waits for what becomes of it.
async fn answer(socket: &mut Socket, text: &str) -> Value {
    let id = socket.say(text).await;
    loop {
        let message = socket.next().await.unwrap();
        if message["id"] == id.as_str() {
            return message;
        }
    }
}

/// Speaks until it is too much.
async fn use_up(socket: &mut Socket) {
    for _ in 0..1000 {
        if answer(socket, "hello").await["reason"] == "too-fast" {
            return;
        }
    }
    panic!("nothing is ever too much");
}

#[tokio::test]
async fn nobody_waits_because_the_calendar_was_set_back() {
    let clock = TestClock::stopped();
    let server = Server::with(Arc::new(MemoryStore::new()), Arc::clone(&clock) as _).await;
    let mut anna = server.person("Anna").await.enter().await;
    use_up(&mut anna).await;
    clock.set_back(Duration::from_secs(3600));
    clock.pass(Duration::from_secs(60));
    assert_eq!(answer(&mut anna, "here again").await["type"], "done");
    server.stop().await;
}
