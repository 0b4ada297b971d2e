//! A chat for tests: people, a channel, a store in memory, a clock that can be set, and everything drawn from a seed.

#![allow(dead_code, reason = "every test uses a part of it")]

pub mod limits;
pub mod script;
pub mod table;
pub mod tally;

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use adoube_service::{
    Action, Audience, BoxFuture, ChannelId, Clock, ComputerSettings, Delivery, Directory, Done, EventId,
    Hearing, Incoming, Language, Locales, Manner, Message, Notice, Parts, Person, PersonId, Question, Row,
    Service, Threads, Timer, Viewer, Wish, stored,
};
use adoube_store::{Key, KeyRange, MemoryStore, Order, Store, Table};
use rand::SeedableRng;
use tokio::sync::watch;

/// A clock that stands still until it is moved.
#[derive(Default)]
pub struct TestClock {
    calendar: AtomicU64,
    /// How far the calendar was set forward without that time passing.
    ahead: AtomicU64,
    timer: TestTimer,
}

impl TestClock {
    /// What the calendar shows, without a look.
    pub fn shown(&self) -> u64 {
        1_767_323_045_000 + self.ahead.load(Ordering::Relaxed) + self.calendar.load(Ordering::Relaxed)
    }

    /// Lets time pass by the calendar.
    pub fn pass(&self, millis: u64) {
        self.calendar.fetch_add(millis, Ordering::Relaxed);
    }

    /// Sets the calendar back, at most to where it began.
    pub fn set_back(&self, millis: u64) {
        let back = |shown: u64| Some(shown.saturating_sub(millis));
        let _ = self.calendar.fetch_update(Ordering::Relaxed, Ordering::Relaxed, back);
    }

    /// Sets the calendar forward; no time passes.
    pub fn set_forward(&self, millis: u64) {
        self.ahead.fetch_add(millis, Ordering::Relaxed);
    }

    /// Lets the timer go on; the calendar stays.
    pub fn wait(&self, time: Duration) {
        self.timer.wait(time);
    }
}

impl Clock for TestClock {
    fn now_millis(&self) -> u64 {
        // 2026-01-02 03:04:05 UTC, and one second for each look, so that later is later.
        let ahead = self.ahead.load(Ordering::Relaxed);
        1_767_323_045_000 + ahead + self.calendar.fetch_add(1000, Ordering::Relaxed)
    }

    fn monotonic(&self) -> Duration {
        Duration::from_millis(self.calendar.fetch_add(1000, Ordering::Relaxed))
    }

    fn timer(&self) -> Arc<dyn Timer> {
        Arc::new(self.timer.clone())
    }
}

/// A timer that stands still until it is told to go on; clones show the same.
#[derive(Clone)]
pub struct TestTimer(Arc<watch::Sender<Duration>>);

impl Default for TestTimer {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(Duration::ZERO)))
    }
}

impl TestTimer {
    /// Lets it go on.
    pub fn wait(&self, time: Duration) {
        self.0.send_modify(|shown| *shown += time);
    }
}

impl Timer for TestTimer {
    fn now(&self) -> Duration {
        *self.0.borrow()
    }

    fn until(&self, moment: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let mut shown = self.0.subscribe();
        Box::pin(async move {
            // A timer that is gone stands still.
            if shown.wait_for(|shown| *shown >= moment).await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }
}

/// Everybody can be addressed by the name before their id's colon is cut off.
pub struct Everybody(pub Vec<Person>);

impl Directory for Everybody {
    fn find<'a>(&'a self, _: &'a ChannelId, name: &'a str) -> BoxFuture<'a, Vec<Person>> {
        let name = name.trim_start_matches('@').to_lowercase();
        let found = self.0.iter().filter(|person| person.name.to_lowercase() == name).cloned().collect();
        Box::pin(std::future::ready(found))
    }

    fn complete<'a>(&'a self, _: &'a ChannelId, prefix: &'a str) -> BoxFuture<'a, Vec<Person>> {
        let prefix = prefix.to_lowercase();
        let found =
            self.0.iter().filter(|person| person.name.to_lowercase().starts_with(&prefix)).cloned().collect();
        Box::pin(std::future::ready(found))
    }
}

/// A person by name: `Ada` is `test:ada`.
pub fn person(name: &str) -> Person {
    Person { id: PersonId(format!("test:{}", name.to_lowercase())), name: name.to_owned() }
}

/// The channel everything happens in.
pub fn channel() -> ChannelId {
    ChannelId("test:lobby".to_owned())
}

/// What somebody does in English, in a place without threads where nobody else reads along.
pub fn incoming(event: &str, channel: &ChannelId, name: &str, action: Action) -> Incoming {
    Incoming {
        event: EventId::new(event).unwrap_or_else(|error| panic!("{error}")),
        channel: channel.clone(),
        place: None,
        person: person(name),
        language: Language::EN,
        moderator: false,
        threads: Threads::Never,
        audience: Audience::Nobody,
        action,
        also: Vec::new(),
        ongoing: None,
    }
}

