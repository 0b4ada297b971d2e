//! Test that the present program goes on with the fixture store, a stored copy of a store in
//! `tests/fixtures`: games of all kinds with open offers, touches and hidden cards, challenges and
//! panels, undelivered messages, and repeated events. Not here: single rows
//! (`src/core/records/fixture.rs`).

#[path = "../../../tests/fixture_store/files.rs"]
mod files;

use std::{collections::HashMap, fs, path::Path, sync::Arc};

use adoube_bot::{
    ChannelId, ChatEvent, ControlRow, DeliveryPolicy, DeliveryReceipt, IdempotencyKey, Language, Locales,
    MessageAccess, Notice, Person, PersonId, Reply, UserAction, Viewer,
};
use adoube_rules::Game;
use adoube_store::{Key, KeyRange, MemoryStore, ScanOrder, Store, Table, import};
use serde_json::Value;

use crate::support::Chat;

/// Plies that every game goes on for.
const PLIES: usize = 6;

/// The fixture store of a platform, and a service on it.
struct World {
    chat: Chat,
    store: Arc<MemoryStore>,
    platform: String,
    people: HashMap<String, Person>,
    answers: Vec<(IdempotencyKey, Value)>,
}

impl World {
    async fn open(path: &Path) -> Self {
        let text = fs::read_to_string(path).expect("lines");
        let store = Arc::new(MemoryStore::new());
        import(&*store, text.as_bytes()).await.expect("an export");
        let chat = Chat::with_store(&[], 1, store.clone());
        let platform = path.file_stem().and_then(|name| name.to_str()).expect("a platform").to_owned();
        let mut world = Self { chat, store, platform, people: HashMap::new(), answers: Vec::new() };
        for line in text.lines() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            if let (Some(event), Some(answer)) = (line["event"].as_str(), line.get("answer")) {
                world.answers.push((IdempotencyKey::new(event).expect("an id"), answer.clone()));
            }
        }
        for (_, record) in world.channels().await {
            world.meet(&record);
        }
        world
    }

    /// Everybody who plays, challenges or sets something up.
    fn meet(&mut self, record: &Value) {
        let seats = ["white", "black"].map(|side| &record["game"]["seats"][side]);
        let challengers = record["challenges"].as_array().into_iter().flatten().map(|one| &one["challenger"]);
        let owners = record["panels"].as_array().into_iter().flatten().map(|one| &one["owner"]);
        for person in seats.into_iter().chain(challengers).chain(owners) {
            if let (Some(id), Some(name)) = (person["id"].as_str(), person["name"].as_str()) {
                let person = Person { id: PersonId(id.to_owned()), name: name.to_owned() };
                self.people.insert(name.to_owned(), person);
            }
        }
    }

    /// Every channel of the bot's, as it stands in the store.
    async fn channels(&self) -> Vec<(ChannelId, Value)> {
        let range = KeyRange::prefix(Key::new());
        let rows = self.store.scan(Table::Channel, range, ScanOrder::Ascending, 1000).await.expect("memory");
        let rows = rows.into_iter().filter_map(|(key, record)| {
            let channel = ChannelId(adoube_store::KeyReader::new(&key).text()?);
            (channel.platform() == self.platform).then_some((channel, record.value))
        });
        rows.map(|(channel, value)| (channel, serde_json::from_slice(&value).expect("JSON"))).collect()
    }

    /// The first channel of which this is true.
    async fn place(&self, what: &str, is_it: impl Fn(&Value) -> bool) -> ChannelId {
        let found = self.channels().await.into_iter().find(|(_, record)| is_it(record));
        found.unwrap_or_else(|| panic!("{}: no channel with {what}", self.platform)).0
    }

    async fn record(&self, channel: &ChannelId) -> Value {
        let key = Key::new().text(&channel.0);
        let record = self.store.get(Table::Channel, key.as_ref()).await.expect("memory").expect("a channel");
        serde_json::from_slice(&record.value).expect("JSON")
    }

    async fn acts(&mut self, channel: &ChannelId, name: &str, action: UserAction) -> Reply {
        let event = self.chat.event(name, Language::EN, false, action);
        let person = self.people[name].clone();
        self.chat.service.handle(&ChatEvent { channel: channel.clone(), person, ..event }).await.reply
    }

    async fn says(&mut self, channel: &ChannelId, name: &str, line: &str) -> Reply {
        let action = match line.strip_prefix('/') {
            Some(command) => UserAction::Line(command.to_owned()),
            None => UserAction::Text(line.to_owned()),
        };
        self.acts(channel, name, action).await
    }

    /// Says these things, each of which everybody hears about.
    async fn plays(&mut self, channel: &ChannelId, deeds: &[(&str, &str)]) {
        for (name, line) in deeds {
            let reply = self.says(channel, name, line).await;
            assert_eq!(reply, Reply::Public, "{}: {channel}: {name}: {line}", self.platform);
        }
    }

    /// Presses the button with this label on what somebody was answered.
    async fn presses(&mut self, channel: &ChannelId, name: &str, reply: Reply, label: &str) -> Reply {
        let (Reply::Private(notice) | Reply::Replace(notice)) = reply else { panic!("{reply:?}") };
        let viewer = self.viewer(Some(name), Language::EN);
        let message = self.chat.service.present(&notice, &viewer);
        let buttons = message.rows.into_iter().flat_map(|row| match row {
            ControlRow::Buttons(buttons) => buttons,
            ControlRow::Menu(_) => Vec::new(),
        });
        let button = buttons.into_iter().find(|button| button.label == label);
        let id = button.unwrap_or_else(|| panic!("no {label}: {notice:?}")).id;
        self.acts(channel, name, UserAction::Press { id, value: None }).await
    }

    fn viewer(&self, name: Option<&str>, language: Language) -> Viewer {
        let person = name.map(|name| self.people[name].id.clone());
        Viewer {
            person,
            language,
            hearing: MessageAccess::Everything,
            taste: adoube_bot::ReadingPreferences::default(),
        }
    }

    /// Everything that waits is shown to everybody and taken out; how much that was.
    async fn deliver(&self) -> usize {
        let outbox = self.chat.service.outbox_of(&self.platform, DeliveryPolicy::WITHOUT_RELAY);
        let mut count = 0;
        while let Some(lane) = outbox.waiting(None, 1).await.expect("memory").pop() {
            let held = outbox.hold(&lane).await;
            while let Some(first) = held.first().await.expect("memory") {
                let delivery = &first.delivery;
                for name in [None, Some("Ada"), Some("Bob")] {
                    for language in Locales::embedded().languages() {
                        let viewer = self.viewer(name, language);
                        let message = self.chat.service.present(&delivery.notice, &viewer);
                        // That its game is over is the thread's own business.
                        let is_silent = matches!(delivery.notice, Notice::CloseThread { .. });
                        assert_eq!(message.blocks.is_empty(), is_silent, "{delivery:?}");
                    }
                }
                // A game that waited for a thread begins without.
                assert!(held.done(&first, DeliveryReceipt::default()).await.expect("memory"), "{delivery:?}");
                count += 1;
            }
        }
        outbox.leave().await;
        count
    }

    /// What did something before is answered as it was.
    async fn repeats(&mut self) {
        let channel = self.channels().await[0].0.clone();
        for (event, answer) in std::mem::take(&mut self.answers) {
            let incoming =
                self.chat.event("Ada", Language::of("de"), false, UserAction::Line("help".to_owned()));
            let incoming = ChatEvent { event, channel: channel.clone(), ..incoming };
            let reply = self.chat.service.handle(&incoming).await.reply;
            let said = unlabelled(serde_json::to_value(reply).expect("JSON"));
            assert_eq!(said, unlabelled(answer["reply"].clone()), "{}: {}", self.platform, incoming.event);
        }
    }

    /// The running game goes on by its first legal moves.
    async fn goes_on(&mut self, channel: &ChannelId) -> usize {
        let mut played = 0;
        while played < PLIES {
            let game = self.record(channel).await["game"].take();
            let Some((name, lan, asks)) = next_move(&game) else { break };
            match self.says(channel, &name, &lan).await {
                Reply::Public => {}
                // A drop is possible after it, which its player alone is told.
                Reply::Private(notice) if asks => {
                    assert!(matches!(*notice, Notice::Hand(_)), "{channel}: {lan}: {notice:?}");
                    self.plays(channel, &[(&name, "/pass")]).await;
                }
                reply => panic!("{}: {channel}: {name}: {lan}: {reply:?}", self.platform),
            }
            played += 1;
        }
        played
    }
}

