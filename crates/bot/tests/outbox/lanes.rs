//! Tests of the outbox of one program: which process holds a lane (a channel's queue), which
//! messages are given up, that a failing message blocks its own lane alone, and an orderly stop.
//! Not here: several programs (`world`).

mod faults;

use std::{
    convert::Infallible,
    panic::resume_unwind,
    sync::{Arc, Mutex},
    time::Duration,
};

use adoube_bot::{
    Bot, ChannelId, DeliveryAttempts, DeliveryError, DeliveryPolicy, DeliveryReceipt, Outbox, OutboxEntry,
    Transport, UserAction,
};
use adoube_store::{Key, KeyRange, MemoryStore, ScanOrder, Store, Table};
use tokio::{sync::watch, task::JoinHandle};

use self::faults::Moods;
use super::{
    time::{Machine, Time},
    world::MANNER,
};
use crate::support::{incoming, service};

pub const MINUTE: Duration = Duration::from_secs(60);

/// What a courier does in lanes with this number at their end.
const PANICS: &str = "test:1";
const FAILS: &str = "test:2";
pub const IS_WELL: &str = "test:3";
const WAITS: &str = "test:9";

#[derive(Default)]
struct Moody {
    delivered: Mutex<Vec<Vec<u8>>>,
    /// What was known before of what was delivered.
    tried: Mutex<Vec<DeliveryAttempts>>,
    /// Whether anything comes through where it waits for that.
    is_open: watch::Sender<bool>,
}

impl Transport for Moody {
    type Entry = Infallible;

    async fn deliver(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        tried: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        if delivery.channel.0 == WAITS {
            self.is_open.subscribe().wait_for(|is_open| *is_open).await.expect("the sender is here");
        }
        match delivery.channel.0.as_str() {
            PANICS => resume_unwind(Box::new("always")),
            FAILS => Err(DeliveryError::Retry { reason: "never well".to_owned(), after: None }),
            _ => {
                self.delivered.lock().expect("a lock").push(delivery.key().to_vec());
                self.tried.lock().expect("a lock").push(tried);
                Ok(DeliveryReceipt::default())
            }
        }
    }

    async fn deliver_own(
        self: &Arc<Self>,
        _: &ChannelId,
        own: &Infallible,
        _: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        match *own {}
    }
}

pub struct Program {
    pub time: Time,
    pub store: Arc<MemoryStore>,
    machine: Machine,
    service: Bot,
    courier: Arc<Moody>,
}

impl Program {
    fn new(store: &Arc<MemoryStore>) -> Self {
        Self::over(store, store.clone())
    }

    /// One that has this way to the store.
    fn over(store: &Arc<MemoryStore>, way: Arc<dyn Store>) -> Self {
        Self::at(Time::default(), store, way)
    }

    /// One for which this time passes.
    pub fn at(time: Time, store: &Arc<MemoryStore>, way: Arc<dyn Store>) -> Self {
        let machine = Machine::new(&time);
        let service = service(&["Ada"], 1, way, Arc::new(machine.clone()));
        Self { time, store: Arc::clone(store), machine, service, courier: Arc::default() }
    }

    /// Its calendar is ahead by so much.
    pub fn set_calendar(&self, ahead: Duration) {
        self.machine.set(ahead.as_millis() as i64);
    }

    /// Its timer stands still from now on, as that of one that is no more.
    pub fn die(&self) {
        self.machine.sleep(true);
    }

    /// Everybody in a channel is told something new.
    pub async fn say(&self, channel: &str, number: usize) {
        let place = ChannelId(channel.to_owned());
        let line = if number.is_multiple_of(2) { "play chess" } else { "withdraw" };
        let event = format!("{channel} {number} {:?}", self.time.now());
        let incoming = incoming(&event, &place, "Ada", UserAction::Line(line.to_owned()));
        self.service.handle(&incoming).await;
    }

    pub fn start(&self, manner: DeliveryPolicy) -> Outbox {
        self.start_for("test", manner)
    }

    /// Delivers to this platform.
    pub fn start_for(&self, platform: &str, manner: DeliveryPolicy) -> Outbox {
        let outbox = self.service.outbox_of(platform, manner);
        // It runs on when nobody ends it.
        let _delivering = outbox.run(Arc::clone(&self.courier));
        outbox
    }

