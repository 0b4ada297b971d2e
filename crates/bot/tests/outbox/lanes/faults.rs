//! Tests of the outbox over a store that breaks, refuses, or changes queued messages during
//! delivery: the effect on their lane, and none on others. Not here: transports that fail.

use std::{
    panic::resume_unwind,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use adoube_bot::{ChannelId, DeliveryPolicy, DeliveryReceipt};
use adoube_store::{
    Batch, BatchWrite, CommitOutcome, Key, KeyRange, MemoryStore, ScanOrder, Store, StoreError, StoreHealth,
    Table,
};
use adoube_testing::store::{HookedStore, StoreCall, StoreHook, broken_disk};
use tokio::sync::watch;

use super::{FAILS, IS_WELL, MANNER, MINUTE, Program};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    Well,
    /// Whoever takes something out of the outbox panics.
    Panics,
    /// What waits is written anew whenever somebody takes it out.
    Changes,
    /// The outbox cannot be read.
    Refuses,
    /// Whoever reads the outbox panics.
    Breaks,
    /// Nothing can be written, and whoever asks is told.
    Full,
}

pub struct Moods {
    store: Arc<MemoryStore>,
    mood: Mutex<Mood>,
    health: watch::Sender<StoreHealth>,
    /// Looks at leases.
    asked: AtomicUsize,
    /// The keys of what was written.
    written: Mutex<Vec<Vec<u8>>>,
}

impl Moods {
    fn program(mood: Mood) -> (Arc<Self>, Program) {
        let (moods, program) = Self::way_to(&Arc::new(MemoryStore::new()));
        moods.set(mood);
        (moods, program)
    }

    /// A program's way to this store.
    pub fn way_to(store: &Arc<MemoryStore>) -> (Arc<Self>, Program) {
        let (mood, health) = (Mutex::new(Mood::Well), watch::Sender::new(StoreHealth::Writable));
        let (asked, written) = (AtomicUsize::new(0), Mutex::default());
        let moods = Arc::new(Self { store: Arc::clone(store), mood, health, asked, written });
        let program = Program::over(store, Arc::new(HookedStore::over(store.clone(), Arc::clone(&moods))));
        (moods, program)
    }

