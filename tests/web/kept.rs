//! Tests of withheld messages in the web chat: words that may reveal hidden cards, or a move at the
//! wrong time, reach only their writer, by what the sockets of others get, whatever happens between
//! receiving and deciding them.

use std::sync::{Arc, atomic::Ordering};

use adoube_store::{BatchWrite, MemoryStore, Table};
use adoube_testing::clock::TestClock;
use adoube_testing::store::{FailingHook, HookedStore, StoreCall};
use serde_json::Value;

use super::{
    gate::Gate,
    support::{Browser, Server, Socket, fresh_id, game, is_board},
};

/// Everything others got until Anna said this.
async fn heard_until(socket: &mut Socket, end: &str) -> String {
    let entries = socket.entries_until(|entry| entry["text"] == end).await;
    Value::from(entries).to_string()
}

#[tokio::test]
async fn near_turns_reach_no_other_socket() {
    let server = Server::start().await;
    let [(anna, mut white), (bert, mut black)] = game(&server, "schachen").await;
    let carl = server.person("Carl").await;
    // Other tabs of theirs, which only listen.
    let (mut by_white, mut by_black) = (anna.enter().await, bert.enter().await);
    let mut onlooker = carl.enter().await;
    let texts = [
        "n4 dropp R z5",
        "n4 then Rook z5",
        "drop rook z5",
        "n3, drop Q o1x",
        "DROP\u{2009}ROOK z5",
        "d\u{200b}rop rook z\u{200b}5",
        "ｄｒｏｐ ｒｏｏｋ ｚ５",
        "／drop rook z5",
        "/dropp rook z5",
        "/rook z5",
        "setze Dame auf z5 ein",
        "Dame z5",
        "ich setze gleich die Dame",
        "my qeen",
        "z5",
        "Q",
        "n 4",
    ];
    for text in texts {
        white.done(text).await;
        black.done(text).await;
    }
    for talk in ["hello", "that was a good idea"] {
        white.done(talk).await;
        black.done(talk).await;
    }
    white.done("the end").await;
    for (socket, own) in [(&mut by_white, Some("Anna")), (&mut by_black, Some("Bert")), (&mut onlooker, None)]
    {
        let entries = socket.entries_until(|entry| entry["text"] == "the end").await;
        let others =
            entries.iter().filter(|entry| entry["by"]["name"].as_str().is_some_and(|by| Some(by) != own));
        let said: Vec<&str> = others.filter_map(|entry| entry["text"].as_str()).collect();
        let expected = match own {
            Some("Anna") => vec!["hello", "that was a good idea"],
            Some(_) => vec!["hello", "that was a good idea", "the end"],
            None => vec!["hello", "hello", "that was a good idea", "that was a good idea", "the end"],
        };
        assert_eq!(said, expected);
        let kept = entries.iter().filter(|entry| entry["kind"] == "command").count();
        assert_eq!(kept, own.map_or(0, |_| texts.len()));
    }
    server.stop().await;
}

/// The same person at another program on the same records.
fn at(other: &Server, browser: &Browser) -> Browser {
    Browser { address: other.address, ..browser.clone() }
}

#[tokio::test]
async fn words_are_judged_and_dealt_with_at_one_look() {
    let records = Arc::new(MemoryStore::new());
    let gate = Arc::new(HookedStore::over(Arc::clone(&records) as _, Gate::default()));
    let server = Server::with(gate.clone(), Arc::new(TestClock::ticking())).await;
    let [(anna, _white), (_, mut black)] = game(&server, "schachen").await;
    let mut onlooker = server.person("Carl").await.enter().await;
    let elsewhere = Server::with(records, Arc::new(TestClock::ticking())).await;
    let mut white = at(&elsewhere, &anna).enter().await;

    // Black's turn comes while it is looked at what Black said before it.
    gate.holds.store(true, Ordering::SeqCst);
    let id = black.say("n4").await;
    gate.reached.notified().await;
    white.done("n3 pass").await;
    gate.opened.notify_one();
    black.answered("done", &id).await;
    black.say_as(&id, "n4").await;
    black.done("the end").await;

    let heard = heard_until(&mut onlooker, "the end").await;
    assert!(!heard.contains("\"n4\""), "{heard}");
    elsewhere.stop().await;
    server.stop().await;
}

/// Whether it is a commit to a channel's log.
fn writes_a_log(asked: StoreCall<'_>) -> bool {
    let is_log = |write: &BatchWrite| match write {
        BatchWrite::Put { table: Table::Web, key, .. } => {
            key.starts_with(b"log/") || key.starts_with(b"own/")
        }
        _ => false,
    };
    matches!(asked, StoreCall::Commit(batch) if batch.writes.iter().any(is_log))
}

#[tokio::test]
async fn what_was_decided_and_not_written_down_is_said_once_when_it_is_sent_again() {
    let store = Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), FailingHook::at(writes_a_log)));
    let server = Server::with(store.clone(), Arc::new(TestClock::ticking())).await;
    let [(_, mut white), (_, mut black)] = game(&server, "chess").await;
    store.fail(0..1);
    let id = fresh_id();
    white.say_as(&id, "e4").await;
    assert_eq!(white.until("postponed").await["id"], id.as_str());
    for _ in 0..2 {
        white.say_as(&id, "e4").await;
        white.answered("done", &id).await;
    }
    white.done("the end").await;
    let heard = black.entries_until(|entry| entry["text"] == "the end").await;
    let said = heard.iter().filter(|entry| entry["text"] == "e4").count();
    let boards = heard.iter().filter(|entry| is_board(entry)).count();
    assert_eq!((said, boards), (1, 1), "{heard:#?}");
    server.stop().await;
}

#[tokio::test]
async fn a_move_at_the_wrong_time_is_answered_and_kept() {
    let server = Server::start().await;
    let [(_, mut white), (_, mut black)] = game(&server, "chess").await;
    black.say("e5").await;
    let answer = black.entry(|entry| entry["kind"] == "private").await;
    assert!(answer.to_string().contains("It is Anna's turn"), "{answer}");
    black.done("the end").await;
    let heard = heard_until(&mut white, "the end").await;
    assert!(!heard.contains("\"e5\""), "{heard}");
    server.stop().await;
}
