//! Tests of leases over every store: acquisition, takeover, and the effect of clocks that are set.

use std::{
    future::{Future, pending},
    pin::Pin,
    sync::atomic::{AtomicU64, Ordering},
};

use adoube_store::{CommitOutcome, MemoryStore, SledStore};
use adoube_testing::store::SharedTestStore;

use super::*;

const NAME: &str = "test";

/// A settable calendar, and a timer that only goes forward.
#[derive(Clone, Default)]
struct Time(Arc<(AtomicU64, AtomicU64)>);

impl Time {
    fn pass(&self, time: Duration) {
        self.set_forward(time);
        self.0.1.fetch_add(millis(time), Ordering::Relaxed);
    }

    fn set_forward(&self, by: Duration) {
        self.0.0.fetch_add(millis(by), Ordering::Relaxed);
    }

    fn set_back(&self, by: Duration) {
        self.0.0.fetch_sub(millis(by), Ordering::Relaxed);
    }
}

impl Clock for Time {
    fn now_millis(&self) -> u64 {
        self.0.0.load(Ordering::Relaxed) + 1_700_000_000_000
    }

    fn monotonic(&self) -> Duration {
        self.now()
    }

    fn timer(&self) -> Arc<dyn Timer> {
        Arc::new(self.clone())
    }
}

impl Timer for Time {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.1.load(Ordering::Relaxed))
    }

    fn until(&self, _: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(pending())
    }
}

/// A process with a clock of its own.
struct Process {
    time: Time,
    leases: LeaseManager,
    lease: Lease,
}

impl Process {
    fn new(store: &Arc<dyn Store>) -> Self {
        let time = Time::default();
        let leases = LeaseManager::new(Arc::clone(store), Arc::new(time.clone()));
        let lease = leases.of(NAME);
        Self { time, leases, lease }
    }

    async fn fence(&self) -> Option<FencingToken> {
        match self.lease.hold().await.expect("a store") {
            LeaseStatus::Mine(fence) => Some(fence),
            LeaseStatus::Elsewhere { ask_again } => {
                assert!(ask_again > self.time.now(), "it would ask without end");
                None
            }
        }
    }
}

fn pace(store: &Arc<dyn Store>) -> &'static LeaseTiming {
    Process::new(store).leases.pace
}

async fn can_write(store: &Arc<dyn Store>, fence: &FencingToken) -> bool {
    let batch = Batch { version_checks: vec![fence.expect()], ..Batch::new() }.put(Table::Message, "a", "b");
    match store.commit(batch).await.expect("a store") {
        CommitOutcome::Applied => true,
        CommitOutcome::Conflict { table, key } => {
            assert!(fence.is_at(table, &key));
            false
        }
        CommitOutcome::Duplicate { .. } => panic!("it has no event"),
    }
}

async fn one_has_it_and_the_other_only_when_it_is_given_back(store: Arc<dyn Store>) {
    let [one, other] = [(); 2].map(|()| Process::new(&store));
    let first = one.fence().await.expect("it is free");
    assert_eq!(one.fence().await, Some(first.clone()), "known without a look at the store");
    assert_eq!(other.fence().await, None);
    one.lease.give_back().await.expect("a store");
    other.time.pass(pace(&store).look_again);
    let second = other.fence().await.expect("it was given back");
    assert!(
        second.number > first.number && !can_write(&store, &first).await && can_write(&store, &second).await
    );
    assert_eq!(one.fence().await, None);
}

async fn who_renews_keeps_it_and_who_does_not_loses_it(store: Arc<dyn Store>) {
    let [one, other] = [(); 2].map(|()| Process::new(&store));
    let fence = one.fence().await.expect("it is free");
    for _ in 0..9 {
        for process in [&one, &other] {
            process.time.pass(pace(&store).renewed_every);
        }
        one.leases.renew().await.expect("a store");
        assert_eq!((one.fence().await, other.fence().await), (Some(fence.clone()), None));
    }
    assert!(can_write(&store, &fence).await, "a renewal is no new number");
    let mut waited = Duration::ZERO;
    while other.fence().await.is_none() {
        assert!(waited <= pace(&store).lasts + pace(&store).margin * 2, "it is never over");
        waited += pace(&store).look_again;
        other.time.pass(pace(&store).look_again);
    }
    assert!(waited > pace(&store).lasts, "the holder may still rely on it");
    assert!(!can_write(&store, &fence).await);
    // The timer stood still, as on a sleeping machine: the process relies on a lost lease until a
    // write conflicts.
    assert_eq!(one.fence().await, Some(fence.clone()));
    one.lease.lost(&fence);
    assert_eq!(one.fence().await, None);
}