/// Whose move it is, the first one there is, and whether cards may be dropped after it.
fn next_move(game: &Value) -> Option<(String, String, bool)> {
    if game.is_null() || !game["choosing"].is_null() {
        return None;
    }
    let state = serde_json::from_value(game["state"].clone()).expect("a snapshot");
    let state = Game::restore(state).expect("a position");
    let side = serde_json::to_value(state.position().side_to_move()).expect("JSON");
    let made = state.legal_moves().iter().find(|made| made.drop.is_none())?;
    let name = game["seats"][side.as_str()?]["name"].as_str()?.to_owned();
    Some((name, made.to_string(), !game["deal"].is_null()))
}

fn unlabelled(mut reply: Value) -> Value {
    for kind in ["private", "update"] {
        if let Some(notice) = reply.get_mut(kind).and_then(Value::as_object_mut) {
            notice.remove("format");
        }
    }
    reply
}

async fn every_platform() -> Vec<World> {
    let mut worlds = Vec::new();
    for file in files::all() {
        worlds.push(World::open(&file).await);
    }
    assert!(worlds.len() == 3);
    worlds
}

#[tokio::test]
async fn what_waits_is_said_and_what_was_answered_is_answered_again() {
    for mut world in every_platform().await {
        world.repeats().await;
        assert!(world.deliver().await > 80, "{}", world.platform);
    }
}