    /// How often somebody looked at a lease.
    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }

    /// The keys of what was written since this was asked last.
    pub fn written(&self) -> Vec<Vec<u8>> {
        std::mem::take(&mut *self.written.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn before_writing(&self, batch: &Batch, mood: Mood) -> Result<(), StoreError> {
        let keys = batch.writes.iter().map(|write| match write {
            BatchWrite::Put { key, .. } | BatchWrite::Delete { key, .. } => key.clone(),
        });
        self.written.lock().unwrap_or_else(PoisonError::into_inner).extend(keys);
        let taken = batch.writes.iter().find_map(|write| match write {
            BatchWrite::Delete { table: Table::Outbox, key } => Some(key.clone()),
            _ => None,
        });
        match (taken, mood) {
            (Some(_), Mood::Panics) => resume_unwind(Box::new("the store stumbles")),
            (Some(key), Mood::Changes) => write_anew(&self.store, key).await,
            (_, Mood::Full) => {
                self.health.send_replace(StoreHealth::ReadOnly);
                return Err(broken_disk());
            }
            _ => {}
        }
        Ok(())
    }

    fn mood(&self) -> Mood {
        *self.mood.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, mood: Mood) {
        *self.mood.lock().unwrap_or_else(PoisonError::into_inner) = mood;
    }
}

/// Writes a row again as it is.
async fn write_anew(store: &MemoryStore, key: Vec<u8>) {
    let row = store.get(Table::Outbox, &key).await.expect("memory").expect("it waits");
    let batch = Batch::new().put(Table::Outbox, key, row.value);
    assert_eq!(store.commit(batch).await.expect("memory"), CommitOutcome::Applied);
}

impl StoreHook for Moods {
    async fn before(&self, asked: StoreCall<'_>) -> Result<(), StoreError> {
        match (asked, self.mood()) {
            (StoreCall::Get(Table::Meta, key), _) if key.starts_with(Key::new().text("lease").as_ref()) => {
                self.asked.fetch_add(1, Ordering::Relaxed);
            }
            // Like a panic, but nobody prints it.
            (StoreCall::Scan(Table::Outbox, _), Mood::Breaks) => {
                resume_unwind(Box::new("the store stumbles"))
            }
            (StoreCall::Scan(Table::Outbox, _), Mood::Refuses) => return Err(broken_disk()),
            (StoreCall::Commit(batch), mood) => return self.before_writing(batch, mood).await,
            _ => {}
        }
        Ok(())
    }

    fn health(&self) -> Option<watch::Receiver<StoreHealth>> {
        Some(self.health.subscribe())
    }
}

#[tokio::test]
async fn whatever_breaks_on_the_way_gives_its_lane_back() {
    let (moods, program) = Moods::program(Mood::Panics);
    let outbox = program.start(DeliveryPolicy { at_once: 1, ..MANNER });
    program.post(IS_WELL, 3).await;
    program.time.pass(MINUTE).await;
    let trouble = outbox.lane_block(&ChannelId(IS_WELL.to_owned())).expect("it waits");
    assert_eq!(trouble.attempts, 0, "the platform took it: {trouble:?}");
    moods.set(Mood::Well);
    program.post("test:4", 2).await;
    program.time.pass(MINUTE).await;
    assert_eq!((program.waiting(IS_WELL).await, program.waiting("test:4").await), (0, 0));
    outbox.close();
    outbox.wait_until_drained().await;
}

#[tokio::test]
async fn a_look_that_breaks_is_taken_again() {
    let (moods, program) = Moods::program(Mood::Breaks);
    program.start(MANNER);
    program.time.pass(MINUTE).await;
    program.post(IS_WELL, 3).await;
    program.time.pass(MINUTE).await;
    assert_eq!((program.waiting(IS_WELL).await, program.delivered()), (3, 0));
    moods.set(Mood::Well);
    program.time.pass(MINUTE).await;
    assert_eq!((program.waiting(IS_WELL).await, program.delivered()), (0, 3));
}

#[tokio::test]
async fn what_was_written_anew_before_it_was_read_is_delivered_once() {
    let (_, program) = Moods::program(Mood::Well);
    program.post(IS_WELL, 1).await;
    write_anew(&program.store, Key::new().text("test").text(IS_WELL).number(0).into()).await;
    program.start(MANNER);
    program.time.pass(MINUTE).await;
    assert_eq!((program.waiting(IS_WELL).await, program.delivered()), (0, 1));
}

#[tokio::test]
async fn what_is_still_there_after_it_was_delivered_is_tried_again_after_a_pause() {
    let (moods, program) = Moods::program(Mood::Changes);
    program.start(MANNER);
    program.post(IS_WELL, 1).await;
    program.time.pass(MINUTE).await;
    let delivered = program.delivered();
    assert!((2..10).contains(&delivered), "delivered {delivered} times in a minute");
    moods.set(Mood::Well);
    program.time.pass(MINUTE).await;
    assert_eq!((program.waiting(IS_WELL).await, program.delivered()), (0, delivered + 1));
}

#[tokio::test]
async fn whoever_answers_with_a_notice_learns_that_it_still_waits() {
    let (moods, program) = Moods::program(Mood::Well);
    let outbox = program.start(MANNER);
    let lane = ChannelId(IS_WELL.to_owned());
    let held = outbox.hold(&lane).await;
    program.post(IS_WELL, 1).await;
    let first = held.first().await.expect("memory").expect("one waits");
    held.attempt();
    moods.set(Mood::Changes);
    assert!(!held.done(&first, DeliveryReceipt::default()).await.expect("memory"), "it was written anew");
    moods.set(Mood::Well);
    outbox.wake(lane);
    drop(held);
    program.time.pass(MINUTE).await;
    assert_eq!((program.waiting(IS_WELL).await, program.delivered()), (0, 1));
    let tried = program.courier.tried.lock().expect("a lock").clone();
    assert!(tried[0].perhaps_there && tried[0].attempts == 0, "{tried:?}");
}

#[tokio::test]
async fn whoever_has_lost_the_lane_learns_that_nothing_is_noted() {
    let (_, program) = Moods::program(Mood::Well);
    let outbox = program.start(MANNER);
    let held = outbox.hold(&ChannelId(IS_WELL.to_owned())).await;
    program.post(IS_WELL, 1).await;
    let first = held.first().await.expect("memory").expect("one waits");
    let range = KeyRange::prefix(Key::new().text("lease"));
    for (key, row) in program.store.scan(Table::Meta, range, ScanOrder::Ascending, 100).await.expect("memory")
    {
        program.store.commit(Batch::new().put(Table::Meta, key, row.value)).await.expect("memory");
    }
    assert!(!held.done(&first, DeliveryReceipt::default()).await.expect("memory"), "somebody took the lease");
    assert_eq!(program.waiting(IS_WELL).await, 1);
}

#[tokio::test]
async fn hours_in_which_the_store_fails_are_no_attempts() {
    let (moods, program) = Moods::program(Mood::Refuses);
    let outbox = program.start(DeliveryPolicy { attempts: Some(4), ..MANNER });
    let lane = ChannelId(FAILS.to_owned());
    program.post(FAILS, 1).await;
    outbox.found(lane.clone());
    program.time.pass(MINUTE * 180).await;
    let trouble = outbox.lane_block(&lane).expect("it waits");
    assert_eq!(trouble.attempts, 0);
    assert!(trouble.lasting > MINUTE * 179, "{trouble:?}");
    moods.set(Mood::Well);
    program.time.pass(MANNER.longest_pause).await;
    let attempts = outbox.lane_block(&lane).map(|trouble| trouble.attempts);
    assert_eq!((program.waiting(FAILS).await, attempts), (1, Some(1)));
    program.time.pass(Duration::from_secs(3) * 60).await;
    assert_eq!(program.waiting(FAILS).await, 0, "it was tried as often as others are");
}

#[tokio::test]
async fn nothing_is_posted_while_a_full_disk_takes_no_notes() {
    let (moods, program) = Moods::program(Mood::Well);
    let lanes = [IS_WELL, "test:4", "test:5", "test:6"];
    for lane in lanes {
        program.post(lane, 20).await;
    }
    moods.set(Mood::Full);
    let outbox = program.start(DeliveryPolicy { at_once: 2, ..MANNER });
    let held = outbox.try_hold(&ChannelId("test:9".to_owned())).expect("nobody holds it");
    program.time.pass(MINUTE * 60).await;
    outbox.wake(ChannelId(IS_WELL.to_owned()));
    program.time.pass(MINUTE * 60).await;
    assert_eq!(program.delivered(), 0, "the first lease shows that nothing can be written");
    assert!(held.first().await.expect("memory").is_none());
    moods.set(Mood::Well);
    moods.health.send_replace(StoreHealth::Writable);
    program.time.pass(MANNER.longest_pause).await;
    let mut waiting = 0;
    for lane in lanes {
        waiting += program.waiting(lane).await;
    }
    assert_eq!((waiting, program.delivered()), (0, 20 * lanes.len()), "each once");
}

#[tokio::test]
async fn what_a_full_disk_keeps_from_being_noted_is_tried_again_as_what_may_be_there() {
    let (moods, program) = Moods::program(Mood::Well);
    let outbox = program.start(MANNER);
    // It has its lease when the disk is full.
    program.post(IS_WELL, 1).await;
    program.time.pass(Duration::from_secs(1)).await;
    let held = outbox.hold(&ChannelId(IS_WELL.to_owned())).await;
    program.post(IS_WELL, 3).await;
    moods.set(Mood::Full);
    drop(held);
    program.time.pass(MINUTE * 60).await;
    assert_eq!(program.delivered(), 2, "one by which that is found out");
    let trouble = outbox.lane_block(&ChannelId(IS_WELL.to_owned())).expect("it waits");
    assert_eq!(trouble.attempts, 0);
    moods.set(Mood::Well);
    moods.health.send_replace(StoreHealth::Writable);
    program.time.pass(MINUTE).await;
    let tried = program.courier.tried.lock().expect("a lock").clone();
    let perhaps_there: Vec<bool> = tried.iter().map(|tried| tried.perhaps_there).collect();
    assert_eq!(perhaps_there, [false, false, true, false]);
    assert!(tried.iter().all(|tried| tried.attempts == 0), "it is nothing to give it up for: {tried:?}");
    assert_eq!(program.waiting(IS_WELL).await, 0);
}

#[tokio::test]
async fn rows_in_no_channels_place_are_put_aside() {
    let (_, program) = Moods::program(Mood::Well);
    program.post(IS_WELL, 1).await;
    let elsewhere = |channel: &str| Key::new().text("test").text(channel);
    let keys = [
        elsewhere("other:1").number(1),
        elsewhere("none").number(1),
        elsewhere(IS_WELL),
        // Behind every number.
        elsewhere("test:2").text("~"),
        elsewhere("test:4").number(1).text("more"),
    ];
    for key in &keys {
        program.store.commit(Batch::new().put(Table::Outbox, key.clone(), "?")).await.expect("memory");
    }
    let waiting = program.service.outbox_of("test", MANNER).waiting(None, 10).await.expect("memory");
    assert_eq!(waiting, [ChannelId(IS_WELL.to_owned())]);
    let range = KeyRange::prefix(Key::new().text("unreadable"));
    let aside = program.store.scan(Table::Outbox, range, ScanOrder::Ascending, 10).await.expect("memory");
    assert_eq!(aside.len(), keys.len());
    program.start(MANNER);
    program.time.pass(MINUTE).await;
    assert_eq!((program.waiting(IS_WELL).await, program.delivered()), (0, 1));
}
