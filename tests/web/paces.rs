//! Tests of rate limits: how fast and how much people may write, and that a wrong clock locks
//! nobody out.

use std::{net::Ipv4Addr, sync::Arc};

use adoube_store::MemoryStore;
use adoube_testing::clock::TestClock;
use hyper::StatusCode;
use serde_json::{Value, json};

use super::support::{Server, Socket, game};

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
    let clock = Arc::new(TestClock::stopped());
    let server = Server::with(Arc::new(MemoryStore::new()), Arc::clone(&clock) as _).await;
    let mut anna = server.person("Anna").await.enter().await;
    use_up(&mut anna).await;
    clock.set_back(3_600_000);
    clock.pass(60_000);
    assert_eq!(answer(&mut anna, "here again").await["type"], "done");
    server.stop().await;
}

#[tokio::test]
async fn one_address_does_not_use_up_the_names_of_all() {
    let server = Server::with(Arc::new(MemoryStore::new()), Arc::new(TestClock::stopped())).await;
    let mut refused = None;
    for number in 0..35 {
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

#[tokio::test]
async fn a_few_addresses_do_not_use_up_the_newcomers_of_all() {
    let server = Server::with(Arc::new(MemoryStore::new()), Arc::new(TestClock::stopped())).await;
    let at = async |from: Ipv4Addr, count: u8| {
        let (mut browser, mut came) = (server.browser(), 0);
        browser.from = from;
        for number in 0..count {
            if number % 8 == 0 {
                browser.cookie = None;
                browser.open_session().await;
            }
            let tab = browser.tab(1 + number % 8);
            let name = format!("n{}-{number}", from.to_bits());
            let wish = json!({ "seat": tab.seat, "name": name });
            came += usize::from(tab.post("/person", &wish).await.status == StatusCode::OK);
        }
        came
    };
    let mut came = 0;
    for last in 1..=6 {
        came += at(Ipv4Addr::new(127, 0, 1, last), 30).await;
    }
    // The pace of all, and the first one of each of the others.
    assert_eq!(came, 120 + 2);
    for last in 1..=9 {
        assert_eq!(at(Ipv4Addr::new(127, 0, 2, last), 1).await, 1, "{last}");
    }
    server.stop().await;
}

#[tokio::test]
async fn nobody_writes_more_than_there_is_room_for() {
    let clock = Arc::new(TestClock::stopped());
    let server = Server::with(Arc::new(MemoryStore::new()), Arc::clone(&clock) as _).await;
    let mut anna = server.person("Anna").await.enter().await;
    let long = "\u{1F600}".repeat(2000);
    let mut written = 0;
    let reason = loop {
        clock.pass(1_000);
        let answer = answer(&mut anna, &long).await;
        if answer["type"] != "done" {
            break answer["reason"].clone();
        }
        written += long.len();
        assert!(written < 1 << 20);
    };
    assert_eq!(reason, "too-much");
    // An hour's rest, and there is room for what people write.
    clock.pass(3_600_000);
    for _ in 0..100 {
        clock.pass(1_000);
        assert_eq!(answer(&mut anna, "a move or a few words").await["type"], "done");
    }
    server.stop().await;
}

#[tokio::test]
async fn nobody_asks_without_end() {
    let clock = Arc::new(TestClock::stopped());
    let server = Server::with(Arc::new(MemoryStore::new()), Arc::clone(&clock) as _).await;
    let mut anna = server.person("Anna").await.enter().await;
    anna.done("hello").await;
    anna.say("again").await;
    let behind = anna.entry(|entry| entry["text"] == "again").await["before"].clone();
    for number in 0..200 {
        anna.send(&json!({ "type": "suggest", "number": number, "channel": "lobby", "line": "he" })).await;
    }
    let older = json!({ "type": "older", "channel": "lobby", "before": behind });
    anna.send(&older).await;
    let mut suggested = 0;
    let page = loop {
        let message = anna.next().await.unwrap();
        match message["type"].as_str() {
            Some("suggestions") => suggested += 1,
            Some("entries") => break message,
            _ => {}
        }
    };
    assert!((1..200).contains(&suggested), "{suggested}");
    assert_eq!((&page["entries"], &page["before"]), (&json!([]), &behind), "it can be asked for later");
    clock.pass(60_000);
    anna.send(&older).await;
    let page = anna.until("entries").await;
    assert_eq!(page["entries"][0]["text"], "hello", "{page}");
    server.stop().await;
}

#[tokio::test]
async fn unused_channels_go_and_games_stay() {
    const MONTH: u64 = 31 * 24 * 60 * 60 * 1000;
    let store: Arc<dyn adoube_store::Store> = Arc::new(MemoryStore::new());
    let clock = Arc::new(TestClock::ticking());
    let server = Server::with(Arc::clone(&store), Arc::clone(&clock) as _).await;
    let [(anna, mut white), (_, mut black)] = game(&server, "chess").await;
    for name in ["talk", "empty", "games"] {
        let answer = anna.post("/channels", &json!({ "seat": 1, "name": name })).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    }
    for socket in [&mut white, &mut black] {
        socket.channel = "games".to_owned();
        socket.watch(None).await;
    }
    white.done("/play Bert chess white").await;
    black.done("/accept").await;
    white.channel = "talk".to_owned();
    white.done("a few words").await;
    drop((white, black));
    clock.pass(MONTH);
    server.halt().await;
    let server = Server::with(store, Arc::clone(&clock) as _).await;
    let anna = super::support::Browser { address: server.address, ..anna };
    let mut socket = anna.enter().await;
    socket.watch(None).await;
    assert_eq!(socket.until("channels").await["names"], json!(["lobby", "games"]));
    assert_eq!(anna.get("/c/talk").await.status, StatusCode::SEE_OTHER);
    // Who comes back to the name finds nothing of what was said.
    assert_eq!(anna.post("/channels", &json!({ "seat": 1, "name": "talk" })).await.status, StatusCode::OK);
    socket.channel = "talk".to_owned();
    socket.watch(None).await;
    loop {
        let page = socket.until("entries").await;
        if page["channel"] == "talk" {
            assert_eq!(page["entries"], json!([]));
            break;
        }
    }
    server.stop().await;
}