    /// Watches who delivers, without delivering.
    pub fn watch(&self) -> JoinHandle<()> {
        let service = self.service.clone();
        tokio::spawn(async move { service.watch_deliverers("test").await })
    }

    /// Everybody in a channel is told something.
    async fn post(&self, channel: &str, count: usize) {
        let place = ChannelId(channel.to_owned());
        for number in 0..count {
            let line = if number.is_multiple_of(2) { "play chess" } else { "withdraw" };
            let event = format!("{channel} {number}");
            let incoming = incoming(&event, &place, "Ada", UserAction::Line(line.to_owned()));
            self.service.handle(&incoming).await;
        }
    }

    pub async fn waiting(&self, channel: &str) -> usize {
        let range = KeyRange::prefix(Key::new().text("test").text(channel));
        self.store.scan(Table::Outbox, range, ScanOrder::Ascending, 1000).await.expect("memory").len()
    }

    pub fn delivered(&self) -> usize {
        self.courier.delivered.lock().expect("a lock").len()
    }
}

#[tokio::test]
async fn what_fails_for_ever_holds_up_its_own_lane_alone() {
    let program = Program::new(&Arc::new(MemoryStore::new()));
    let outbox = program.start(DeliveryPolicy { at_once: 1, ..MANNER });
    for lane in [PANICS, FAILS, IS_WELL] {
        program.post(lane, 40).await;
    }
    program.time.pass(MINUTE).await;
    let mut waiting = Vec::new();
    for lane in [PANICS, FAILS, IS_WELL] {
        waiting.push(program.waiting(lane).await);
    }
    assert_eq!((waiting, program.delivered()), (vec![40, 40, 0], 40));
    let trouble = outbox.lane_block(&ChannelId(FAILS.to_owned())).expect("it fails");
    assert_eq!((trouble.attempts, &*trouble.reason), (8, "never well"));
    assert!(trouble.lasting > MINUTE / 2 && trouble.lasting <= MINUTE, "{trouble:?}");
    assert!(outbox.lane_block(&ChannelId(PANICS.to_owned())).is_some());
    assert_eq!(outbox.lane_block(&ChannelId(IS_WELL.to_owned())), None);
    outbox.wake(ChannelId(FAILS.to_owned()));
    program.time.pass(Duration::from_millis(1)).await;
    let trouble = outbox.lane_block(&ChannelId(FAILS.to_owned())).expect("it fails");
    assert_eq!(trouble.attempts, 9, "it is tried at once");
}

#[tokio::test]
async fn what_is_tried_too_often_is_given_up() {
    let program = Program::new(&Arc::new(MemoryStore::new()));
    program.start(DeliveryPolicy { attempts: Some(4), ..MANNER });
    for lane in [PANICS, FAILS] {
        program.post(lane, 3).await;
    }
    // A quarter of a second, a half, one, two.
    program.time.pass(Duration::from_millis(3_700)).await;
    assert_eq!((program.waiting(PANICS).await, program.waiting(FAILS).await), (3, 3));
    program.time.pass(Duration::from_millis(100)).await;
    assert_eq!((program.waiting(PANICS).await, program.waiting(FAILS).await), (2, 2), "each begins anew");
    program.time.pass(MINUTE).await;
    assert_eq!((program.waiting(PANICS).await, program.waiting(FAILS).await), (0, 0));
}

#[tokio::test]
async fn nobody_delivers_in_a_lane_that_somebody_holds() {
    let program = Program::new(&Arc::new(MemoryStore::new()));
    let outbox = program.start(MANNER);
    let lane = ChannelId(IS_WELL.to_owned());
    let held = outbox.try_hold(&lane).expect("nobody holds it");
    assert!(outbox.try_hold(&lane).is_none());
    program.post(IS_WELL, 3).await;
    program.time.pass(MINUTE).await;
    assert_eq!(program.delivered(), 0);
    let first = held.first().await.expect("memory").expect("three wait");
    assert!(first.has_more);
    assert!(held.done(&first, DeliveryReceipt::default()).await.expect("memory"));
    assert_eq!(program.waiting(IS_WELL).await, 2);
    assert!(
        held.done(&first, DeliveryReceipt::default()).await.expect("memory"),
        "it is out, whoever took it"
    );
    drop(held);
    program.time.pass(Duration::from_millis(1)).await;
    assert_eq!((program.waiting(IS_WELL).await, program.delivered()), (0, 2));
    drop(outbox.hold(&lane).await);
}

