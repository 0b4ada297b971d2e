//! Test of shard keys: everything a move reads and writes has the channel's shard key, so that a
//! split database keeps a move on one node; the exceptions are exactly those in the table of
//! `docs/operators/scaling.md`. Not here: how a shard key is found in a key (the store's
//! `shard_key`), and the rows of platforms.

use std::{
    collections::{BTreeMap, BTreeSet},
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use adoube_bot::{
    Bot, ChannelId, ChatEvent, CommunityId, DeliveryAttempts, DeliveryError, DeliveryPolicy, DeliveryReceipt,
    OutboxEntry, RelayHandle, Reply, RetryAfterPolicy, Transport, UserAction,
};
use adoube_store::{Batch, BatchWrite, Key, KeyRange, KeyReader, ScanOrder, ShardKey, StoreError, Table};
use adoube_testing::clock::TestClock;
use adoube_testing::store::{DatedStore, HookedStore, StoreCall, StoreHook};

use crate::support::{self, incoming};

/// More than those after which how a game stands is kept, and none that ends it.
const MOVES: [&str; 18] = [
    "a3", "a6", "b3", "b6", "c3", "c6", "d3", "d6", "e3", "e6", "f3", "f6", "g3", "g6", "h3", "h6", "a4",
    "a5",
];
/// How often others are let go on before what was to happen is missed.
const TURNS: usize = 10_000;
/// When anything may be touched, as the documentation says it: whatever happens, ...
const EVENT: &str = "an event";
/// ... in a game with a clock, ...
const TIMED: &str = "where a clock runs";
/// ... and while nothing happens.
const ALWAYS: &str = "while a program runs";
const DAY: u64 = 24 * 60 * 60 * 1000;

/// Rows of one kind that are at home elsewhere, and whether they are read or written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Crossing {
    rows: String,
    is_written: bool,
}

/// What is touched in a store that is not at home where things happen.
#[derive(Default)]
struct Watched {
    /// Where they happen; nowhere is what happens in no channel.
    place: Mutex<Option<ShardKey>>,
    crossed: Mutex<BTreeSet<Crossing>>,
}

impl Watched {
    fn happens_in(&self, channel: Option<&str>) {
        let home = channel.map(|name| ShardKey::of_key(Table::Channel, Key::new().text(name).as_ref()));
        *self.place.lock().unwrap_or_else(PoisonError::into_inner) = home;
    }

