//! Tests of outages where several processes share one store: what counts as an outage when one of
//! them is off, stands still, is killed, or loses a platform. Not here: the effect of an outage on
//! a clock (`outages`).

use std::{sync::Arc, time::Duration};

use adoube_bot::Bot;
use adoube_store::{Key, KeyRange, MemoryStore, ScanOrder, Store, Table};
use adoube_testing::clock::TestClock;
use adoube_testing::store::SharedTestStore;
use tokio::task::JoinHandle;

use super::MINUTE;
use crate::support::service;

struct World {
    store: Arc<MemoryStore>,
    clock: Arc<TestClock>,
    count: u64,
}

/// A process that says again and again that it is there.
struct Process {
    service: Bot,
    beats: JoinHandle<()>,
}

impl Process {
    /// It stands still from now on, or is no more.
    fn stand_still(&self) {
        self.beats.abort();
    }

    fn go_on(&mut self) {
        let service = self.service.clone();
        self.beats = tokio::spawn(async move { service.keep_alive(std::future::pending()).await });
    }
}

impl World {
    fn new() -> Self {
        Self { store: Arc::new(MemoryStore::new()), clock: Arc::default(), count: 0 }
    }

    async fn start(&mut self) -> Process {
        self.count += 1;
        let store = Arc::new(SharedTestStore(Arc::clone(&self.store)));
        let service = service(&["Ada"], self.count, store, self.clock.clone());
        service.end_leases().await.expect("the store");
        service.begin().await.expect("the store");
        let mut process = Process { service, beats: tokio::spawn(async {}) };
        process.go_on();
        self.minutes(0).await;
        process
    }

    async fn minutes(&self, count: u64) {
        for minute in 0..=count {
            for _ in 0..50 {
                tokio::task::yield_now().await;
            }
            if minute < count {
                self.clock.pass(MINUTE);
                self.clock.wait(Duration::from_secs(60));
            }
        }
    }

    /// What was absent, as it stands in the store: is back, and is not.
    async fn outages(&self) -> (Vec<String>, Vec<String>) {
        let rows = async |kind: &str| {
            let range = KeyRange::prefix(Key::new().text(kind));
            let rows =
                self.store.scan(Table::Meta, range, ScanOrder::Ascending, 100).await.expect("the store");
            let of = |key: &[u8]| String::from_utf8_lossy(key).split('/').nth(1).map(str::to_owned);
            let mut gone: Vec<String> = rows.iter().filter_map(|(key, _)| of(key)).collect();
            gone.dedup();
            gone
        };
        (rows("outage").await, rows("outage-open").await)
    }
}

fn none() -> (Vec<String>, Vec<String>) {
    (Vec::new(), Vec::new())
}

#[tokio::test]
async fn who_is_off_while_another_one_serves_is_no_absence() {
    let mut world = World::new();
    let (_one, other) = (world.start().await, world.start().await);
    world.minutes(10).await;
    other.stand_still();
    world.minutes(180).await;
    let _again = world.start().await;
    world.minutes(10).await;
    assert_eq!(world.outages().await, none());
}

#[tokio::test]
async fn who_stands_still_while_another_one_serves_is_no_absence_and_all_of_them_are() {
    for others in [true, false] {
        let mut world = World::new();
        let (mut one, other) = (world.start().await, world.start().await);
        world.minutes(10).await;
        one.stand_still();
        if !others {
            other.stand_still();
        }
        world.minutes(60).await;
        one.go_on();
        world.minutes(10).await;
        let expected = if others { none() } else { (vec!["*".to_owned()], Vec::new()) };
        assert_eq!(world.outages().await, expected, "{others}");
    }
}

#[tokio::test]
async fn who_stands_still_is_an_absence_where_nobody_else_is() {
    let test = || (vec!["test".to_owned()], Vec::new());
    for (others, expected) in [(false, test()), (true, none())] {
        let mut world = World::new();
        let (mut one, other) = (world.start().await, world.start().await);
        one.service.platform_reachable("test/0").await.expect("the store");
        other.service.platform_reachable(if others { "test/1" } else { "else/0" }).await.expect("the store");
        world.minutes(10).await;
        one.stand_still();
        world.minutes(60).await;
        one.go_on();
        world.minutes(10).await;
        assert_eq!(world.outages().await, expected, "{others}");
    }
}

#[tokio::test]
async fn what_a_living_one_has_lost_stays_lost_when_another_one_starts() {
    let mut world = World::new();
    let one = world.start().await;
    one.service.platform_reachable("test/0-2").await.expect("the store");
    world.minutes(5).await;
    one.service.platform_unreachable("test/0-2").await.expect("the store");
    world.minutes(5).await;
    let _other = world.start().await;
    let lost = (Vec::new(), vec!["test".to_owned()]);
    for _ in 0..20 {
        assert_eq!(world.outages().await, lost);
        world.minutes(1).await;
    }
    one.service.platform_reachable("test/0-2").await.expect("the store");
    assert_eq!(world.outages().await, (vec!["test".to_owned()], Vec::new()));
}

#[tokio::test]
async fn a_part_that_is_back_brings_no_other_part_back() {
    let mut world = World::new();
    let (one, other) = (world.start().await, world.start().await);
    for (process, part) in [(&one, "test/0-2"), (&other, "test/1-2")] {
        process.service.platform_reachable(part).await.expect("the store");
        process.service.platform_unreachable(part).await.expect("the store");
    }
    world.minutes(5).await;
    one.service.platform_reachable("test/0-2").await.expect("the store");
    world.minutes(10).await;
    assert_eq!(world.outages().await.1, ["test"]);
    other.service.platform_reachable("test/1-2").await.expect("the store");
    assert_eq!(world.outages().await.1, [""; 0]);
}

#[tokio::test]
async fn what_a_dead_one_had_lost_is_found_by_whoever_takes_over() {
    let mut world = World::new();
    let (one, other) = (world.start().await, world.start().await);
    for (process, part) in [(&one, "test/0-2"), (&other, "test/1-2")] {
        process.service.platform_reachable(part).await.expect("the store");
    }
    world.minutes(5).await;
    one.service.platform_unreachable("test/0-2").await.expect("the store");
    one.stand_still();
    world.minutes(10).await;
    // Nobody says that it goes on, and the platform is reached by the other one.
    assert_eq!(world.outages().await, (vec!["test".to_owned()], Vec::new()));
    // It lost a part, and the other one reaches that: who lost it says no more that it is lost.
    let third = world.start().await;
    third.service.platform_unreachable("test/0-2").await.expect("the store");
    world.minutes(2).await;
    assert_eq!(world.outages().await.1, ["test"]);
    other.service.platform_reachable("test/0-2").await.expect("the store");
    world.minutes(10).await;
    assert_eq!(world.outages().await.1, [""; 0]);
}

#[tokio::test]
async fn a_platform_that_only_a_dead_one_served_is_lost_until_somebody_serves_it() {
    let mut world = World::new();
    let (one, _other) = (world.start().await, world.start().await);
    one.service.platform_reachable("test/0-1").await.expect("the store");
    world.minutes(5).await;
    one.stand_still();
    world.minutes(6).await;
    assert_eq!(world.outages().await, (Vec::new(), vec!["test".to_owned()]), "found while others run");
    let _web_alone = world.start().await;
    world.minutes(10).await;
    assert_eq!(world.outages().await, (Vec::new(), vec!["test".to_owned()]));
    let again = world.start().await;
    again.service.platform_reachable("test/0-1").await.expect("the store");
    world.minutes(10).await;
    assert_eq!(world.outages().await, (vec!["test".to_owned()], Vec::new()));
}
