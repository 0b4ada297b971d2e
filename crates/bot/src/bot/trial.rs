//! Test fixture for unit tests of the bot: a bot over a store in memory, with people who send
//! commands in one channel. Not here: what they send.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use adoube_store::{Key, KeyRange, MemoryStore, ScanOrder, Store, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Bot, BotParts};
use crate::{
    BoxFuture, ChannelId, ChatEvent, Clock, CommunityId, ComputerSettings, IdempotencyKey, Locales, Notice,
    Person, PersonDirectory, PersonId, Reply, UserAction,
    core::{forms, game::GameRecord, records::Repository},
};

/// A clock that advances by one second at each reading.
pub(crate) struct Ticks(pub(crate) AtomicU64);

impl Clock for Ticks {
    fn now_millis(&self) -> u64 {
        self.0.fetch_add(1000, Ordering::Relaxed)
    }

    fn monotonic(&self) -> Duration {
        Duration::from_millis(self.now_millis())
    }
}

struct Nobody;

impl PersonDirectory for Nobody {
    fn find<'a>(&'a self, _: &'a ChannelId, _: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(std::future::ready(Vec::new()))
    }

    fn complete<'a>(&'a self, _: &'a ChannelId, _: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(std::future::ready(Vec::new()))
    }
}

/// The bot, its store and its clock.
pub(crate) struct Trial {
    pub(crate) store: Arc<MemoryStore>,
    pub(crate) clock: Arc<Ticks>,
    pub(crate) service: Bot,
    /// The ids of all events sent.
    pub(crate) events: Vec<IdempotencyKey>,
}

/// An event in English, on a server that Eve moderates.
pub(super) fn incoming(event: IdempotencyKey, name: &str, action: UserAction) -> ChatEvent {
    let person = Person { id: PersonId(format!("test:{name}")), name: name.to_owned() };
    ChatEvent {
        place: Some(CommunityId("test:server/1".to_owned())),
        moderator: name == "Eve",
        ..ChatEvent::new(event, channel(), person, action)
    }
}

impl Trial {
    /// A bot with an empty store.
    pub(crate) fn new(seed: u64) -> Self {
        let (store, clock) = (Arc::new(MemoryStore::new()), Arc::new(Ticks(AtomicU64::new(0))));
        let service = service(seed, &store, &clock);
        Self { store, clock, service, events: Vec::new() }
    }

    /// Simulates that the process is killed and another one starts over the same store.
    pub(crate) fn restart(&mut self, seed: u64) {
        self.service = service(seed, &self.store, &self.clock);
    }

    /// Sends an event; returns whether the reply is public.
    pub(crate) async fn says(&mut self, name: &str, action: UserAction) -> bool {
        let event = IdempotencyKey::new(format!("test:{}", self.events.len())).expect("an id");
        self.events.push(event.clone());
        let incoming = incoming(event, name, action);
        matches!(self.service.handle(&incoming).await.reply, Reply::Public)
    }

    /// Sends a command; returns whether the reply is public.
    pub(crate) async fn commands(&mut self, name: &str, line: &str) -> bool {
        self.says(name, UserAction::Line(line.to_owned())).await
    }

    /// The running game.
    pub(crate) async fn game(&self) -> Option<GameRecord> {
        self.ledger().channel(&channel()).await.expect("a record that reads").value.game
    }

    pub(crate) fn ledger(&self) -> Repository {
        Repository::new(self.store.clone())
    }

    /// All notices in the outbox.
    pub(crate) async fn waiting(&self) -> Vec<Notice> {
        let all = KeyRange::prefix(Key::new());
        let rows = self.store.scan(Table::Outbox, all, ScanOrder::Ascending, 1000).await.expect("memory");
        rows.into_iter().map(|(_, row)| forms::read(&row.value).expect("a notice")).collect()
    }
}

fn service(seed: u64, store: &Arc<MemoryStore>, clock: &Arc<Ticks>) -> Bot {
    let parts = BotParts {
        vacation_days: 28,
        computer: ComputerSettings::default(),
        locales: Locales::embedded(),
        store: store.clone(),
        clock: clock.clone(),
        directory: Arc::new(Nobody),
        rng: Box::new(ChaCha8Rng::seed_from_u64(seed)),
    };
    Bot::new(parts).expect("locale files")
}

fn channel() -> ChannelId {
    ChannelId("test:lobby".to_owned())
}
