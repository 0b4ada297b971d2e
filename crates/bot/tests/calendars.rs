//! Tests of a program whose machine has a wrong calendar: whether it starts, which calendar it
//! uses, and that no record counts as old because of it. Not here: the effect of a calendar jump on
//! game clocks (`flag_rules`).

use std::{sync::Arc, time::Duration};

use adoube_bot::{Bot, Calendar, CalendarError, Clock};
use adoube_store::{Batch, Key, KeyRange, KeyReader, MemoryStore, ScanOrder, Store, Table};
use adoube_testing::clock::TestClock;
use adoube_testing::store::DatedStore;

use crate::support;

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A clock whose calendar is ahead by so much, or behind.
fn wrong_by(millis: i64) -> Arc<TestClock> {
    let clock = TestClock::stopped().moved_by_hand();
    set(&clock, millis);
    Arc::new(clock)
}

fn set(clock: &TestClock, millis: i64) {
    if millis > 0 { clock.set_forward(millis.unsigned_abs()) } else { clock.set_back(millis.unsigned_abs()) }
}

/// 2026-01-02 03:04:05 UTC, as clocks of tests show it.
fn right() -> u64 {
    TestClock::stopped().shown()
}

fn service(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Bot {
    support::service(&["Ada"], 1, store, clock)
}

/// When the outages of the program and its platform end.
async fn ends(store: &dyn Store) -> Vec<u64> {
    let all = KeyRange::prefix(Key::new().text("outage"));
    let (mut range, mut ends) = (all.clone(), Vec::new());
    loop {
        let page = store.scan(Table::Meta, range, ScanOrder::Ascending, 1000).await.expect("the store");
        let Some((last, _)) = page.last() else { return ends };
        range = all.clone().after(last);
        ends.extend(page.iter().filter_map(|(key, _)| {
            let mut reader = KeyReader::new(key);
            reader.text().and_then(|_| reader.text()).and_then(|_| reader.number())
        }));
    }
}

#[tokio::test]
async fn programs_of_a_database_go_by_its_calendar_or_do_not_start() {
    let (minute, hour) = (MINUTE as i64, HOUR as i64);
    for (wrong, starts, is_trusted) in [
        (0, true, true),
        (50 * SECOND as i64, true, true),
        (-50 * SECOND as i64, true, true),
        (2 * minute, true, false),
        (-59 * minute, true, false),
        (hour + minute, false, false),
        (-hour - minute, false, false),
        (40 * 24 * hour, false, false),
        (-(right() as i64), false, false),
    ] {
        for accepts in [false, true] {
            let (clock, store) = (wrong_by(wrong), DatedStore::at(right()));
            match Calendar::open(clock.clone(), Arc::new(store), accepts).await {
                Ok(calendar) => {
                    assert!(starts || accepts, "{wrong}");
                    assert_eq!(calendar.is_trusted(), is_trusted, "{wrong}");
                    clock.pass(MINUTE);
                    assert_eq!(calendar.now_millis(), right() + MINUTE, "{wrong}");
                }
                Err(error) => {
                    assert!(
                        !starts && !accepts && matches!(error, CalendarError::Database { .. }),
                        "{wrong}"
                    );
                    let said = error.to_string();
                    assert!(said.contains("2026-01-02 03:04:05 UTC"), "{said}");
                    assert!(wrong > 0 || right() as i64 + wrong > 0 || said.contains("1970-01-01"), "{said}");
                }
            }
        }
    }
}

#[tokio::test]
async fn who_is_alone_does_not_start_before_the_newest_records() {
    for (later, starts) in [
        (40 * DAY as i64, true),
        (0, true),
        (-(50 * SECOND as i64), true),
        (-(59 * MINUTE as i64), true),
        (-(61 * MINUTE as i64), false),
        (-(40 * DAY as i64), false),
    ] {
        for accepts in [false, true] {
            let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
            service(Arc::clone(&store), wrong_by(0)).begin().await.expect("the store");
            let clock = wrong_by(later);
            match Calendar::open(clock.clone(), store, accepts).await {
                Ok(calendar) => {
                    assert!(starts || accepts, "{later}");
                    assert_eq!(calendar.now_millis(), clock.shown(), "nobody else says what time it is");
                }
                Err(error) => {
                    assert!(!starts && !accepts && matches!(error, CalendarError::Records { .. }), "{later}");
                    assert!(error.to_string().contains("2026-01-02 03:04:05 UTC"), "{error}");
                }
            }
        }
    }
}

#[tokio::test]
async fn a_calendar_that_is_set_while_the_program_runs_changes_nothing() {
    let (clock, store) = (wrong_by(0), DatedStore::at(right()));
    let calendar = Calendar::open(clock.clone(), Arc::new(store.clone()), false).await.expect("it is right");
    for (wrong, is_trusted) in [(40 * DAY as i64, false), (-(40 * DAY as i64), true), (-(DAY as i64), false)]
    {
        set(&clock, wrong);
        clock.pass(MINUTE);
        store.set(calendar.now_millis());
        calendar.compare().await;
        assert_eq!(calendar.is_trusted(), is_trusted, "{wrong}");
    }
    assert_eq!(calendar.now_millis(), right() + 3 * MINUTE);
    // Whoever shares the database goes by its calendar, also when it is that which was set.
    store.set(right() + 3 * DAY);
    calendar.compare().await;
    assert_eq!(calendar.now_millis(), right() + 3 * DAY);
    // A little later is the network's doing.
    store.set(right() + 3 * DAY + 100);
    calendar.compare().await;
    assert_eq!(calendar.now_millis(), right() + 3 * DAY);
}

#[tokio::test]
async fn a_program_that_is_days_ahead_says_no_outage_of_the_others() {
    let store = DatedStore::at(right());
    let others = service(Arc::new(store.clone()), wrong_by(0));
    others.begin().await.expect("the store");
    let clock = wrong_by(3 * DAY as i64);
    let calendar =
        Calendar::open(clock.clone(), Arc::new(store.clone()), true).await.expect("it is accepted");
    let ahead = service(Arc::new(store.clone()), calendar);
    ahead.begin().await.expect("the store");
    assert_eq!(ends(&store).await, [0; 0]);
    assert_eq!(ahead.deletion_cutoff(0).await.expect("the store"), None);
    // It is set while it runs.
    clock.set_forward(30 * DAY);
    ahead.run_due_jobs().await.expect("the store");
    assert_eq!(ends(&store).await, [0; 0]);
}

#[tokio::test]
async fn an_outage_that_another_program_let_end_in_the_future_ends_now() {
    for by_start in [true, false] {
        let store = DatedStore::at(right());
        let clock = wrong_by(0);
        let one = service(Arc::new(store.clone()), clock.clone());
        one.begin().await.expect("the store");
        one.platform_reachable("test").await.expect("the store");
        // One of an earlier release, which compares nothing.
        let ahead = service(Arc::new(store.without_calendar()), wrong_by(3 * DAY as i64));
        ahead.begin().await.expect("the store");
        ahead.platform_reachable("test").await.expect("the store");
        assert_eq!(ends(&store).await, [right() + 3 * DAY; 2], "{by_start}");
        clock.pass(MINUTE);
        store.set(right() + MINUTE);
        if by_start {
            service(Arc::new(store.clone()), clock.clone()).begin().await.expect("the store");
        } else {
            let beats = tokio::spawn(async move { one.keep_alive(std::future::pending()).await });
            for _ in 0..50 {
                tokio::task::yield_now().await;
            }
            clock.wait(Duration::from_secs(60));
            for _ in 0..50 {
                tokio::task::yield_now().await;
            }
            beats.abort();
        }
        assert_eq!(ends(&store).await, [right() + MINUTE; 2], "{by_start}");
    }
}

/// Writes outages of channels as releases of earlier days did whose calendars were ahead; of so many channels.
async fn write_channel_outages(store: &dyn Store, channels: usize, stretch: (u64, u64)) {
    for number in 0..channels {
        let scope = format!("test:room-{number}");
        let key = Key::new().text("outage").text(&scope).number(stretch.1).number(stretch.0);
        let batch = Batch::new().put(Table::Meta, key, br#"{"format":1}"#.to_vec());
        store.commit(batch).await.expect("the store");
    }
}

#[tokio::test]
async fn outages_of_channels_that_end_in_the_future_end_at_the_start() {
    // More than are read at once, from a past that stays, a wrong present and a wrong future.
    for channels in [1, 2_500] {
        for is_shared in [false, true] {
            let dated = DatedStore::at(right());
            let memory: Arc<dyn Store> = Arc::new(MemoryStore::new());
            let store: Arc<dyn Store> = if is_shared { Arc::new(dated) } else { memory };
            write_channel_outages(&*store, channels, (right() - 3 * HOUR, right() - 2 * HOUR)).await;
            write_channel_outages(&*store, channels, (right() - HOUR, right() + 3 * DAY)).await;
            write_channel_outages(&*store, channels, (right() + DAY, right() + 4 * DAY)).await;
            service(Arc::clone(&store), wrong_by(0)).begin().await.expect("the store");
            let ends = ends(&*store).await;
            let (past, cut): (Vec<u64>, Vec<u64>) = ends.into_iter().partition(|end| *end < right() - HOUR);
            assert_eq!(past, vec![right() - 2 * HOUR; channels], "{channels} {is_shared}");
            assert_eq!(cut, vec![right(); channels], "{channels} {is_shared}");
        }
    }
}

#[tokio::test]
async fn outages_of_channels_that_others_let_end_in_the_future_end_within_the_hour() {
    let store = DatedStore::at(right());
    let clock = wrong_by(0);
    let one = service(Arc::new(store.clone()), clock.clone());
    one.begin().await.expect("the store");
    let beats = tokio::spawn(async move { one.keep_alive(std::future::pending()).await });
    write_channel_outages(&store, 3, (right() - HOUR, right() + 3 * DAY)).await;
    for minute in 1..=61 {
        for _ in 0..50 {
            tokio::task::yield_now().await;
        }
        store.set(right() + minute * MINUTE);
        clock.pass(MINUTE);
        clock.wait(Duration::from_secs(60));
    }
    for _ in 0..200 {
        tokio::task::yield_now().await;
    }
    beats.abort();
    assert!(ends(&store).await.iter().all(|end| *end <= right() + 61 * MINUTE), "{:?}", ends(&store).await);
}

#[tokio::test]
async fn a_machine_that_slept_is_an_outage_only_where_nobody_else_was_there() {
    for are_others_there in [true, false] {
        let store = DatedStore::at(right());
        let clock = wrong_by(0);
        let calendar =
            Calendar::open(clock.clone(), Arc::new(store.clone()), false).await.expect("it is right");
        let asleep = service(Arc::new(store.clone()), calendar.clone());
        asleep.begin().await.expect("the store");
        let later = right() + 8 * HOUR;
        store.set(later);
        if are_others_there {
            let others = wrong_by(8 * HOUR as i64);
            // It was there all the time.
            service(Arc::new(store.without_calendar()), others)
                .platform_reachable("test")
                .await
                .expect("the store");
        }
        // Its calendar goes on, and its timer stood still.
        clock.set_forward(8 * HOUR);
        calendar.compare().await;
        asleep.run_due_jobs().await.expect("the store");
        let expected: &[u64] = if are_others_there { &[] } else { &[later] };
        assert_eq!(ends(&store).await, expected);
    }
}

/// How much older than now something is that is deleted after a week, if anything is.
async fn week(service: &Bot, clock: &TestClock) -> Option<u64> {
    let before = service.deletion_cutoff(7 * DAY).await.expect("the store");
    before.map(|before| clock.shown() - before)
}

#[tokio::test]
async fn time_in_which_the_bot_was_off_makes_nothing_old() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let clock = wrong_by(0);
    let first = service(Arc::clone(&store), clock.clone());
    first.begin().await.expect("the store");
    assert_eq!(week(&first, &clock).await, Some(7 * DAY));
    clock.pass(31 * DAY);
    let second = service(Arc::clone(&store), clock.clone());
    second.begin().await.expect("the store");
    assert_eq!(week(&second, &clock).await, None, "perhaps it is the calendar");
    clock.pass(59 * MINUTE);
    assert_eq!(week(&second, &clock).await, None);
    clock.pass(MINUTE);
    assert_eq!(week(&second, &clock).await, Some(31 * DAY + 7 * DAY));
    clock.pass(7 * DAY);
    assert_eq!(week(&second, &clock).await, Some(7 * DAY));
}

#[tokio::test]
async fn a_calendar_that_is_set_makes_nothing_old() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let clock = wrong_by(0);
    let service = service(Arc::clone(&store), clock.clone());
    service.begin().await.expect("the store");
    for (wrong, after) in [(40 * DAY, 47 * DAY), (40 * DAY, 87 * DAY)] {
        clock.set_forward(wrong);
        assert_eq!(week(&service, &clock).await, None);
        clock.pass(HOUR);
        assert_eq!(week(&service, &clock).await, Some(after));
    }
    clock.set_back(80 * DAY);
    assert_eq!(week(&service, &clock).await, None);
    clock.pass(HOUR);
    assert!(week(&service, &clock).await >= Some(7 * DAY));
}