    fn taken(&self) -> BTreeSet<Crossing> {
        std::mem::take(&mut *self.crossed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn see(&self, home: Option<ShardKey>, rows: String, is_written: bool) {
        let place = *self.place.lock().unwrap_or_else(PoisonError::into_inner);
        if home.is_none() || home != place {
            self.crossed.lock().unwrap_or_else(PoisonError::into_inner).insert(Crossing { rows, is_written });
        }
    }

    fn see_key(&self, table: Table, key: &[u8], is_written: bool) {
        self.see(Some(ShardKey::of_key(table, key)), kind(table, key), is_written);
    }

    fn see_batch(&self, batch: &Batch) {
        // What is expected to stay as it is takes part in the writing.
        for expect in &batch.version_checks {
            self.see_key(expect.table, &expect.key, true);
        }
        for write in &batch.writes {
            let (BatchWrite::Put { table, key, .. } | BatchWrite::Delete { table, key }) = write;
            self.see_key(*table, key, true);
        }
        if let Some(once) = &batch.idempotent_answer {
            self.see(Some(ShardKey::of_event(&once.id)[0]), "answer".to_owned(), true);
        }
    }
}

/// As the documentation calls them: by their table, and what their keys begin with where a table holds several kinds.
fn kind(table: Table, key: &[u8]) -> String {
    let has_kinds = matches!(table, Table::Person | Table::Index | Table::Meta);
    let first = KeyReader::new(key).text().filter(|_| has_kinds);
    first.map_or_else(|| table.to_string(), |first| format!("{table} {first}"))
}

impl StoreHook for Watched {
    async fn before(&self, asked: StoreCall<'_>) -> Result<(), StoreError> {
        match asked {
            StoreCall::Get(table, key) => self.see_key(table, key, false),
            StoreCall::Scan(table, range) => {
                self.see(ShardKey::of_range(table, range), kind(table, range.start()), false);
            }
            StoreCall::Answer(id) => self.see(Some(ShardKey::of_event(id)[0]), "answer".to_owned(), false),
            StoreCall::Commit(batch) => self.see_batch(batch),
            StoreCall::Versions(..) | StoreCall::Forget => {}
        }
        Ok(())
    }
}

/// Says everything at once.
struct Crier;

impl Transport for Crier {
    type Entry = Infallible;

    async fn deliver(
        self: &Arc<Self>,
        _: &OutboxEntry,
        _: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        Ok(DeliveryReceipt::default())
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

struct Walk {
    store: Arc<HookedStore<Watched>>,
    clock: Arc<TestClock>,
    service: Bot,
    _delivering: RelayHandle,
    events: u64,
    /// What was crossed, by when.
    crossed: BTreeMap<&'static str, BTreeSet<Crossing>>,
}

impl Walk {
    fn begin() -> Self {
        // A calendar by which nothing lies in the future.
        let shared = Arc::new(DatedStore::at(u64::MAX / 2));
        let store = Arc::new(HookedStore::over(shared, Watched::default()));
        let clock = Arc::new(TestClock::default());
        let service = support::service(&["Ada", "Bob"], 1, store.clone(), clock.clone());
        let manner = DeliveryPolicy {
            at_once: 3,
            look_every: Duration::ZERO,
            first_pause: Duration::from_millis(250),
            longest_pause: Duration::from_secs(30),
            wish: RetryAfterPolicy::Minimum,
            attempts: None,
        };
        let delivering = service.outbox_of("test", manner).run(Arc::new(Crier));
        let crossed = BTreeMap::new();
        Self { store, clock, service, _delivering: delivering, events: 0, crossed }
    }

    fn note(&mut self, when: &'static str) {
        let crossed = self.store.taken();
        self.crossed.entry(when).or_default().extend(crossed);
    }

    async fn does(&mut self, channel: &str, name: &str, line: &str) -> Reply {
        self.events += 1;
        let (event, action) = (format!("test:{}", self.events), UserAction::Line(line.to_owned()));
        let said = ChatEvent {
            moderator: true,
            place: Some(CommunityId("test:server/1".to_owned())),
            ..incoming(&event, &ChannelId(channel.to_owned()), name, action)
        };
        self.store.happens_in(Some(channel));
        let reply = self.service.handle(&said).await.reply;
        self.heard(channel).await;
        reply
    }

    /// Waits until everything was said there.
    async fn heard(&self, channel: &str) {
        let lane = KeyRange::prefix(Key::new().text("test").text(channel));
        for _ in 0..TURNS {
            let waits = self.store.inner.scan(Table::Outbox, lane.clone(), ScanOrder::Ascending, 1).await;
            if waits.expect("memory").is_empty() {
                return;
            }
            tokio::task::yield_now().await;
        }
        panic!("nothing is said in {channel}");
    }

    async fn says(&mut self, when: &'static str, channel: &str, name: &str, line: &str) {
        let reply = self.does(channel, name, line).await;
        assert_eq!(reply, Reply::Public, "{line}");
        self.note(when);
    }

    async fn asks(&mut self, when: &'static str, channel: &str, name: &str, line: &str) {
        let reply = self.does(channel, name, line).await;
        assert!(matches!(reply, Reply::Private(_)), "{line}: {reply:?}");
        self.note(when);
    }

    /// The program tells that it is there for a while, and looks what there is to do, in no channel.
    async fn goes_on(&mut self) {
        self.store.happens_in(None);
        self.service.begin().await.expect("memory");
        let (time, alive) = (self.service.clone(), self.service.clone());
        let beside = [
            tokio::spawn(async move { time.run_scheduler(std::future::pending()).await }),
            tokio::spawn(async move { alive.keep_alive(std::future::pending()).await }),
        ];
        for _ in 0..60 {
            self.clock.wait(Duration::from_secs(2));
            for _ in 0..TURNS / 100 {
                tokio::task::yield_now().await;
            }
        }
        beside.iter().for_each(tokio::task::JoinHandle::abort);
        self.note(ALWAYS);
    }
}

/// What crosses, by when, as the documentation has it.
fn documented() -> BTreeMap<String, BTreeSet<Crossing>> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operators/scaling.md");
    let text = std::fs::read_to_string(page).expect("the page");
    let (_, rest) = text.split_once("| rows | when | read | written |").expect("the table");
    let mut crossings: BTreeMap<String, BTreeSet<Crossing>> = BTreeMap::new();
    for line in rest.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, rows, when, read, written, _] = cells.as_slice() else { panic!("{line}") };
        let known = crossings.entry((*when).to_owned()).or_default();
        for rows in rows.split('`').skip(1).step_by(2) {
            for (is_written, cost) in [(false, read), (true, written)] {
                if !cost.is_empty() {
                    assert!(known.insert(Crossing { rows: rows.to_owned(), is_written }), "twice: {line}");
                }
            }
        }
    }
    crossings
}

/// A game in which how it stands is kept once, one ply is taken back, and that is drawn.
async fn play(walk: &mut Walk, channel: &str, terms: &str, plain: &'static str) {
    walk.says("a challenge", channel, "Ada", &format!("play Bob chess white {terms}")).await;
    walk.says("a game begins", channel, "Bob", "accept").await;
    for (ply, made) in MOVES.into_iter().enumerate() {
        walk.says(plain, channel, ["Ada", "Bob"][ply % 2], &format!("move {made}")).await;
    }
    walk.says(plain, channel, "Bob", "takeback").await;
    walk.says("a takeback", channel, "Ada", "takeback accept").await;
    walk.says(plain, channel, "Bob", "draw").await;
    walk.says("a game ends", channel, "Ada", "draw accept").await;
}

/// One runs out of time in another.
async fn time_is_up(walk: &mut Walk, channel: &str) {
    walk.says("a challenge", channel, "Ada", "play Bob chess white pace:1d timeout:strict").await;
    walk.says("a game begins", channel, "Bob", "accept").await;
    walk.says(TIMED, channel, "Ada", "move e4").await;
    walk.says(TIMED, channel, "Bob", "move e5").await;
    for _ in 0..2 {
        walk.clock.pass(DAY);
        walk.service.run_due_jobs().await.expect("memory");
        walk.heard(channel).await;
        walk.note("something is due");
    }
}

#[tokio::test]
async fn what_crosses_channels_is_what_the_documentation_names() {
    let mut walk = Walk::begin();
    // Leases are taken when they are first needed, and not renewed as long as no time passes.
    walk.does("test:before", "Ada", "play chess").await;
    walk.store.taken();
    play(&mut walk, "test:plain", "", EVENT).await;
    walk.asks(EVENT, "test:plain", "Ada", "help").await;
    walk.asks("a choice", "test:plain", "Ada", "remind private").await;
    walk.asks("a choice", "test:plain", "Ada", "settings server pace 3d").await;
    for line in ["block Bob", "bar Bob", "unbar Bob"] {
        walk.asks("a choice", "test:plain", "Ada", line).await;
    }
    play(&mut walk, "test:timed", "pace:3d", TIMED).await;
    time_is_up(&mut walk, "test:late").await;
    walk.goes_on().await;
    let documented = documented();
    let none = BTreeSet::new();
    let named = |when: &str| documented.get(when).unwrap_or(&none);
    // What is read at any time is not written by that.
    let looks: BTreeSet<Crossing> =
        named(ALWAYS).iter().filter(|crossing| !crossing.is_written).cloned().collect();
    let mut wrong = BTreeMap::new();
    for (when, crossed) in &walk.crossed {
        let mut beside: BTreeSet<Crossing> = BTreeSet::new();
        if *when != ALWAYS {
            beside.extend(looks.iter().cloned());
            beside.extend([EVENT, TIMED].into_iter().filter(|other| other != when).flat_map(named).cloned());
        }
        let found: BTreeSet<Crossing> = crossed
            .iter()
            .filter(|one| !beside.contains(one) || named(when).contains(one))
            .cloned()
            .collect();
        if found != *named(when) {
            wrong.insert(when, (found, named(when)));
        }
    }
    assert!(wrong.is_empty(), "by when: what crosses channels, and what the documentation names: {wrong:#?}");
    let unknown: Vec<_> =
        documented.keys().filter(|when| !walk.crossed.contains_key(when.as_str())).collect();
    assert!(unknown.is_empty(), "nothing was looked at when {unknown:?}");
}