/// The written end of a lease.
async fn written_until(store: &Arc<dyn Store>, lease: &Lease) -> Option<LeaseExpiry> {
    let record = store.get(Table::Meta, lease.one.key(UNTIL).as_ref()).await.expect("a store");
    record.and_then(|record| read_until(&record.value))
}

async fn what_nobody_uses_is_not_renewed_and_runs_out(store: Arc<dyn Store>) {
    let [one, other] = [(); 2].map(|()| Process::new(&store));
    let renewed = async || {
        let before = written_until(&store, &one.lease).await;
        for process in [&one, &other] {
            process.time.pass(pace(&store).renewed_every);
        }
        one.leases.renew().await.expect("a store");
        written_until(&store, &one.lease).await != before
    };
    let fence = one.fence().await.expect("it is free");
    assert!(renewed().await && renewed().await, "what is done under it may take long");
    let number = fence.number;
    drop(fence);
    assert!(!renewed().await, "nobody asked for it");
    one.fence().await.expect("it has it");
    assert!(renewed().await, "somebody asked for it");
    assert_eq!(other.fence().await, None);
    assert!(!renewed().await && !renewed().await && !renewed().await);
    // No other process acquired it, so it is the same lease.
    assert_eq!(one.fence().await.expect("nobody took it").number, number);
    let whole = (pace(&store).lasts + pace(&store).margin).as_secs() / pace(&store).renewed_every.as_secs();
    for _ in 0..=whole {
        assert!(other.fence().await.is_none() && !renewed().await);
    }
    assert!(other.fence().await.is_some_and(|fence| fence.number > number), "it ran out");
    assert_eq!(one.fence().await, None);
}

async fn who_was_idle_for_long_renews_it_first(store: Arc<dyn Store>) {
    let one = Process::new(&store);
    one.fence().await.expect("it is free");
    let first = written_until(&store, &one.lease).await;
    let second = Duration::from_secs(1);
    one.time.pass(pace(&store).fresh().saturating_sub(second));
    one.fence().await.expect("it has it");
    assert_eq!(written_until(&store, &one.lease).await, first);
    one.time.pass(second);
    one.fence().await.expect("it has it");
    assert_ne!(written_until(&store, &one.lease).await, first);
}

async fn whoever_asks_is_told_of_no_fault_while_the_lease_lasts(store: Arc<dyn Store>) {
    let one = Process::new(&store);
    let fence = one.fence().await.expect("it is free");
    one.time.pass(pace(&store).fresh());
    store.close().await.expect("a store");
    assert_eq!(one.fence().await, Some(fence));
    one.time.pass(pace(&store).lasts);
    assert!(one.lease.hold().await.is_err());
}

async fn a_calendar_that_is_set_takes_nothing_from_a_holder_who_is_well(store: Arc<dyn Store>) {
    let [one, other] = [(); 2].map(|()| Process::new(&store));
    let fence = one.fence().await.expect("it is free");
    let (hour, mut back) = (Duration::from_secs(3600), false);
    for _ in 0..20 {
        if back {
            other.time.set_back(hour);
        } else {
            other.time.set_forward(hour);
        }
        back = !back;
        for _ in 0..4 {
            for process in [&one, &other] {
                process.time.pass(pace(&store).look_again);
            }
            assert_eq!((one.fence().await, other.fence().await), (Some(fence.clone()), None));
        }
        one.leases.renew().await.expect("a store");
    }
}

async fn an_end_in_the_far_future_keeps_nobody_waiting(store: Arc<dyn Store>) {
    let [one, other] = [(); 2].map(|()| Process::new(&store));
    one.time.set_forward(Duration::from_secs(365 * 24 * 3600));
    one.fence().await.expect("it is free");
    for _ in 0..(pace(&store).lasts + pace(&store).margin).as_secs() / pace(&store).look_again.as_secs() {
        assert_eq!(other.fence().await, None);
        other.time.pass(pace(&store).look_again);
    }
    other.time.pass(pace(&store).look_again);
    assert!(other.fence().await.is_some());
}

async fn what_is_over_by_the_calendar_is_watched_for_shorter(store: Arc<dyn Store>) {
    let [dead, other] = [(); 2].map(|()| Process::new(&store));
    dead.fence().await.expect("it is free");
    let &LeaseTiming { lasts, margin, overdue, look_again, .. } = pace(&store);
    other.time.pass(lasts + margin + look_again);
    assert_eq!(
        other.fence().await,
        None,
        "who is well may have renewed it lately, by a calendar that is behind"
    );
    other.time.pass(overdue);
    assert_eq!(other.fence().await, None);
    other.time.pass(look_again);
    assert!(other.fence().await.is_some());
}