/// Pressing the first button of a message.
pub fn first_button(message: &Message) -> Action {
    let Some(Row::Buttons(buttons)) = message.rows.first() else { panic!("no button: {message:?}") };
    Action::Press { id: buttons[0].id.clone(), value: None }
}

/// A service in which these people can be addressed.
pub fn service(names: &[&str], seed: u64, store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Service {
    speaking(Locales::embedded(), names, seed, store, clock)
}

/// The same, where the computer plays as set.
pub fn service_with(
    computer: ComputerSettings,
    names: &[&str],
    seed: u64,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
) -> Service {
    with_computer(computer, Locales::embedded(), names, seed, store, clock)
}

fn speaking(
    locales: Locales,
    names: &[&str],
    seed: u64,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
) -> Service {
    with_computer(ComputerSettings::default(), locales, names, seed, store, clock)
}

fn with_computer(
    computer: ComputerSettings,
    locales: Locales,
    names: &[&str],
    seed: u64,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
) -> Service {
    let parts = Parts {
        vacation_days: 28,
        computer,
        locales,
        store,
        clock,
        directory: Arc::new(Everybody(names.iter().map(|name| person(name)).collect())),
        rng: Box::new(rand_chacha::ChaCha8Rng::seed_from_u64(seed)),
    };
    Service::new(parts).unwrap_or_else(|error| panic!("{error}"))
}

/// Everything that whoever asked is shown one after the other, to the last.
pub async fn thoughts(service: &Service, question: &Question) -> Vec<Notice> {
    let (mut thinking, mut shown) = (service.think(question), Vec::new());
    while let Some(notice) = thinking.next().await {
        shown.push(notice);
    }
    shown
}

/// For an outbox without a pump, which waits for nothing.
pub const MANNER: Manner = Manner {
    at_once: 1,
    look_every: Duration::ZERO,
    first_pause: Duration::ZERO,
    longest_pause: Duration::ZERO,
    wish: Wish::AtLeast,
    attempts: None,
};

/// Everything that waits in a lane, as a program takes it out of the outbox that comes, delivers and goes again.
pub async fn delivered(service: &Service, lane: &ChannelId) -> Vec<Delivery> {
    let outbox = service.outbox_of(lane.platform(), MANNER);
    let held = outbox.hold(lane).await;
    let mut delivered = Vec::new();
    while let Some(first) = held.first().await.unwrap_or_else(|error| panic!("{error}")) {
        let done = held.done(&first, Done::default()).await.unwrap_or_else(|error| panic!("{error}"));
        assert!(done, "somebody else delivers in {lane}");
        delivered.push(first.delivery);
    }
    outbox.leave().await;
    delivered
}

/// Everything that waits in a lane, which goes on waiting: the rows as they stand in the store.
pub async fn waiting(store: &dyn Store, lane: &ChannelId) -> Vec<Notice> {
    let range = KeyRange::prefix(Key::new().text(lane.platform()).text(&lane.0));
    let rows = store.scan(Table::Outbox, range, Order::Ascending, 1000).await;
    let rows = rows.unwrap_or_else(|error| panic!("{error}")).into_iter();
    rows.map(|(_, row)| stored::read(&row.value).unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// A service with people in it.
pub struct Chat {
    pub service: Service,
    pub store: Arc<dyn Store>,
    pub clock: Arc<TestClock>,
    events: u64,
}

impl Chat {
    /// Begins with an empty store.
    pub fn new(names: &[&str], seed: u64) -> Self {
        Self::with_store(names, seed, Arc::new(MemoryStore::new()))
    }

    /// Begins with this store.
    pub fn with_store(names: &[&str], seed: u64, store: Arc<dyn Store>) -> Self {
        Self::speaking(Locales::embedded(), names, seed, store)
    }

    /// Begins with these languages.
    pub fn speaking(locales: Locales, names: &[&str], seed: u64, store: Arc<dyn Store>) -> Self {
        let clock = Arc::new(TestClock::default());
        let service = speaking(locales, names, seed, store.clone(), clock.clone());
        Self { service, store, clock, events: 0 }
    }

    /// Leaves out so many ids of events: another chat has them.
    pub fn skip_events(&mut self, count: u64) {
        self.events += count;
    }

    /// An event of a person, with an id of its own.
    pub fn event(&mut self, name: &str, language: Language, moderator: bool, action: Action) -> Incoming {
        self.events += 1;
        let event = format!("test:{}", self.events);
        Incoming { language, moderator, ..incoming(&event, &channel(), name, action) }
    }

    /// Everything posted since the last look, taken out of the outbox.
    pub async fn posted(&self) -> Vec<Notice> {
        delivered(&self.service, &channel()).await.into_iter().map(|delivery| delivery.notice).collect()
    }

    /// A notice as somebody reads it.
    pub fn read(&self, notice: &Notice, name: Option<&str>, language: Language) -> Message {
        let viewer = Viewer {
            person: name.map(|name| person(name).id),
            language,
            hearing: Hearing::Everything,
            taste: adoube_service::Taste::default(),
        };
        self.service.present(notice, &viewer)
    }
}
