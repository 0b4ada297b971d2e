//! Tests of the outbox with several programs over one store: the program that decides also
//! delivers, at once; the messages of a dead one are delivered by another within half a minute; a
//! stop delays nobody. Not here: random failures (`world`).

use std::{sync::Arc, time::Duration};

use adoube_bot::{ChannelId, DeliveryReceipt, Outbox};
use adoube_store::{Key, KeyRange, MemoryStore, ScanOrder, Store, Table};
use adoube_testing::store::SharedTestStore;

use super::{
    lanes::{IS_WELL, MINUTE, Program},
    time::Time,
    world::MANNER,
};

const AT_ONCE: Duration = Duration::from_millis(1);

/// As many programs, each with its pump, for whom the same time passes.
fn programs<const COUNT: usize>() -> ([Program; COUNT], [Outbox; COUNT]) {
    let (time, store) = (Time::default(), Arc::new(MemoryStore::new()));
    let programs = [(); COUNT]
        .map(|()| Program::at(time.clone(), &store, Arc::new(SharedTestStore(Arc::clone(&store)))));
    let outboxes = programs.each_ref().map(|program| program.start(MANNER));
    (programs, outboxes)
}

async fn passes(programs: &[Program], time: Duration) {
    programs[0].time.pass(time).await;
}

#[tokio::test]
async fn who_decides_delivers_at_once() {
    let (programs, _outboxes) = programs::<3>();
    passes(&programs, MINUTE).await;
    for round in 0..30 {
        let program = &programs[round % 3];
        let before = program.delivered();
        program.say(IS_WELL, round).await;
        passes(&programs, AT_ONCE).await;
        assert_eq!((program.delivered(), program.waiting(IS_WELL).await), (before + 1, 0), "{round}");
    }
}

#[tokio::test]
async fn who_leaves_one_platform_delivers_at_once_to_others() {
    let (programs, outboxes) = programs::<2>();
    let [one, other] = &programs;
    let _others = programs.each_ref().map(|program| program.start_for("other", MANNER));
    passes(&programs, MINUTE).await;
    let said = async |program: &Program, lane, number| {
        let before = program.delivered();
        program.say(lane, number).await;
        passes(&programs, AT_ONCE).await;
        assert_eq!(program.delivered(), before + 1, "{lane} {number}");
    };
    for lane in [IS_WELL, "other:1"] {
        said(other, lane, 0).await;
        said(one, lane, 1).await;
        said(other, lane, 2).await;
    }
    outboxes[0].close();
    outboxes[0].leave().await;
    passes(&programs, AT_ONCE).await;
    said(one, "other:1", 3).await;
}

#[tokio::test]
async fn what_is_said_while_another_one_delivers_is_behind_it_and_comes_soon() {
    let (programs, outboxes) = programs::<2>();
    let [one, other] = &programs;
    let lane = ChannelId(IS_WELL.to_owned());
    one.say(IS_WELL, 0).await;
    // It is about to deliver.
    let held = outboxes[0].hold(&lane).await;
    let first = held.first().await.expect("memory").expect("one waits");
    other.say(IS_WELL, 1).await;
    passes(&programs, MINUTE).await;
    assert_eq!((one.delivered(), other.delivered()), (0, 0), "nobody else has the lane");
    assert!(held.done(&first, DeliveryReceipt::default()).await.expect("memory"));
    drop(held);
    passes(&programs, Duration::from_secs(1)).await;
    assert_eq!((one.delivered() + other.delivered(), one.waiting(IS_WELL).await), (1, 0));
}

#[tokio::test]
async fn who_delivers_to_no_platform_leaves_it_to_who_does() {
    let (programs, outboxes) = programs::<2>();
    let [one, other] = &programs;
    outboxes[0].close();
    outboxes[0].leave().await;
    one.say(IS_WELL, 0).await;
    passes(&programs, Duration::from_secs(1)).await;
    assert_eq!((one.delivered(), other.delivered()), (0, 1));
}

#[tokio::test]
async fn what_one_that_died_has_left_is_delivered_within_half_a_minute() {
    for used in [0, 5, 19, 40, 300] {
        let (programs, outboxes) = programs::<2>();
        let [killed, other] = &programs;
        killed.say(IS_WELL, 0).await;
        passes(&programs, Duration::from_secs(used)).await;
        // It dies with one notice on its way.
        let held = outboxes[0].hold(&ChannelId(IS_WELL.to_owned())).await;
        killed.say(IS_WELL, 1).await;
        killed.die();
        passes(&programs, AT_ONCE).await;
        other.say(IS_WELL, 2).await;
        let mut waited = Duration::ZERO;
        while other.waiting(IS_WELL).await > 0 {
            waited += Duration::from_secs(1);
            assert!(waited <= Duration::from_secs(30), "nobody takes over");
            passes(&programs, Duration::from_secs(1)).await;
        }
        assert_eq!(other.delivered(), 2);
        println!("used for {used} s, killed; taken over after {waited:?}");
        assert!(held.first().await.expect("memory").is_none());
    }
}

