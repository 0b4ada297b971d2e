//! How fast and how much people may write, and that clocks which are set wrong keep nobody out.

use std::{net::Ipv4Addr, sync::Arc, time::Duration};

use adoube_store::MemoryStore;
use hyper::StatusCode;
use serde_json::{Value, json};

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

#[tokio::test]
async fn one_address_does_not_use_up_the_names_of_all() {
    let server = Server::with(Arc::new(MemoryStore::new()), TestClock::stopped()).await;
    let mut refused = None;
    for number in 0..1000 {
        let mut browser = server.browser();
        browser.from = Ipv4Addr::new(127, 0, 1, 1);
        browser.open_session().await;
        let wish = json!({ "seat": 1, "name": format!("m{number}") });
        let answer = browser.post("/person", &wish).await;
        if answer.status != StatusCode::OK {
            refused = Some((answer.status, answer.json()["reason"].clone()));
            break;
        }
    }
    assert_eq!(refused, Some((StatusCode::TOO_MANY_REQUESTS, json!("newcomers"))));
    server.person("Anna").await;
    server.stop().await;
}