#[tokio::test]
async fn whoever_leaves_in_order_keeps_nobody_waiting() {
    let store = Arc::new(MemoryStore::new());
    let [one, other] = [(); 2].map(|()| Program::new(&store));
    let leaving = one.start(MANNER);
    one.post(IS_WELL, 3).await;
    one.time.pass(MINUTE).await;
    assert_eq!(one.delivered(), 3);
    leaving.close();
    one.post("test:4", 1).await;
    one.time.pass(MINUTE).await;
    leaving.wait_until_drained().await;
    leaving.leave().await;
    assert_eq!((one.delivered(), one.waiting("test:4").await), (3, 1), "nothing more is begun");
    assert!(
        leaving
            .try_hold(&ChannelId(IS_WELL.to_owned()))
            .expect("free")
            .first()
            .await
            .expect("memory")
            .is_none()
    );
    one.post(IS_WELL, 5).await;
    let next = other.start(MANNER);
    other.time.pass(Duration::from_millis(1)).await;
    assert_eq!(other.delivered(), 3, "also where the first one was");
    next.close();
}

#[tokio::test]
async fn what_is_under_way_when_it_ends_is_finished_and_the_rest_is_left_to_others() {
    let store = Arc::new(MemoryStore::new());
    let [one, other] = [(); 2].map(|()| Program::new(&store));
    let outbox = one.service.outbox_of("test", MANNER);
    let delivering = outbox.run(Arc::clone(&one.courier));
    one.post(IS_WELL, 2).await;
    let busy = outbox.hold(&ChannelId(IS_WELL.to_owned())).await;
    let ending = tokio::spawn(delivering.end(async move { drop(busy) }));
    one.time.pass(Duration::from_millis(1)).await;
    ending.await.expect("it ends");
    let (delivered, waiting) = (one.delivered(), one.waiting(IS_WELL).await);
    assert_eq!(delivered + waiting, 2);
    one.post("test:4", 3).await;
    one.time.pass(MINUTE).await;
    assert_eq!(one.delivered(), delivered, "nothing more is begun");
    let next = other.start(MANNER);
    other.time.pass(Duration::from_millis(1)).await;
    assert_eq!(other.delivered(), waiting + 3, "nobody waits until a lease is over");
    next.close();
}

#[tokio::test]
async fn of_a_lane_that_is_under_way_when_it_ends_one_thing_is_finished() {
    let store = Arc::new(MemoryStore::new());
    let [one, other] = [(); 2].map(|()| Program::new(&store));
    let outbox = one.service.outbox_of("test", MANNER);
    let delivering = outbox.run(Arc::clone(&one.courier));
    one.post(WAITS, 3).await;
    one.time.pass(MINUTE).await;
    let ending = tokio::spawn(delivering.end(async {}));
    one.time.pass(Duration::from_millis(1)).await;
    assert_eq!((one.delivered(), ending.is_finished()), (0, false));
    one.courier.is_open.send_replace(true);
    ending.await.expect("it ends");
    assert_eq!((one.delivered(), one.waiting(WAITS).await), (1, 2));
    other.courier.is_open.send_replace(true);
    let next = other.start(MANNER);
    other.time.pass(Duration::from_millis(1)).await;
    assert_eq!(other.delivered(), 2);
    next.close();
}

#[tokio::test]
async fn another_program_waits_until_the_lease_is_over() {
    let store = Arc::new(MemoryStore::new());
    let [killed, other] = [(); 2].map(|()| Program::new(&store));
    let outbox = killed.start(MANNER);
    killed.post(IS_WELL, 1).await;
    killed.time.pass(Duration::from_secs(1)).await;
    assert_eq!(killed.delivered(), 1);
    // Its time stands still from now on.
    other.post("test:3", 3).await;
    let next = other.start(MANNER);
    other.time.pass(MINUTE).await;
    assert_eq!(other.delivered(), 0);
    other.time.pass(MINUTE / 2).await;
    assert_eq!(other.delivered(), 2, "one is the same event");
    for outbox in [outbox, next] {
        outbox.close();
    }
}