async fn who_has_lost_one_gives_back_the_others(store: Arc<dyn Store>) {
    let [one, other] = [(); 2].map(|()| Process::new(&store));
    let second = one.leases.of("second");
    one.fence().await.expect("it is free");
    second.hold().await.expect("a store");
    let &LeaseTiming { lasts, margin, look_again, .. } = pace(&store);
    assert_eq!(other.fence().await, None);
    other.time.pass(lasts + margin + look_again);
    let taken = other.fence().await.expect("it is over");
    one.leases.give_back().await.expect("a store");
    assert!(can_write(&store, &taken).await, "somebody has it by now");
    let second = other.leases.of("second").hold().await.expect("a store");
    assert!(matches!(second, LeaseStatus::Mine(_)), "it was given back");
}

async fn who_has_lost_one_renews_the_others(store: Arc<dyn Store>) {
    let [one, other] = [(); 2].map(|()| Process::new(&store));
    let (second, of_other) = (one.leases.of("second"), other.leases.of("second"));
    one.fence().await.expect("it is free");
    second.hold().await.expect("a store");
    let &LeaseTiming { lasts, margin, renewed_every, look_again, .. } = pace(&store);
    assert_eq!(other.fence().await, None);
    assert!(matches!(of_other.hold().await, Ok(LeaseStatus::Elsewhere { .. })));
    other.time.pass(lasts + margin + look_again);
    other.fence().await.expect("it is over");
    one.time.pass(renewed_every);
    second.hold().await.expect("a store");
    assert!(one.fence().await.is_some(), "it has not heard of it yet");
    one.leases.renew().await.expect("a store");
    assert!(matches!(of_other.hold().await, Ok(LeaseStatus::Elsewhere { .. })), "it was renewed");
    assert_eq!(one.fence().await, None);
}

async fn what_was_killed_is_ended_by_whoever_has_the_store_alone(store: Arc<dyn Store>) {
    let killed = Process::new(&store);
    let old = killed.fence().await.expect("it is free");
    let next = Process::new(&store);
    next.leases.end_all().await.expect("a store");
    let fence = next.fence().await.expect("it is over");
    assert!(fence.number > old.number && !can_write(&store, &old).await);
}

async fn an_end_that_cannot_be_read_is_watched(store: Arc<dyn Store>) {
    let [one, other] = [(); 2].map(|()| Process::new(&store));
    one.fence().await.expect("it is free");
    store.commit(Batch::new().put(Table::Meta, one.lease.one.key(UNTIL), "{")).await.expect("a store");
    assert_eq!(other.fence().await, None);
    other.time.pass(pace(&store).lasts + pace(&store).margin + pace(&store).look_again);
    assert!(other.fence().await.is_some());
}

async fn the_number_grows_with_every_holder(store: Arc<dyn Store>) {
    let [one, other] = [(); 2].map(|()| Process::new(&store));
    let mut numbers = Vec::new();
    for _ in 0..4 {
        for process in [&one, &other] {
            process.time.pass(pace(&store).look_again);
            numbers.push(process.fence().await.expect("it was given back").number);
            process.lease.give_back().await.expect("a store");
        }
    }
    assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
}

macro_rules! over_every_store {
    ($($test:ident)+) => {
        mod in_memory {
            use super::*;
            $(#[tokio::test]
            async fn $test() {
                super::$test(Arc::new(MemoryStore::new())).await;
            })+
        }
        mod on_disk {
            use super::*;
            $(#[tokio::test]
            async fn $test() {
                let folder = tempfile::tempdir().expect("a folder");
                super::$test(Arc::new(SledStore::open(folder.path()).expect("a store"))).await;
            })+
        }
        mod shared {
            use super::*;
            $(#[tokio::test]
            async fn $test() {
                super::$test(Arc::new(SharedTestStore(Arc::new(MemoryStore::new())))).await;
            })+
        }
    };
}

over_every_store! {
    one_has_it_and_the_other_only_when_it_is_given_back
    who_renews_keeps_it_and_who_does_not_loses_it
    what_nobody_uses_is_not_renewed_and_runs_out
    who_was_idle_for_long_renews_it_first
    whoever_asks_is_told_of_no_fault_while_the_lease_lasts
    a_calendar_that_is_set_takes_nothing_from_a_holder_who_is_well
    an_end_in_the_far_future_keeps_nobody_waiting
    what_is_over_by_the_calendar_is_watched_for_shorter
    who_has_lost_one_gives_back_the_others
    who_has_lost_one_renews_the_others
    what_was_killed_is_ended_by_whoever_has_the_store_alone
    an_end_that_cannot_be_read_is_watched
    the_number_grows_with_every_holder
}
