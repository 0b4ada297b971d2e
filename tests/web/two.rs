//! Tests of two programs over one store: messages and games written at one are shown at the other,
//! whoever is connected to which. Not here: that a page in a real browser gets on with that
//! (`browser`).

use std::{sync::Arc, time::Instant};

use adoube_postgres_cluster::{SKIPPED, shared};
use adoube_store::{PostgresSettings, PostgresStore, Store};
use adoube_testing::clock::TestClock;
use adoube_testing::store::SharedTestStore;
use serde_json::{Value, json};

use super::support::{Browser, Server, Socket, control, fresh_id, is_board};

/// Two servers over one store.
pub async fn two() -> [Server; 2] {
    let store: Arc<dyn Store> = Arc::new(SharedTestStore::default());
    over([Arc::clone(&store), store]).await
}

async fn over([one, other]: [Arc<dyn Store>; 2]) -> [Server; 2] {
    // At the same moment, as after a machine has come back: both make the secret of cookies, and one has made it.
    let (one, other) = tokio::join!(
        Server::with(one, Arc::new(TestClock::ticking())),
        Server::with(other, Arc::new(TestClock::ticking()))
    );
    [one, other]
}

/// The same with each its own connections to a database; nothing where there is no PostgreSQL.
async fn over_postgres() -> Option<[Server; 2]> {
    let Some(cluster) = shared() else {
        println!("{SKIPPED}");
        return None;
    };
    let settings = PostgresSettings::new(&cluster.new_database()).unwrap().connections(8);
    let one: Arc<dyn Store> = Arc::new(PostgresStore::open(&settings).await.unwrap());
    let other: Arc<dyn Store> = Arc::new(PostgresStore::open(&settings).await.unwrap());
    Some(over([one, other]).await)
}

pub async fn stop([one, other]: [Server; 2]) {
    one.halt().await;
    other.halt().await;
}

fn has_buttons(entry: &Value) -> bool {
    entry["message"]["rows"].as_array().is_some_and(|rows| !rows.is_empty())
}

/// A game in the lobby whose players are each at a server of their own: White's and Black's browser and socket.
pub async fn apart(servers: &[Server; 2], kind: &str) -> [(Browser, Socket); 2] {
    let (anna, bert) = (servers[0].person("Anna").await, servers[1].person("Bert").await);
    let (mut white, mut black) = (anna.enter().await, bert.enter().await);
    white.done(&format!("/play Bert {kind} white")).await;
    let challenge = black.entry(has_buttons).await;
    black.press(&challenge["seq"], &control(&challenge, "Accept"), None).await;
    for socket in [&mut white, &mut black] {
        socket.entry(is_board).await;
    }
    [(anna, white), (bert, black)]
}

#[tokio::test]
async fn a_game_is_played_to_mate_by_people_at_two_servers() {
    to_mate(two().await).await;
}

#[tokio::test]
async fn a_game_is_played_to_mate_over_a_database() {
    if let Some(servers) = over_postgres().await {
        to_mate(servers).await;
    }
}

async fn to_mate(servers: [Server; 2]) {
    let [(_, mut white), (_, mut black)] = apart(&servers, "chess").await;
    let mut onlooker = servers[1].person("Carl").await.enter().await;
    for (index, text) in ["f3", "e5", "g4", "Qh4"].into_iter().enumerate() {
        let (mover, other) = if index % 2 == 0 { (&mut white, &mut black) } else { (&mut black, &mut white) };
        mover.say(text).await;
        let heard = other.entries_until(is_board).await;
        let said = heard.iter().filter(|entry| entry["text"] == text).count();
        assert_eq!((said, heard.len()), (1, 2), "the words, and the board after them: {heard:#?}");
        mover.entry(is_board).await;
    }
    let mated = |entry: &Value| entry.to_string().contains("Checkmate: Bert wins");
    onlooker.entry(mated).await;
    stop(servers).await;
}

#[tokio::test]
async fn everything_is_said_once_and_in_one_order_when_both_write_at_once() {
    both_write(two().await).await;
}

#[tokio::test]
async fn everything_is_said_once_over_a_database() {
    if let Some(servers) = over_postgres().await {
        delays(&servers).await;
        both_write(servers).await;
    }
}

/// Prints how long it takes from when something is said at one server until it is shown at the other.
async fn delays(servers: &[Server; 2]) {
    let (anna, bert) = (servers[0].person("Anna").await, servers[1].person("Bert").await);
    assert_eq!(anna.post("/channels", &json!({ "seat": 1, "name": "den" })).await.status, 200);
    let [mut here, mut there] = [anna.socket().await, bert.socket().await];
    for socket in [&mut here, &mut there] {
        "den".clone_into(&mut socket.channel);
        socket.watch(None).await;
        socket.until("entries").await;
    }
    let mut times = Vec::new();
    for number in 0..40 {
        let (text, began) = (format!("n{number}"), Instant::now());
        here.say(&text).await;
        there.entry(|entry| entry["text"] == text.as_str()).await;
        times.push(began.elapsed().as_millis());
    }
    times.sort_unstable();
    println!("from one server to the other: median {} ms, longest {} ms", times[20], times[39]);
}