#[tokio::test]
async fn who_begins_after_a_death_that_they_have_watched_delivers_at_once() {
    let (time, store) = (Time::default(), Arc::new(MemoryStore::new()));
    let programs =
        [(); 2].map(|()| Program::at(time.clone(), &store, Arc::new(SharedTestStore(Arc::clone(&store)))));
    let [killed, other] = &programs;
    let outbox = killed.start(MANNER);
    killed.say(IS_WELL, 0).await;
    passes(&programs, MINUTE).await;
    let _held = outbox.hold(&ChannelId(IS_WELL.to_owned())).await;
    killed.say(IS_WELL, 1).await;
    let watching = other.watch();
    passes(&programs, MINUTE).await;
    killed.die();
    passes(&programs, Duration::from_secs(26)).await;
    // As one that stands by and has waited for something else that the dead one had.
    watching.abort();
    let _delivering = other.start(MANNER);
    passes(&programs, AT_ONCE).await;
    assert_eq!((other.delivered(), other.waiting(IS_WELL).await), (1, 0));
}

#[tokio::test]
async fn who_stops_keeps_nobody_waiting() {
    let (programs, outboxes) = programs::<2>();
    let [one, other] = &programs;
    let lanes = ["test:3", "test:4", "test:5"];
    for lane in lanes {
        one.say(lane, 0).await;
    }
    passes(&programs, MINUTE).await;
    assert_eq!(one.delivered(), 3);
    let busy = outboxes[0].hold(&ChannelId("test:5".to_owned())).await;
    one.say("test:5", 1).await;
    passes(&programs, AT_ONCE).await;
    outboxes[0].close();
    // It still decides what comes in, until nothing does any more; the other one delivers that.
    for lane in ["test:3", "test:4"] {
        one.say(lane, 1).await;
        other.say(lane, 2).await;
    }
    drop(busy);
    outboxes[0].wait_until_drained().await;
    outboxes[0].leave().await;
    passes(&programs, Duration::from_secs(1)).await;
    for lane in lanes {
        assert_eq!(one.waiting(lane).await, 0, "{lane}");
    }
    assert_eq!(one.delivered() + other.delivered(), 8, "each once");
}

#[tokio::test]
async fn of_a_process_that_died_days_ago_nothing_is_left() {
    let (programs, _outboxes) = programs::<1>();
    let [killed] = &programs;
    killed.say("test:3", 0).await;
    passes(&programs, MINUTE).await;
    killed.die();
    // Whoever begins looks.
    for (hours, left) in [(23, 2), (25, 1)] {
        let store = &killed.store;
        let begins = Program::at(killed.time.clone(), store, Arc::new(SharedTestStore(Arc::clone(store))));
        begins.set_calendar(hours * 60 * MINUTE);
        let outbox = begins.start(MANNER);
        begins.say(&format!("test:1{hours}"), 0).await;
        passes(&programs, MINUTE).await;
        let range = KeyRange::prefix(Key::new().text("lease-until"));
        let rows = store.scan(Table::Meta, range, ScanOrder::Ascending, 1000).await.expect("memory");
        let of_lanes = |(key, _): &&(Vec<u8>, _)| String::from_utf8_lossy(key).contains("outbox:test:");
        assert_eq!(rows.iter().filter(of_lanes).count(), left, "{hours}");
        outbox.close();
        outbox.leave().await;
    }
}

#[tokio::test]
async fn lanes_cost_one_renewal_however_many_there_are() {
    let (programs, _outboxes) = programs::<2>();
    let [one, _] = &programs;
    let versions = async || {
        let rows =
            one.store.scan(Table::Meta, KeyRange::all(), ScanOrder::Ascending, 1000).await.expect("memory");
        rows.into_iter()
            .map(|(key, row)| (String::from_utf8_lossy(&key).into_owned(), row.version))
            .collect::<Vec<_>>()
    };
    for lane in 0..100 {
        one.say(&format!("test:1{lane}"), 0).await;
    }
    passes(&programs, MINUTE).await;
    assert_eq!(one.delivered(), 100);
    let before = versions().await;
    for _ in 0..10 {
        for lane in 0..100 {
            one.say(&format!("test:1{lane}"), 1).await;
            one.say(&format!("test:1{lane}"), 2).await;
        }
        passes(&programs, Duration::from_secs(6)).await;
    }
    let after = versions().await;
    let changed: Vec<_> = after.iter().filter(|row| !before.contains(row)).collect();
    assert_eq!(changed.len(), 1, "{changed:?}");
    let until: Vec<u8> = Key::new().text("lease-until").into();
    assert!(changed[0].0.starts_with(&*String::from_utf8_lossy(&until)), "{changed:?}");
}
