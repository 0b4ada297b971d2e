//! Tests of the list of present people, as several programs over one store show it: the same people
//! at all of them, and nobody stays listed whose program stopped or died. Not here: the list of one
//! program (`events`).

use std::sync::Arc;

use adoube_bot::Clock;
use adoube_store::{Batch, Key, KeyRange, MemoryStore, Record, ScanOrder, Store, Table};
use adoube_testing::clock::{FastClock, TestClock};
use adoube_testing::store::{CrashPoint, HookedStore, SharedTestStore};
use rand::{
    RngExt, SeedableRng,
    seq::{IndexedMutRandom, IndexedRandom},
};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use super::{
    events::list,
    support::{Browser, Server, Socket},
    two::{stop, two},
};

/// So many times faster than ours the time of programs passes that wait for leases.
const FASTER: u32 = 10;

/// Somebody who looks who is in a channel.
struct Looking {
    socket: Socket,
    names: Vec<String>,
    /// Everybody they were ever shown there.
    ever: Vec<String>,
}

impl Looking {
    async fn at(browser: &Browser, channel: &str) -> Self {
        let mut socket = browser.socket().await;
        channel.clone_into(&mut socket.channel);
        socket.watch(None).await;
        Self { socket, names: Vec::new(), ever: Vec::new() }
    }

    /// Looks on until these are there and nobody else.
    async fn until(&mut self, expected: &[&str]) {
        while self.names != expected {
            let message = self.socket.next().await.unwrap();
            list(&mut self.names, &message);
            self.ever.extend(self.names.iter().cloned());
        }
    }
}

/// A program's way to the store, until it is killed: then nothing it asks for is done or answered any more.
fn mortal(store: &Arc<MemoryStore>) -> Arc<HookedStore<CrashPoint>> {
    Arc::new(HookedStore::over(Arc::new(SharedTestStore(Arc::clone(store))), CrashPoint::default()))
}

async fn serve(store: &Arc<HookedStore<CrashPoint>>, clock: FastClock) -> Server {
    Server::with(Arc::clone(store) as _, Arc::new(clock)).await
}

/// How many rows of this kind there are.
async fn rows(store: &dyn Store, kind: &str) -> usize {
    let range = KeyRange::prefix(Key::new().text(kind));
    store.scan(Table::Web, range, ScanOrder::Ascending, 100).await.unwrap().len()
}

#[tokio::test]
async fn both_servers_list_the_same_people() {
    let servers = two().await;
    let (anna, bert) = (servers[0].person("Anna").await, servers[1].person("Bert").await);
    let mut by_anna = Looking::at(&anna, "lobby").await;
    by_anna.until(&["Anna"]).await;
    let mut by_bert = Looking::at(&bert, "lobby").await;
    by_bert.until(&["Anna", "Bert"]).await;
    by_anna.until(&["Anna", "Bert"]).await;
    // Whoever comes later finds them at once, and is one person however many pages they have where.
    let mut elsewhere = Looking::at(&anna.at(&servers[1]), "lobby").await;
    elsewhere.until(&["Anna", "Bert"]).await;
    bert.call("Zoë").await;
    by_anna.until(&["Anna", "Zoë"]).await;
    // Where somebody is, and not where they were.
    assert_eq!(anna.post("/channels", &json!({ "seat": 1, "name": "den" })).await.status, 200);
    let mut in_den = Looking::at(&anna, "den").await;
    drop(by_bert);
    let mut by_bert = Looking::at(&bert, "den").await;
    by_bert.until(&["Anna", "Zoë"]).await;
    in_den.until(&["Anna", "Zoë"]).await;
    by_anna.until(&["Anna"]).await;
    drop(by_bert);
    in_den.until(&["Anna"]).await;
    stop(servers).await;
}

#[tokio::test]
async fn who_is_here_is_offered_first_wherever_they_are_connected() {
    let servers = two().await;
    let anna = servers[0].person("Anna").await;
    for number in 0..26 {
        servers[number % 2].person(&format!("Kim{number:02}")).await;
    }
    let mut by_anna = Looking::at(&anna, "lobby").await;
    let _there = Looking::at(&servers[1].person("Kimberly").await, "lobby").await;
    by_anna.until(&["Anna", "Kimberly"]).await;
    let question = json!({ "type": "suggest", "number": 7, "channel": "lobby", "line": "play Kim" });
    by_anna.socket.send(&question).await;
    let answer = by_anna.socket.until("suggestions").await;
    let first = answer["suggestions"][0]["line"].as_str().unwrap();
    assert!(first.contains("Kimberly"), "{answer}");
    stop(servers).await;
}

#[tokio::test]
async fn nobody_stays_listed_whose_program_stops() {
    let [one, other] = two().await;
    let (anna, bert) = (one.person("Anna").await, other.person("Bert").await);
    let (mut by_anna, _by_bert) = (Looking::at(&anna, "lobby").await, Looking::at(&bert, "lobby").await);
    by_anna.until(&["Anna", "Bert"]).await;
    let store = Arc::clone(&one.store);
    assert_eq!(rows(&*store, "present").await, 2);
    other.halt().await;
    assert_eq!(rows(&*store, "present").await, 1);
    by_anna.until(&["Anna"]).await;
    one.halt().await;
    assert_eq!(rows(&*store, "present").await, 0);
}

