//! Randomised tests of races between two programs over one store, about channels, their members,
//! and names: the first one wins, nothing is half done, and a removed person reads nothing later.
//! The seed of each round is printed. Not here: each of these actions by itself (`members`,
//! `rooms`, `apart`).

use std::{cell::Cell, sync::Arc};

use adoube_store::{Batch, Key, KeyRange, ScanOrder, Table};
use adoube_testing::clock::TestClock;
use adoube_testing::store::{HookedStore, InterleavingHook};
use hyper::StatusCode;
use serde_json::json;

use super::{
    apart::{inside, made, opened},
    support::{Browser, Server},
};

/// A way to a store on which everything takes a while that is another one each time.
type Winding = Arc<HookedStore<InterleavingHook>>;

fn winding(seed: u64) -> Winding {
    Arc::new(InterleavingHook::at(&Arc::default(), seed))
}

/// A program that has begun.
async fn serve(store: &Winding, clock: &Arc<TestClock>) -> Server {
    let server = Server::with(store.clone(), Arc::clone(clock) as _).await;
    assert_eq!(server.browser().get("/ready").await.status, StatusCode::OK);
    server
}

/// Keys of rows of this kind.
async fn keys(store: &Winding, kind: Key) -> Vec<(Vec<u8>, Vec<u8>)> {
    let rows =
        store.inner.scan(Table::Web, KeyRange::prefix(kind), ScanOrder::Ascending, 1000).await.unwrap();
    rows.into_iter().map(|(key, record)| (key, record.value)).collect()
}