#[tokio::test]
async fn an_idle_program_writes_nothing_but_that_it_waits_for_what_is_due() {
    let (moods, program) = Moods::way_to(&Arc::new(MemoryStore::new()));
    let outbox = program.start(MANNER);
    let service = program.service.clone();
    let keeping = tokio::spawn(async move { service.run_scheduler(std::future::pending()).await });
    let lanes = [IS_WELL, "test:4", "test:5", "test:6", "test:7"];
    for lane in lanes {
        program.post(lane, 2).await;
    }
    program.time.pass(MINUTE * 2).await;
    assert_eq!(program.delivered(), 2 * lanes.len());
    moods.written();
    program.time.pass(MINUTE * 60).await;
    let written = moods.written();
    let due: Vec<u8> = Key::new().text("lease-until").text("due").into();
    assert!(written.iter().all(|key| *key == due), "{written:?}");
    assert!((179..=181).contains(&written.len()), "every twenty seconds: {}", written.len());
    program.post("test:8", 2).await;
    program.time.pass(MINUTE).await;
    assert_eq!(program.waiting("test:8").await, 0);
    outbox.close();
    keeping.abort();
}

#[tokio::test]
async fn a_lane_that_is_empty_is_not_asked_for_because_another_program_delivers_there() {
    let store = Arc::new(MemoryStore::new());
    let one = Program::new(&store);
    let (moods, other) = Moods::way_to(&store);
    let delivering = one.start(MANNER);
    one.post(IS_WELL, 1).await;
    one.time.pass(Duration::from_secs(1)).await;
    let watching = other.start(MANNER);
    let held = delivering.hold(&ChannelId(IS_WELL.to_owned())).await;
    one.post(IS_WELL, 5).await;
    other.time.pass(Duration::from_secs(10)).await;
    assert!(moods.asked() > 1, "it waits");
    drop(held);
    one.time.pass(Duration::from_secs(1)).await;
    assert_eq!((one.waiting(IS_WELL).await, one.delivered()), (0, 5));
    // It hears of it once more.
    other.time.pass(Duration::from_secs(10)).await;
    let asked = moods.asked();
    other.time.pass(MINUTE * 60).await;
    assert_eq!((moods.asked(), other.delivered()), (asked, 0));
    for outbox in [delivering, watching] {
        outbox.close();
    }
}

#[tokio::test]
async fn lanes_in_which_something_waits_are_told_a_few_at_a_time() {
    let program = Program::new(&Arc::new(MemoryStore::new()));
    let lanes = ["test:3", "test:4", "test:5"].map(|lane| ChannelId(lane.to_owned()));
    for lane in &lanes {
        program.post(&lane.0, 2).await;
    }
    program.post("other:1", 1).await;
    let outbox = program.service.outbox_of("test", MANNER);
    let waiting = async |after, limit| outbox.waiting(after, limit).await.expect("memory");
    assert_eq!(waiting(None, 2).await, lanes[..2]);
    assert_eq!(waiting(Some(&lanes[1]), 2).await, lanes[2..]);
    assert_eq!(waiting(None, 0).await, []);
}

#[tokio::test]
async fn a_lane_with_much_to_say_lets_others_have_their_turn() {
    let program = Program::new(&Arc::new(MemoryStore::new()));
    program.post(IS_WELL, 100).await;
    program.post("test:4", 1).await;
    program.start(DeliveryPolicy { at_once: 1, ..MANNER });
    program.time.pass(MINUTE).await;
    let delivered = program.courier.delivered.lock().expect("a lock").clone();
    let other = Key::new().text("test").text("test:4");
    let turn = delivered.iter().position(|key| key.starts_with(other.as_ref())).expect("it is delivered");
    assert_eq!((delivered.len(), turn < 100), (101, true), "its turn came after {turn}");
}