#[tokio::test]
async fn nobody_stays_listed_whose_program_was_killed() {
    let store = Arc::new(MemoryStore::new());
    let clock = FastClock::new(1_700_000_000_000, FASTER);
    let [lives, dies, comes] = [(); 3].map(|()| mortal(&store));
    let (one, other) = (serve(&lives, clock).await, serve(&dies, clock).await);
    let (anna, bert) = (one.person("Anna").await, other.person("Bert").await);
    let (mut by_anna, mut by_bert) = (Looking::at(&anna, "lobby").await, Looking::at(&bert, "lobby").await);
    by_anna.until(&["Anna", "Bert"]).await;
    by_bert.until(&["Anna", "Bert"]).await;
    dies.end();
    let killed = clock.monotonic();
    // Who comes now has never known them to be there.
    let third = serve(&comes, clock).await;
    let mut by_carl = Looking::at(&third.person("Carl").await, "lobby").await;
    by_carl.until(&["Anna", "Carl"]).await;
    by_anna.until(&["Anna", "Carl"]).await;
    println!("gone after {:?}", clock.monotonic().saturating_sub(killed));
    assert!(!by_carl.ever.contains(&"Bert".to_owned()), "{:?}", by_carl.ever);
    assert_eq!(rows(&*store, "present").await, 2);
    one.halt().await;
    third.halt().await;
}

#[tokio::test]
async fn a_program_that_others_took_for_dead_is_listed_again() {
    let store = Arc::new(MemoryStore::new());
    let clock = FastClock::new(1_700_000_000_000, FASTER);
    let [stays, leaves] = [(); 2].map(|()| mortal(&store));
    let (one, other) = (serve(&stays, clock).await, serve(&leaves, clock).await);
    let (anna, bert) = (one.person("Anna").await, other.person("Bert").await);
    let (mut by_anna, mut by_bert) = (Looking::at(&anna, "lobby").await, Looking::at(&bert, "lobby").await);
    by_anna.until(&["Anna", "Bert"]).await;
    by_bert.until(&["Anna", "Bert"]).await;
    let here = Key::new().text("here").number(1);
    let before = store.get(Table::Web, here.as_ref()).await.unwrap().expect("a session");
    // Somebody else takes its lease, as if it had stood still: what it tells is refused, and it begins anew.
    let lease = Key::new().text("lease").text("web/process-1");
    let holder = store.get(Table::Meta, lease.as_ref()).await.unwrap().expect("the second place");
    store.commit(Batch::new().put(Table::Meta, lease, holder.value)).await.unwrap();
    drop(by_bert);
    by_anna.until(&["Anna"]).await;
    let mut by_bert = Looking::at(&bert, "lobby").await;
    by_anna.until(&["Anna", "Bert"]).await;
    by_bert.until(&["Anna", "Bert"]).await;
    let after = store.get(Table::Web, here.as_ref()).await.unwrap().expect("a session");
    let session = |row: &Record| {
        serde_json::from_slice::<Value>(&row.value).unwrap()["session"].as_str().unwrap().to_owned()
    };
    assert_ne!(session(&before), session(&after));
    one.halt().await;
    other.halt().await;
}

#[tokio::test]
async fn alone_nothing_is_told() {
    for store in [Arc::new(SharedTestStore::default()) as Arc<dyn Store>, Arc::new(MemoryStore::new())] {
        let server = Server::with(Arc::clone(&store), Arc::new(TestClock::ticking())).await;
        let mut by_anna = Looking::at(&server.person("Anna").await, "lobby").await;
        let mut by_bert = Looking::at(&server.person("Bert").await, "lobby").await;
        by_anna.until(&["Anna", "Bert"]).await;
        by_bert.until(&["Anna", "Bert"]).await;
        assert_eq!(rows(&*store, "present").await, 0);
        assert_eq!(rows(&*store, "here").await, usize::from(store.is_shared()));
        server.halt().await;
    }
}

/// Many come, go, look elsewhere and are called differently, at three programs.
#[tokio::test]
async fn whoever_comes_goes_or_is_renamed_anywhere_all_lists_end_the_same() {
    for seed in 0..3 {
        println!("seed {seed}");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let store: Arc<dyn Store> = Arc::new(SharedTestStore::default());
        let mut servers = Vec::new();
        for _ in 0..3 {
            servers.push(Server::with(Arc::clone(&store), Arc::new(TestClock::ticking())).await);
        }
        let mut people = Vec::new();
        for number in 0..6 {
            people.push((servers[number % 3].person(&format!("P{number}")).await, format!("P{number}")));
        }
        let channels = ["lobby", "den"];
        assert_eq!(people[0].0.post("/channels", &json!({ "seat": 1, "name": "den" })).await.status, 200);
        let mut open: Vec<(usize, Looking)> = Vec::new();
        for step in 0..60 {
            match rng.random_range(0..5) {
                0..=2 if open.len() < 12 => {
                    let (who, server) =
                        (rng.random_range(0..people.len()), servers.choose(&mut rng).unwrap());
                    let channel = channels.choose(&mut rng).unwrap();
                    open.push((who, Looking::at(&people[who].0.at(server), channel).await));
                }
                3 => {
                    let (browser, name) = people.choose_mut(&mut rng).unwrap();
                    *name = format!("N{step}");
                    browser.at(servers.choose(&mut rng).unwrap()).call(name).await;
                }
                _ if !open.is_empty() => drop(open.swap_remove(rng.random_range(0..open.len()))),
                _ => {}
            }
        }
        for channel in channels {
            let names = open.iter().filter(|(_, one)| one.socket.channel == channel);
            let mut names: Vec<&str> = names.map(|(who, _)| people[*who].1.as_str()).collect();
            names.sort_by_key(|name| name.to_lowercase());
            names.dedup();
            let here = open.iter().position(|(_, one)| one.socket.channel == channel);
            println!("{channel}: {names:?}");
            assert!(here.is_some(), "somebody looks");
            for (_, one) in open.iter_mut().filter(|(_, one)| one.socket.channel == channel) {
                one.until(&names).await;
            }
        }
        drop(open);
        for server in servers {
            server.halt().await;
        }
        assert_eq!(rows(&*store, "present").await, 0);
    }
}
