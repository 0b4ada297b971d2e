//! Tests that nothing is deleted by age because of a wrong calendar or an outage: two programs over
//! one database of which one is forty days ahead, and one that was off for a month. Not here: which
//! calendar a program uses (tests of the bot).

use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use adoube_bot::{Calendar, CalendarError, IdempotencyKey};
use adoube_platform::answer_retention;
use adoube_postgres_cluster::{SKIPPED, shared};
use adoube_store::{
    Batch, Key, KeyRange, KeyReader, MemoryStore, PostgresSettings, PostgresStore, ScanOrder, Store, Table,
};
use adoube_testing::clock::{FastClock, TestClock};
use hyper::StatusCode;
use serde_json::json;

use super::support::{Browser, Server, game, is_board};

const DAY: u64 = 24 * 60 * 60 * 1000;

fn machine_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

/// A channel for everybody and a room for some.
async fn make_channels(anna: &Browser) -> [String; 2] {
    let mut names = Vec::new();
    for (name, is_private) in [("club", false), ("den", true)] {
        let wish = json!({ "seat": 1, "name": name, "private": is_private });
        let made = anna.post("/channels", &wish).await;
        assert_eq!(made.status, StatusCode::OK, "{}", made.text());
        let name = made.json()["name"].as_str().unwrap().to_owned();
        let mut socket = anna.enter().await;
        socket.channel.clone_from(&name);
        socket.watch(None).await;
        socket.done("a few words").await;
        names.push(name);
    }
    names.try_into().unwrap()
}

async fn are_there(anna: &Browser, names: &[String; 2]) -> [bool; 2] {
    let mut there = [false; 2];
    for (there, name) in there.iter_mut().zip(names) {
        *there = anna.get(&format!("/c/{name}")).await.status == StatusCode::OK;
    }
    there
}

/// The latest instant at which an outage of the program ends.
async fn last_end(store: &dyn Store) -> Option<u64> {
    let range = KeyRange::prefix(Key::new().text("outage").text("*"));
    let rows = store.scan(Table::Meta, range, ScanOrder::Descending, 1).await.unwrap();
    let mut reader = KeyReader::new(&rows.first()?.0);
    reader.text().and_then(|_| reader.text()).and_then(|_| reader.number())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_that_is_forty_days_ahead_takes_nothing_from_the_others() {
    let Some(cluster) = shared() else {
        println!("{SKIPPED}");
        return;
    };
    let settings = PostgresSettings::new(&cluster.new_database()).unwrap().connections(8);
    let open = async || Arc::new(PostgresStore::open(&settings).await.unwrap()) as Arc<dyn Store>;
    let (right, wrong) = (open().await, open().await);
    let machine = |ahead| Arc::new(FastClock::new(machine_now() + ahead, 1));
    let calendar = Calendar::open(machine(0), Arc::clone(&right), false).await.unwrap();
    let server = Server::with(Arc::clone(&right), calendar).await;
    server.service.begin().await.unwrap();
    let [(anna, mut white), _] = game(&server, "chess pace:1d").await;
    let names = make_channels(&anna).await;
    let events =
        [("web:young", 1), ("web:old", 8)].map(|(id, days)| (IdempotencyKey::new(id).unwrap(), days));
    for (id, days) in &events {
        let answered = Batch::new().idempotent(id.clone(), "posted", machine_now() - days * DAY);
        right.commit(answered).await.unwrap();
    }

    let refused = Calendar::open(machine(40 * DAY), Arc::clone(&wrong), false).await;
    assert!(matches!(refused, Err(CalendarError::Database { .. })), "it starts");
    let calendar = Calendar::open(machine(40 * DAY), Arc::clone(&wrong), true).await.unwrap();
    let ahead = Server::with(Arc::clone(&wrong), calendar).await;
    ahead.service.begin().await.unwrap();
    answer_retention::delete_old_answers(&*wrong, &ahead.service).await.unwrap();
    for (id, _) in &events {
        assert!(right.answer(id).await.unwrap().is_some(), "{id:?}");
    }
    ahead.halt().await;
    assert_eq!(are_there(&anna, &names).await, [true; 2]);
    assert!(last_end(&*right).await.is_none_or(|end| end < machine_now() + DAY));
    white.say("/clock").await;
    let clock = white.entry(|entry| entry["kind"] == "private").await;
    assert!(clock.to_string().contains("23 h"), "the clock runs, a day from now: {clock}");
    white.say("e4").await;
    white.entry(is_board).await;

    answer_retention::delete_old_answers(&*right, &server.service).await.unwrap();
    let mut kept = Vec::new();
    for (id, _) in &events {
        kept.push(right.answer(id).await.unwrap().is_some());
    }
    assert_eq!(kept, [true, false], "the right one forgets what is old");
    server.stop().await;
    wrong.close().await.unwrap();
}

#[tokio::test]
async fn channels_that_nobody_uses_while_the_bot_is_off_stay() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let clock = Arc::new(TestClock::ticking());
    let server = Server::with(Arc::clone(&store), Arc::clone(&clock) as _).await;
    server.service.begin().await.unwrap();
    let anna = server.person("Anna").await;
    let names = make_channels(&anna).await;
    let mut anna = anna;
    let mut server = server;
    for (passed, is_off, are_left) in [(31, true, true), (29, false, true), (2, false, false)] {
        let service = server.service.clone();
        server.halt().await;
        clock.pass(passed * DAY);
        if is_off {
            service.begin().await.unwrap();
        }
        server = Server::with(Arc::clone(&store), Arc::clone(&clock) as _).await;
        anna = Browser { address: server.address, ..anna };
        // Once it answers, it has looked for what is old.
        assert_eq!(are_there(&anna, &names).await, [are_left; 2], "{passed} days");
    }
    server.stop().await;
}