#[tokio::test]
async fn what_was_open_is_still_open() {
    for mut world in every_platform().await {
        let offer = |kind: &'static str| move |record: &Value| record["game"]["offer"]["kind"] == kind;
        let draw = world.place("a draw that was offered", offer("draw")).await;
        world.plays(&draw, &[("Bob", "/draw accept")]).await;
        assert!(world.record(&draw).await["game"].is_null(), "the draw is agreed");

        let takeback =
            world.place("a takeback", |record| record["game"]["offer"]["kind"]["takeback"].is_object()).await;
        let plies = world.record(&takeback).await["game"]["plies"].as_u64();
        world.plays(&takeback, &[("Bob", "/takeback accept")]).await;
        let fewer = world.record(&takeback).await["game"]["plies"].as_u64();
        assert_eq!(fewer.map(|plies| plies + 1), plies, "the ply is taken back");

        let touched =
            world.place("a touched Pawn", |record| !record["game"]["touches"]["promoting"].is_null()).await;
        world.plays(&touched, &[("Bob", "Q")]).await;
        assert_eq!(world.record(&touched).await["game"]["last"]["promoted"], "Q");

        let choosing = world.place("a choice", |record| !record["game"]["choosing"].is_null()).await;
        world.plays(&choosing, &[("Ada", "/pick Nightrider"), ("Bob", "/pick Joker")]).await;
        assert_eq!(world.goes_on(&choosing).await, PLIES);

        // Challenges and panels wait for a week, and the web chat's store is older than that.
        if world.platform == "web" {
            continue;
        }
        let challenged = |record: &Value| {
            !record["game"].is_null()
                && record["challenges"].as_array().is_some_and(|open| {
                    open.iter().any(|one| one["challenger"]["name"] == "Ada" && one["opponent"].is_null())
                })
        };
        let busy = world.place("a challenge and a game", challenged).await;
        let asked = world.says(&busy, "Eve", "/resign").await;
        let resigned = world.presses(&busy, "Eve", asked, "Resign the game").await;
        assert!(
            matches!(&resigned, Reply::Replace(notice) if matches!(**notice, Notice::EndAnswered { .. }))
        );
        world.plays(&busy, &[("Bob", "/accept")]).await;
        assert_eq!(world.goes_on(&busy).await, PLIES);

        let panels = world
            .place("two panels", |record| record["panels"].as_array().is_some_and(|open| open.len() == 2))
            .await;
        let panel = world.says(&panels, "Ada", "/setup").await;
        let sent = world.presses(&panels, "Ada", panel, "Challenge").await;
        assert!(!matches!(sent, Reply::Private(_)), "{}: {sent:?}", world.platform);
        world.plays(&panels, &[("Bob", "/accept")]).await;
        assert_eq!(world.goes_on(&panels).await, PLIES);
        assert_eq!(world.record(&panels).await["panels"][0]["owner"]["name"], "Eve", "hers is open still");
    }
}

#[tokio::test]
async fn every_game_goes_on() {
    for mut world in every_platform().await {
        let mut variants = HashMap::new();
        for (channel, record) in world.channels().await {
            let game = &record["game"];
            if !game["begun"].is_null() {
                let black = game["seats"]["black"]["name"].as_str().expect("a name").to_owned();
                world.plays(&channel, &[(&black, "/pass")]).await;
            }
            if !game["touches"]["promoting"].is_null() {
                continue;
            }
            let played = world.goes_on(&channel).await;
            if played > 0 {
                assert_eq!(played, PLIES, "{channel}");
                *variants.entry(game["variant"].as_str().unwrap_or_default().to_owned()).or_insert(0) += 1;
            }
        }
        assert_eq!(variants.len(), 4, "{}: {variants:?}", world.platform);
        world.deliver().await;
    }
}
