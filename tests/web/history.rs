//! Tests of the log over time: pages of history, restarts, and the end of the program, orderly or
//! not.

use std::{
    future::pending,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering as Sync},
    },
};

use adoube_store::{MemoryStore, StoreError};
use adoube_testing::{
    clock::FastClock,
    store::{HookedStore, StoreCall, StoreHook},
};
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::support::{Server, Socket, all_said, fresh_id, game};

/// So many times faster than ours the time of programs passes that find what another one left.
const FASTER: u32 = 100;

/// Cut off after so many more commits: no further one is made, or answered.
struct Cut {
    left: AtomicUsize,
    reached: Notify,
}

impl StoreHook for Cut {
    async fn before(&self, asked: StoreCall<'_>) -> Result<(), StoreError> {
        let is_cut =
            || self.left.fetch_update(Sync::SeqCst, Sync::SeqCst, |left| left.checked_sub(1)).is_err();
        if matches!(asked, StoreCall::Commit(_)) && is_cut() {
            self.reached.notify_one();
            pending::<()>().await;
        }
        Ok(())
    }
}

/// The texts of every page, from the latest to the first.
async fn all_pages(socket: &mut Socket) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    let mut page = socket.until("entries").await;
    loop {
        let entries = page["entries"].as_array().unwrap();
        pages.push(
            entries.iter().map(|entry| entry["text"].as_str().unwrap_or_default().to_owned()).collect(),
        );
        let Some(before) = page["before"].as_str() else { return pages };
        socket.send(&json!({ "type": "older", "channel": "lobby", "before": before })).await;
        while {
            page = socket.until("entries").await;
            page["place"] != "older"
        } {}
    }
}

#[tokio::test]
async fn older_pages_hold_everything_once_and_in_order() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let mut socket = anna.enter().await;
    let said: Vec<String> = (0..137).map(|number| format!("message {number}")).collect();
    for text in &said {
        socket.done(text).await;
    }
    let mut reader = server.person("Bert").await.socket().await;
    reader.watch(None).await;
    let pages = all_pages(&mut reader).await;
    assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [50, 50, 37]);
    assert_eq!(pages.into_iter().rev().flatten().collect::<Vec<_>>(), said);
    server.stop().await;
}

#[tokio::test]
async fn pages_pass_over_what_is_meant_for_others() {
    let server = Server::start().await;
    let mut anna = server.person("Anna").await.enter().await;
    anna.done("first").await;
    for _ in 0..60 {
        anna.done("/help").await;
    }
    anna.done("last").await;
    let mut bert = server.person("Bert").await.socket().await;
    bert.watch(None).await;
    let page = bert.until("entries").await;
    let texts: Vec<&Value> = page["entries"].as_array().unwrap().iter().map(|entry| &entry["text"]).collect();
    assert_eq!(texts, ["first", "last"]);
    server.stop().await;
}

#[tokio::test]
async fn a_restart_keeps_people_messages_private_answers_and_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on_disk(folder.path()).await;
    let [(mut anna, mut white), (bert, _)] = game(&server, "chess").await;
    white.done("e4").await;
    white.say("/moves").await;
    let private = white.entry(|entry| entry["kind"] == "private").await;
    server.stop().await;
    let goodbye = white.closed().await.unwrap();
    assert_eq!(u16::from(goodbye.code), 1001, "going away");

    let server = Server::on_disk(folder.path()).await;
    anna.address = server.address;
    let bert = super::support::Browser { address: server.address, ..bert };
    assert_eq!(anna.open_session().await["persons"][0]["name"], "Anna");
    let mut white = anna.socket().await;
    white.watch(None).await;
    let page = white.until("entries").await;
    let entries = page["entries"].as_array().unwrap();
    assert!(entries.iter().any(|entry| entry["text"] == "e4"), "{page}");
    assert!(
        entries.iter().any(|entry| entry["seq"] == private["seq"] && entry["kind"] == "private"),
        "{page}"
    );
    let mut black = bert.enter().await;
    black.say("e5").await;
    let board = white.entry(super::support::is_board).await;
    assert!(board["message"]["blocks"].to_string().contains("e5"), "{board}");
    server.stop().await;
}

#[tokio::test]
async fn whenever_the_program_ends_what_it_tells_everybody_is_in_the_log_once() {
    let (id, clock) = (fresh_id(), FastClock::new(1_700_000_000_000, FASTER));
    for commits in 0.. {
        let store = Arc::new(MemoryStore::new());
        let cut = Cut { left: AtomicUsize::new(usize::MAX), reached: Notify::new() };
        let cut = Arc::new(HookedStore::over(Arc::clone(&store) as _, cut));
        let server = Server::with(Arc::clone(&cut) as _, Arc::new(clock)).await;
        let (anna, _) = (server.person("Anna").await, server.person("Bert").await);
        let mut socket = anna.enter().await;
        cut.left.store(commits, Sync::SeqCst);
        socket.say_as(&id, "/play Bert chess").await;
        let is_told = async {
            socket.answered("done", &id).await;
            all_said(&*store).await;
        };
        let is_whole = tokio::select! {
            () = is_told => true,
            () = cut.reached.notified() => false,
        };
        drop(server);

        let server = Server::with(Arc::clone(&store) as _, Arc::new(clock)).await;
        let anna = anna.at(&server);
        let mut socket = anna.enter().await;
        socket.say_as(&id, "/play Bert chess").await;
        socket.answered("done", &id).await;
        all_said(&*store).await;
        let mut reader = anna.socket().await;
        reader.watch(None).await;
        let page = reader.until("entries").await;
        let entries = page["entries"].as_array().unwrap();
        let of = |kind: &str| entries.iter().filter(|entry| entry["kind"] == kind).count();
        assert_eq!((of("command"), of("notice")), (1, 1), "after {commits} commits: {page:#}");
        server.halt().await;
        if is_whole {
            assert_eq!(commits, 1, "the words, what comes of them and what is told are one commit");
            return;
        }
    }
}

#[tokio::test]
async fn a_log_that_is_no_more_is_begun_anew() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    anna.enter().await.done("the only one").await;
    let mut socket = anna.socket().await;
    socket.watch(Some("1000.0")).await;
    let page = socket.until("entries").await;
    assert_eq!((&page["place"], &page["upto"]), (&json!("start"), &json!("1.0")));
    server.stop().await;
}