async fn both_write(servers: [Server; 2]) {
    let mut writers = Vec::new();
    for (at, server) in servers.iter().enumerate() {
        for who in 0..3 {
            let browser = server.person(&format!("Writer{at}{who}")).await;
            writers.push(tokio::spawn(async move {
                let mut socket = browser.enter().await;
                for number in 0..20 {
                    socket.done(&format!("{at}{who}-{number}")).await;
                }
            }));
        }
    }
    let mut heard = Vec::new();
    for (name, server) in ["Reader0", "Reader1"].into_iter().zip(&servers) {
        let mut socket = server.person(name).await.socket().await;
        socket.watch(Some("0.0")).await;
        let mut entries = Vec::new();
        while entries.len() < 120 {
            let more = socket.until("entries").await;
            entries.extend(more["entries"].as_array().unwrap().iter().map(|entry| {
                (entry["seq"].as_str().unwrap().to_owned(), entry["text"].as_str().unwrap().to_owned())
            }));
        }
        heard.push(entries);
    }
    for writer in writers {
        writer.await.unwrap();
    }
    assert_eq!(heard[0], heard[1]);
    let numbers: Vec<String> = (1..=120).map(|number| number.to_string()).collect();
    assert_eq!(heard[0].iter().map(|(number, _)| number.clone()).collect::<Vec<_>>(), numbers);
    let mut texts: Vec<&String> = heard[0].iter().map(|(_, text)| text).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), 120);
    stop(servers).await;
}

#[tokio::test]
async fn what_one_person_is_told_reaches_their_tabs_at_the_other_server_and_nobody_else() {
    let servers = two().await;
    let [(anna, mut white), (bert, _black)] = apart(&servers, "schachen").await;
    let mut elsewhere = anna.at(&servers[1]).enter().await;
    let mut by_black = bert.at(&servers[0]).enter().await;
    white.say("/hand").await;
    white.entry(|entry| entry["kind"] == "private").await;
    let hand = elsewhere.entry(|entry| entry["kind"] == "private").await;
    assert!(hand.to_string().contains("Your cards: "), "{hand}");
    white.done("n3").await;
    white.done("the end").await;
    for socket in [&mut elsewhere, &mut by_black] {
        socket.entry(|entry| entry["text"] == "the end").await;
    }
    let mut socket = bert.socket().await;
    socket.watch(None).await;
    let page = socket.until("entries").await.to_string();
    assert!(!page.contains("Your cards") && !page.contains("n3"), "{page}");
    stop(servers).await;
}

#[tokio::test]
async fn an_event_that_is_sent_to_both_servers_acts_once() {
    let servers = two().await;
    let [(anna, mut white), (_, mut black)] = apart(&servers, "chess").await;
    let mut again = anna.at(&servers[1]).enter().await;
    let id = fresh_id();
    white.say_as(&id, "e4").await;
    again.say_as(&id, "e4").await;
    for socket in [&mut white, &mut again] {
        socket.answered("done", &id).await;
    }
    white.done("the end").await;
    let heard = black.entries_until(|entry| entry["text"] == "the end").await;
    let said = heard.iter().filter(|entry| entry["text"] == "e4").count();
    assert_eq!((said, heard.iter().filter(|entry| is_board(entry)).count()), (1, 1), "{heard:#?}");
    stop(servers).await;
}

#[tokio::test]
async fn a_page_goes_on_at_the_other_server_where_it_was() {
    let servers = two().await;
    let (anna, bert) = (servers[0].person("Anna").await, servers[1].person("Bert").await);
    let mut says = bert.enter().await;
    let (mut seen, mut heard) = ("0.0".to_owned(), Vec::new());
    for round in 0..10 {
        for number in 0..3 {
            says.done(&format!("{round}-{number}")).await;
        }
        let mut socket = anna.at(&servers[round % 2]).socket().await;
        socket.watch(Some(&seen)).await;
        while heard.len() < 3 * (round + 1) {
            let more = socket.until("entries").await;
            heard.extend(more["entries"].as_array().unwrap().iter().map(|entry| entry["text"].clone()));
            more["upto"].as_str().unwrap().clone_into(&mut seen);
        }
    }
    let expected: Vec<Value> =
        (0..10).flat_map(|round| (0..3).map(move |number| json!(format!("{round}-{number}")))).collect();
    assert_eq!(heard, expected);
    stop(servers).await;
}
