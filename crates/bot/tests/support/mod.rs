//! Helpers of the bot's tests: a chat with people in a channel, a store in memory, a clock that can
//! be set, and everything random drawn from a seed.

pub mod conflicting_store;
pub mod coverage_counts;
pub mod faulty_store;
pub mod languages;
pub mod random_actions;
pub mod record_check;
pub mod script;
pub mod table;
pub mod test_language;

use std::sync::Arc;

use adoube_bot::{
    ActiveChannel, Bot, BotParts, ChannelId, ChatEvent, Clock, ComputerSettings, ControlRow, DeliveryPolicy,
    DeliveryReceipt, EngineQuestion, IdempotencyKey, Language, Locales, Message, Notice, OutboxEntry,
    PersonDirectory, ThreadPolicy, UserAction, Viewer, forms,
};
use adoube_store::{Key, KeyRange, MemoryStore, ScanOrder, Store, Table};
use adoube_testing::{clock::TestClock, people::TestDirectory};
use rand::SeedableRng;

pub use adoube_testing::{limits, people::person};

/// The channel everything happens in.
pub fn channel() -> ChannelId {
    ChannelId("test:lobby".to_owned())
}

/// What somebody does in English, in a place without threads where nobody else reads along.
pub fn incoming(event: &str, channel: &ChannelId, name: &str, action: UserAction) -> ChatEvent {
    let event = IdempotencyKey::new(event).unwrap_or_else(|error| panic!("{error}"));
    ChatEvent::new(event, channel.clone(), person(name), action)
}

/// What makes a conversation of somebody's own one about the channel.
pub fn ongoing() -> ActiveChannel {
    ActiveChannel {
        place: None,
        channel: channel(),
        moderator: false,
        threads: ThreadPolicy::Never,
        also: Vec::new(),
    }
}

/// Somebody who hears everything and has chosen nothing; nobody in particular without a name.
pub fn viewer(name: Option<&str>, language: Language) -> Viewer {
    Viewer { person: name.map(|name| person(name).id), ..Viewer::of_channel(language) }
}

/// Pressing the first button of a message.
pub fn first_button(message: &Message) -> UserAction {
    let Some(ControlRow::Buttons(buttons)) = message.rows.first() else { panic!("no button: {message:?}") };
    UserAction::Press { id: buttons[0].id.clone(), value: None }
}

/// The id of the button or menu whose label begins so.
pub fn control(message: &Message, label: &str) -> String {
    let found = message.rows.iter().find_map(|row| match row {
        ControlRow::Buttons(buttons) => {
            buttons.iter().find(|button| button.label.starts_with(label)).map(|button| button.id.clone())
        }
        ControlRow::Menu(menu) => menu.label.starts_with(label).then(|| menu.id.clone()),
    });
    found.unwrap_or_else(|| panic!("no {label}: {message:?}"))
}

/// A service in which these people can be addressed.
pub fn service(names: &[&str], seed: u64, store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Bot {
    service_with(ComputerSettings::default(), names, seed, store, clock)
}

/// The same, where the computer plays as set.
pub fn service_with(
    computer: ComputerSettings,
    names: &[&str],
    seed: u64,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
) -> Bot {
    made_of(computer, Locales::embedded(), Arc::new(TestDirectory::named(names)), seed, store, clock)
}

fn made_of(
    computer: ComputerSettings,
    locales: Locales,
    directory: Arc<dyn PersonDirectory>,
    seed: u64,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
) -> Bot {
    let parts = BotParts {
        vacation_days: 28,
        computer,
        locales,
        store,
        clock,
        directory,
        rng: Box::new(rand_chacha::ChaCha8Rng::seed_from_u64(seed)),
    };
    Bot::new(parts).unwrap_or_else(|error| panic!("{error}"))
}

/// Everything that whoever asked is shown one after the other, to the last.
pub async fn thoughts(service: &Bot, question: &EngineQuestion) -> Vec<Notice> {
    let (mut thinking, mut shown) = (service.run_question(question), Vec::new());
    while let Some(notice) = thinking.next().await {
        shown.push(notice);
    }
    shown
}

/// Everything that waits in a lane, as a program takes it out of the outbox that comes, delivers and goes again.
pub async fn delivered(service: &Bot, lane: &ChannelId) -> Vec<OutboxEntry> {
    let outbox = service.outbox_of(lane.platform(), DeliveryPolicy::WITHOUT_RELAY);
    let held = outbox.hold(lane).await;
    let mut delivered = Vec::new();
    while let Some(first) = held.first().await.unwrap_or_else(|error| panic!("{error}")) {
        let done =
            held.done(&first, DeliveryReceipt::default()).await.unwrap_or_else(|error| panic!("{error}"));
        assert!(done, "somebody else delivers in {lane}");
        delivered.push(first.delivery);
    }
    outbox.leave().await;
    delivered
}

/// Everything that waits in a lane, which goes on waiting: the rows as they stand in the store.
pub async fn waiting(store: &dyn Store, lane: &ChannelId) -> Vec<Notice> {
    let range = KeyRange::prefix(Key::new().text(lane.platform()).text(&lane.0));
    let rows = store.scan(Table::Outbox, range, ScanOrder::Ascending, 1000).await;
    let rows = rows.unwrap_or_else(|error| panic!("{error}")).into_iter();
    rows.map(|(_, row)| forms::read(&row.value).unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// A service with people in it.
pub struct Chat {
    pub service: Bot,
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
        Self::made_of(locales, Arc::new(TestDirectory::named(names)), seed, store)
    }

    /// Begins with an empty store, among these people.
    pub fn among(directory: Arc<dyn PersonDirectory>, seed: u64) -> Self {
        Self::made_of(Locales::embedded(), directory, seed, Arc::new(MemoryStore::new()))
    }

    fn made_of(
        locales: Locales,
        directory: Arc<dyn PersonDirectory>,
        seed: u64,
        store: Arc<dyn Store>,
    ) -> Self {
        let clock = Arc::new(TestClock::default());
        let settings = ComputerSettings::default();
        let service = made_of(settings, locales, directory, seed, store.clone(), clock.clone());
        Self { service, store, clock, events: 0 }
    }

    /// Leaves out so many ids of events: another chat has them.
    pub fn skip_events(&mut self, count: u64) {
        self.events += count;
    }

    /// An event of a person, with an id of its own.
    pub fn event(
        &mut self,
        name: &str,
        language: Language,
        moderator: bool,
        action: UserAction,
    ) -> ChatEvent {
        self.events += 1;
        let event = format!("test:{}", self.events);
        ChatEvent { language, moderator, ..incoming(&event, &channel(), name, action) }
    }

    /// Everything posted since the last look, taken out of the outbox.
    pub async fn posted(&self) -> Vec<Notice> {
        delivered(&self.service, &channel()).await.into_iter().map(|delivery| delivery.notice).collect()
    }

    /// A notice as somebody reads it.
    pub fn read(&self, notice: &Notice, name: Option<&str>, language: Language) -> Message {
        self.service.present(notice, &viewer(name, language))
    }
}