async fn members(browser: &Browser, room: &str) -> Vec<String> {
    let told = browser.get(&format!("/channels/{room}/members?seat=1")).await.json();
    told["members"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

/// The maker sends somebody away at one server, and somebody speaks at the other the moment that is answered.
#[tokio::test]
async fn who_was_sent_away_reads_nothing_that_is_said_later_at_the_other_server() {
    let store = winding(1);
    let clock = Arc::new(TestClock::ticking());
    let (one, other) = tokio::join!(serve(&store, &clock), serve(&store, &clock));
    let (anna, carl) = (one.person("Anna").await, other.person("Carl").await);
    let room = made(&anna, "friday", true).await.json()["name"].as_str().unwrap().to_owned();
    let about = format!("/channels/{room}/members");
    let link = anna.get(&format!("{about}?seat=1")).await.json()["link"].clone();
    assert_eq!(opened(&carl, &link).await.status, StatusCode::OK);
    let mut speaks = inside(&carl, &room).await;
    for round in 0..12 {
        let name = format!("Bert{round}");
        let bert = other.person(&name).await;
        let link = anna.get(&format!("{about}?seat=1")).await.json()["link"].clone();
        assert_eq!(opened(&bert, &link).await.status, StatusCode::OK);
        let mut reads = inside(&bert, &room).await;
        let sent = anna.post(&about, &json!({ "seat": 1, "without": name })).await;
        assert_eq!(sent.status, StatusCode::OK, "{}", sent.text());
        let words = format!("among ourselves {round}");
        let asks = bert.socket();
        let ((), mut asks) = tokio::join!(speaks.done(&words), asks);
        room.clone_into(&mut asks.channel);
        asks.watch(None).await;
        for socket in [&mut reads, &mut asks] {
            loop {
                let message = socket.next().await.unwrap();
                assert!(!message.to_string().contains("among ourselves"), "round {round}: {message}");
                if message["gone"] == room.as_str() {
                    break;
                }
            }
        }
        let id = reads.say("I am still here").await;
        let refused = loop {
            let message = reads.next().await.unwrap();
            assert!(message["type"] != "done" || message["id"] != id.as_str(), "round {round}");
            if message["type"] == "refused" {
                break message;
            }
        };
        assert_eq!(refused["id"], id.as_str());
    }
    one.halt().await;
    other.halt().await;
}

/// Two are sent away at two servers while the link is made another one and somebody comes in by the old one.
#[tokio::test]
async fn deeds_of_a_rooms_maker_at_two_servers_all_count() {
    for seed in 0..6 {
        println!("seed {seed}");
        let store = winding(seed);
        let clock = Arc::new(TestClock::ticking());
        let (one, other) = tokio::join!(serve(&store, &clock), serve(&store, &clock));
        let anna = one.person("Anna").await;
        let there = anna.at(&other);
        let room = made(&anna, "friday", true).await.json()["name"].as_str().unwrap().to_owned();
        let about = format!("/channels/{room}/members");
        let link = anna.get(&format!("{about}?seat=1")).await.json()["link"].clone();
        for name in ["Bert", "Carl", "Dora"] {
            assert_eq!(opened(&one.person(name).await, &link).await.status, StatusCode::OK);
        }
        let eve = other.person("Eve").await;
        let send_away = |name: &str| json!({ "seat": 1, "without": name });
        let (bert, carl, dora) = (send_away("Bert"), send_away("Carl"), send_away("Dora"));
        let relink = json!({ "seat": 1, "relink": true });
        let (bert, carl, dora, relinked, came) = tokio::join!(
            anna.post(&about, &bert),
            there.post(&about, &carl),
            there.post(&about, &dora),
            anna.post(&about, &relink),
            opened(&eve, &link),
        );
        for answer in [bert, carl, dora, relinked] {
            assert_eq!(answer.status, StatusCode::OK, "seed {seed}: {}", answer.text());
        }
        let is_in = came.status == StatusCode::OK;
        assert!(is_in || came.status == StatusCode::GONE, "seed {seed}: {}", came.text());
        let expected: &[&str] = if is_in { &["Anna", "Eve"] } else { &["Anna"] };
        for browser in [&anna, &there] {
            assert_eq!(members(browser, &room).await, expected, "seed {seed}");
        }
        assert_eq!(opened(&other.person("Fay").await, &link).await.status, StatusCode::GONE, "seed {seed}");
        one.halt().await;
        other.halt().await;
    }
}

/// A program begins and finds channels that nobody has used for long, in which somebody speaks or begins a game at that moment.
#[tokio::test]
async fn a_channel_that_goes_while_somebody_writes_there_goes_whole_or_stays() {
    let (mut stayed, mut went) = (0, 0);
    for seed in 0..16 {
        let store = winding(seed);
        let clock = Arc::new(TestClock::undated());
        let one = serve(&store, &clock).await;
        let anna = one.person("Anna").await;
        assert_eq!(made(&anna, "den", false).await.status, StatusCode::OK);
        let mut socket = inside(&anna, "den").await;
        socket.done("long ago").await;
        clock.pass(31 * 24 * 60 * 60 * 1000);
        let text = if seed % 2 == 0 { "still in use" } else { "/play chess" };
        let writes = async {
            for _ in 0..(seed * 3) {
                tokio::task::yield_now().await;
            }
            let id = socket.say(text).await;
            loop {
                let message = socket.next().await.unwrap();
                if message["id"] == id.as_str() {
                    break message["type"] == "done";
                }
            }
        };
        let (other, is_done) = tokio::join!(serve(&store, &clock), writes);
        let is_kept = !keys(&store, Key::new().text("channel").text("den")).await.is_empty();
        println!("seed {seed}: {text} was dealt with: {is_done}; the channel is kept: {is_kept}");
        assert_eq!(is_kept, is_done, "seed {seed}");
        if is_kept {
            stayed += 1;
            let mut later = inside(&anna.at(&other), "den").await;
            later.watch(None).await;
            let page = later.until("entries").await.to_string();
            assert!(page.contains(text), "seed {seed}: {page}");
        } else {
            went += 1;
            for kind in ["log", "own", "head"] {
                let left = keys(&store, Key::new().text(kind).text("web:den")).await;
                assert!(left.is_empty(), "seed {seed}: {kind} {left:?}");
            }
        }
        one.halt().await;
        other.halt().await;
    }
    println!("{stayed} stayed, {went} went");
    assert!(stayed > 0 && went > 0, "both happen: {stayed} stayed, {went} went");
}

/// Two programs begin at once over names whose forms are to be made anew.
#[tokio::test]
async fn forms_of_names_are_whole_when_two_programs_begin_at_once() {
    for seed in 0..4 {
        println!("seed {seed}");
        let store = winding(seed);
        let clock = Arc::new(TestClock::ticking());
        let mut batch = Batch::new();
        for number in 0..300 {
            let (name, person) = (format!("person-{number:03}"), format!("web:{number:032x}"));
            let kept = json!({ "format": 1, "name": name, "language": "en", "theme": "" });
            batch = batch.put(Table::Web, Key::new().text("person").text(&person), kept.to_string());
            let held = json!({ "format": 2, "person": person });
            batch = batch.put(Table::Web, Key::new().text("name").text(&name), held.to_string());
        }
        for number in 0..300 {
            let held = json!({ "format": 2, "person": "web:of-long-ago" });
            batch =
                batch.put(Table::Web, Key::new().text("look").text(&format!("{number}")), held.to_string());
        }
        let old = json!({ "format": 2, "form": "of long ago" });
        batch = batch.put(Table::Web, Key::new().text("looks"), old.to_string());
        store.inner.commit(batch).await.unwrap();
        // From when one has begun, whatever the other is about, nobody gets a name that looks like another's.
        let begun = Cell::new(0);
        let begins = async |later: u64| {
            for _ in 0..later {
                tokio::task::yield_now().await;
            }
            let server = serve(&store, &clock).await;
            begun.set(begun.get() + 1);
            server
        };
        let watches = async {
            let mut seen = Vec::new();
            while begun.get() < 2 {
                if begun.get() == 1 {
                    seen.push(keys(&store, Key::new().text("look")).await);
                }
                tokio::task::yield_now().await;
            }
            seen
        };
        let (one, other, seen) = tokio::join!(begins(0), begins(seed * 60), watches);
        let last = keys(&store, Key::new().text("look")).await;
        assert!(last.len() >= 300, "seed {seed}: {}", last.len());
        println!("looked {} times at {} forms", seen.len(), last.len());
        assert!(seen.iter().all(|looks| *looks == last), "seed {seed}: none is missing for a moment");
        one.halt().await;
        other.halt().await;
    }
}
