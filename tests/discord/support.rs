//! Helpers of the Discord tests: people on the fake Discord and what they do and read, and the bot
//! started and stopped as the program does it. Not here: how Discord behaves (`fake`).

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use adoube::directory::PlatformDirectories;
use adoube_bot::{Bot, BotParts, Clock, Locales};
use adoube_platform_discord::{
    self as discord, DiscordDirectory, DiscordPlatform, DiscordSettings, GatewayExit,
};
use adoube_render::Renderer;
use adoube_store::{MemoryStore, Store};
use adoube_testing::{TEST_TIMEOUT, clock::FastClock};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use tokio::{sync::oneshot, task::JoinHandle};

use crate::{
    caller::{Caller, hex},
    fake::{
        APPLICATION, Channel, Fake, GUILD, Interaction, Message, OTHER_GUILD, Opt, Reply, Request, TOKEN,
        User, direct,
    },
    gate::{Gate, GatedStore},
    limits,
    openapi::Description,
    still::Still,
};

pub const ADA: u64 = 2001;
pub const BOB: u64 = 2002;
pub const CARLA: u64 = 2003;
pub const ROBOT: u64 = 2004;
/// The bot itself.
pub const BOT: u64 = APPLICATION;

/// A channel of a server the bot is in.
pub const CHESS: u64 = 3001;
/// Another one.
pub const GO: u64 = 3002;
/// One of a German server.
pub const SCHACH: u64 = 3003;
/// One of a server the bot is not in; people bring it with them.
pub const ELSEWHERE: u64 = 3004;
/// A direct message between two people.
pub const BETWEEN: u64 = 3005;

/// The moment it is until time passes, in milliseconds since 1970.
pub const NOW: u64 = 1_767_225_600_000;

pub struct RunningBot {
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), GatewayExit>>,
}

fn is_public(message: &Message, channel: u64) -> bool {
    let for_all = message.only_for.is_none() && !message.deleted;
    message.channel == channel && message.author == APPLICATION && for_all
}

/// A Discord with people and channels, and a bot that may run on it.
pub struct World {
    pub fake: Arc<Fake>,
    pub store: Arc<GatedStore>,
    pub settings: DiscordSettings,
    clock: Arc<Still>,
    service: Option<Bot>,
    pub locales: Locales,
    bot: Option<RunningBot>,
    seed: u64,
    /// What people did and the bot has not heard of.
    held: Option<Mutex<Vec<Value>>>,
    /// How Discord calls the bot, where it does not listen to the gateway.
    pub calls: Option<Arc<Caller>>,
}

impl World {
    /// With nobody but people on it.
    pub async fn without_bot() -> Self {
        let fake = Fake::start().await;
        fake.change(|state| {
            state.owner = CARLA;
            let user = |id, name: &str, locale: &str, bot, permissions| User {
                id,
                name: name.to_owned(),
                locale: locale.to_owned(),
                bot,
                permissions,
            };
            // Carla may manage messages.
            for user in [
                user(ADA, "Ada", "en-US", false, 0),
                user(BOB, "Bob", "en-GB", false, 0),
                user(CARLA, "Carla", "de", false, 1 << 13),
                user(ROBOT, "Robot", "en-US", true, 0),
            ] {
                state.users.insert(user.id, user);
            }
            let place = |guild: Option<u64>, locale: Option<&str>, installed| Channel {
                guild,
                guild_locale: locale.map(str::to_owned),
                installed,
                kind: u64::from(guild.is_none()),
                ..Channel::default()
            };
            for (id, channel) in [
                (CHESS, place(Some(GUILD), None, true)),
                (GO, place(Some(GUILD), None, true)),
                (SCHACH, place(Some(GUILD), Some("de"), true)),
                (ELSEWHERE, place(Some(OTHER_GUILD), None, false)),
                (BETWEEN, place(None, None, false)),
                (direct(ADA), place(None, None, true)),
                (direct(BOB), place(None, None, true)),
                (direct(CARLA), place(None, None, true)),
            ] {
                state.channels.insert(id, channel);
            }
        });
        let settings = DiscordSettings { token: Some(TOKEN.to_owned().into()), ..DiscordSettings::default() };
        Self {
            fake,
            store: Gate::before(MemoryStore::new()),
            settings,
            clock: Arc::new(Still::new(NOW)),
            service: None,
            locales: Locales::embedded(),
            bot: None,
            seed: 0,
            held: None,
            calls: None,
        }
    }

    /// With the bot connected and its commands registered.
    pub async fn new() -> Self {
        let mut world = Self::without_bot().await;
        world.start_bot().await;
        world.fake.until("the commands", |state| state.commands.get(&0).map(|_| ())).await;
        world
    }

    /// The bot, not yet connected.
    pub fn bot(&mut self) -> Arc<DiscordPlatform> {
        self.seed += 1;
        let clock: Arc<dyn Clock> = Arc::<Still>::clone(&self.clock);
        let store: Arc<dyn Store> = Arc::<GatedStore>::clone(&self.store);
        let premises = DiscordDirectory::new(Arc::clone(&store));
        let directories = PlatformDirectories::default().with(discord::PLATFORM, premises.people().clone());
        let service = Bot::new(BotParts {
            vacation_days: 28,
            computer: adoube_bot::ComputerSettings::default(),
            locales: self.locales.clone(),
            store,
            clock: Arc::clone(&clock),
            directory: Arc::new(directories),
            rng: Box::new(ChaCha8Rng::seed_from_u64(self.seed)),
        });
        let service = service.expect("locale files");
        self.service = Some(service.clone());
        let parts = discord::DiscordParts {
            bot: service,
            clock,
            directory: premises,
            renderer: Arc::new(Renderer::new().expect("a renderer")),
            settings: self.settings.clone(),
            client: self.fake.client(),
        };
        DiscordPlatform::new(parts).expect("a token")
    }

    /// From now on whatever waits for a timer waits so many times less long; before there is a bot.
    pub fn hurry(&self, factor: u32) -> FastClock {
        self.clock.hurry(factor)
    }

    /// How long the bot was to wait for its timer, each time, in whole seconds.
    pub fn waits(&self) -> Vec<u64> {
        self.clock.waits()
    }

    /// Starts it and waits until it hears.
    pub async fn start_bot(&mut self) {
        let before = self.fake.state().identified;
        let discord = self.bot();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(discord.serve(None, async move {
            let _ = stopped.await;
        }));
        self.bot = Some(RunningBot { stop, task });
        self.fake.until("an IDENTIFY", |state| (state.identified > before).then_some(())).await;
    }

    /// Starts it to be called over HTTP.
    pub async fn start_called_bot(&mut self) -> Arc<Caller> {
        let key = rcgen::KeyPair::generate_for(&rcgen::PKCS_ED25519).expect("a key");
        let public = hex(rcgen::PublicKeyData::der_bytes(&key));
        self.fake.change(|state| {
            state.verify_key = public;
            state.endpoint = Some("https://chess.example/discord".to_owned());
        });
        self.settings.interactions = Some(([127, 0, 0, 1], 0).into());
        let discord = self.bot();
        discord.identify().await.expect("a token");
        let listener = discord.bind().await.expect("a port").expect("an address is set");
        let address = format!("http://{}/", listener.local_addr().expect("an address"));
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(discord.serve(Some(listener), async move {
            let _ = stopped.await;
        }));
        self.bot = Some(RunningBot { stop, task });
        let caller = Arc::new(Caller::new(address, key));
        self.calls = Some(Arc::clone(&caller));
        caller
    }

    /// The server is a Community that speaks English, whoever is there.
    pub fn speaks_english(&self) {
        self.fake.change(|state| {
            for channel in [CHESS, GO] {
                state.channels.get_mut(&channel).expect("a channel").guild_locale = Some("en-GB".to_owned());
            }
        });
    }

    /// Who decides.
    pub fn service(&self) -> &Bot {
        self.service.as_ref().expect("a bot")
    }

    /// Time passes for the bot, and what is due by then is done.
    pub async fn time_passes(&self, time: Duration) {
        self.clock.passes(time);
        let service = self.service.as_ref().expect("a bot");
        service.run_due_jobs().await.expect("a store");
    }

    /// The computer plays the turns that are its own.
    pub async fn let_computer_play(&self) {
        self.service.as_ref().expect("a bot").run_computer_once().await;
    }

    /// Stops it as the program does.
    pub async fn stop_bot(&mut self) {
        let RunningBot { stop, task } = self.bot.take().expect("a bot");
        let _ = stop.send(());
        task.await.expect("it stops in order").expect("it was there until now");
        self.fake.forget_sessions();
    }

    /// Waits until the bot leaves Discord by itself; says why.
    pub async fn left(&mut self) -> GatewayExit {
        let RunningBot { stop, task } = self.bot.take().expect("a bot");
        let ended = tokio::time::timeout(TEST_TIMEOUT, task).await.expect("it leaves");
        drop(stop);
        ended.expect("it leaves in order").expect_err("nobody told it to")
    }

    /// Stops it and starts it anew as it was; whatever was under way is finished between.
    pub async fn restart_bot(&mut self) {
        self.stop_bot().await;
        match self.calls {
            None => self.start_bot().await,
            Some(_) => drop(self.start_called_bot().await),
        }
    }

    /// Somebody does something; the bot hears of it, unless it is held back.
    pub fn interaction(&self, user: u64, channel: u64, source: Option<u64>, kind: u8, data: Value) -> String {
        let (token, event) = self.fake.interaction(user, channel, source, (kind, data));
        match &self.held {
            Some(held) => held.lock().expect("a lock").push(event),
            None => self.tell(event),
        }
        token
    }

    /// The bot hears of something.
    pub fn tell(&self, event: Value) {
        match self.calls.clone() {
            None => self.fake.dispatch("INTERACTION_CREATE", &event),
            Some(caller) => drop(tokio::spawn(async move { caller.call(&event).await })),
        }
    }

    /// From now on nothing reaches the bot until [`World::let_go`].
    pub fn hold(&mut self) {
        self.held = Some(Mutex::default());
    }

    /// What was held back, for whoever lets the bot hear of it.
    pub fn let_go(&mut self) -> Vec<Value> {
        self.held.take().map(|held| held.into_inner().expect("a lock")).unwrap_or_default()
    }

    /// `/command option:value`.
    pub fn slash(&self, user: u64, channel: u64, command: &str, options: &[(&str, Opt)]) -> String {
        let data = crate::fake::command(command, options);
        self.interaction(user, channel, None, 2, data)
    }

    /// A command in the menu of a person.
    pub fn on_person(&self, user: u64, channel: u64, name: &str, person: u64) -> String {
        let account = crate::fake::user(&self.fake.state().users[&person]);
        let resolved = json!({ "users": { person.to_string(): account } });
        self.interaction(user, channel, None, 2, crate::fake::from_menu(name, 2, person, &resolved))
    }

    /// A command in the menu of a message, as the bot sees that: with its words.
    pub fn on_message(&self, user: u64, channel: u64, name: &str, words: &str) -> String {
        let message = json!({
            "id": "77", "channel_id": channel.to_string(), "content": words, "type": 0, "attachments": [], "embeds": [],
        });
        let resolved = json!({ "messages": { "77": message } });
        self.interaction(user, channel, None, 2, crate::fake::from_menu(name, 3, 77, &resolved))
    }

    /// Fills in the form with which an interaction was answered.
    pub async fn fills_in(&self, token: &str, words: &str) -> String {
        self.answered(token).await;
        let (asked, data) = self.fake.state().filled_in(token, words);
        self.interaction(asked.user, asked.channel, asked.source, 5, data)
    }

    /// Types the beginning of an option.
    pub fn types(&self, user: u64, channel: u64, command: &str, option: &str, text: &str) -> String {
        let data = crate::fake::command(command, &[(option, Opt::Typing(text.to_owned()))]);
        self.interaction(user, channel, None, 4, data)
    }

    /// Presses a button of a message.
    pub fn press(&self, user: u64, message: u64, label: &str) -> String {
        self.try_to_press(user, message, label).unwrap_or_else(|| panic!("no button {label}"))
    }

    /// Presses a button of a message, if it has that button at this moment.
    pub fn try_to_press(&self, user: u64, message: u64, label: &str) -> Option<String> {
        let (channel, id, _) = self.find_control(message, |control| control["label"] == label)?;
        let data = json!({ "custom_id": id, "component_type": 2 });
        Some(self.component(user, channel, message, data))
    }

    /// Picks what begins so from a menu of a message.
    pub fn pick(&self, user: u64, message: u64, label: &str) -> String {
        let begins = |option: &&Value| option["label"].as_str().is_some_and(|text| text.starts_with(label));
        let option = |menu: &Value| menu["options"].as_array()?.iter().find(begins).cloned();
        let found = self.find_control(message, |control| option(control).is_some());
        let (channel, id, menu) = found.unwrap_or_else(|| panic!("no menu with {label}"));
        let value = option(&menu).expect("an option")["value"].clone();
        let data = json!({ "custom_id": id, "component_type": 3, "values": [value] });
        self.component(user, channel, message, data)
    }

    /// Picks somebody from the menu of people of a message.
    pub fn pick_person(&self, user: u64, message: u64, person: u64) -> String {
        let found = self.find_control(message, |control| control["type"] == 5);
        let (channel, id, _) = found.expect("a menu of people");
        let person = crate::fake::user(&self.fake.state().users[&person]);
        let picked = person["id"].as_str().expect("an id").to_owned();
        let mut data = json!({ "custom_id": id, "component_type": 5, "values": [picked] });
        data["resolved"]["users"][picked] = person;
        self.component(user, channel, message, data)
    }

    fn component(&self, user: u64, channel: u64, message: u64, data: Value) -> String {
        self.interaction(user, channel, Some(message), 3, data)
    }

    fn find_control(&self, message: u64, is: impl Fn(&Value) -> bool) -> Option<(u64, Value, Value)> {
        self.fake.state().control(message, is)
    }

    /// Waits until an interaction has its final answer.
    pub async fn answered(&self, token: &str) -> Interaction {
        self.fake.answered(token).await
    }

    /// The message with which an interaction was answered.
    pub async fn reply(&self, token: &str) -> Message {
        let interaction = self.answered(token).await;
        let state = self.fake.state();
        let original = interaction.original.unwrap_or_else(|| panic!("no message: {interaction:?}"));
        state.message(original).expect("the message is there").clone()
    }

    /// The same, where it is answered with one.
    pub async fn reply_if_any(&self, token: &str) -> Option<Message> {
        let interaction = self.answered(token).await;
        self.fake.state().message(interaction.original?).cloned()
    }

    /// Somebody writes in a channel; returns the message's id. `<@id>` in the text mentions, [`BOT`] too.
    pub fn says(&self, user: u64, channel: u64, text: &str) -> u64 {
        self.fake.says(user, channel, text, None)
    }

    /// Somebody answers a message, as usual with a ping for its author.
    pub fn replies(&self, user: u64, to: u64, text: &str) -> u64 {
        let channel = self.fake.state().message(to).expect("the message is there").channel;
        self.fake.says(user, channel, text, Some(Reply { to, pings: true }))
    }

    /// Somebody answers a message without a ping.
    pub fn replies_quietly(&self, user: u64, to: u64, text: &str) -> u64 {
        let channel = self.fake.state().message(to).expect("the message is there").channel;
        self.fake.says(user, channel, text, Some(Reply { to, pings: false }))
    }

    /// What the bot told everybody in a channel, oldest first.
    pub fn public(&self, channel: u64) -> Vec<Message> {
        self.fake.state().messages.iter().filter(|message| is_public(message, channel)).cloned().collect()
    }

    /// Waits until the bot has told everybody in a channel this much; returns the last of it.
    pub async fn nth(&self, channel: u64, count: usize) -> Message {
        self.fake
            .until("a message for everybody", |state| {
                state.messages.iter().filter(|message| is_public(message, channel)).nth(count - 1).cloned()
            })
            .await
    }

    /// Ada challenges Bob to chess with the white pieces, and Bob accepts: two messages for everybody.
    pub async fn begin(&self, channel: u64) -> Message {
        let options = [
            ("opponent", Opt::User(BOB)),
            ("variant", Opt::Text("chess".to_owned())),
            ("colour", Opt::Text("white".to_owned())),
        ];
        let before = self.public(channel).len();
        self.slash(ADA, channel, "play", &options);
        let challenge = self.nth(channel, before + 1).await;
        let label = if channel == SCHACH { "Annehmen" } else { "Accept" };
        self.press(BOB, challenge.id, label);
        self.nth(channel, before + 2).await
    }

    /// Plays a move as a command and waits for its board.
    pub async fn plays(&self, user: u64, channel: u64, text: &str) -> Message {
        let before = self.public(channel).len();
        self.moves(user, channel, text);
        self.nth(channel, before + 1).await
    }

    /// Plays a move as a command.
    pub fn moves(&self, user: u64, channel: u64, text: &str) -> String {
        self.slash(user, channel, "move", &[("move", Opt::Text(text.to_owned()))])
    }

    /// Waits until no message of a channel but the last has buttons.
    pub async fn only_the_last_has_buttons(&self, channel: u64) {
        self.fake
            .until("old buttons to go", |state| {
                let mut there: Vec<&Message> = state
                    .messages
                    .iter()
                    .filter(|message| message.channel == channel && message.only_for.is_none())
                    .collect();
                there.pop();
                there.iter().all(|message| message.components == json!([])).then_some(())
            })
            .await;
    }

    /// Waits until nothing waits in the outbox.
    pub async fn all_delivered(&self) {
        let store = Arc::clone(&self.store);
        let mut changed = self.fake.changes();
        let emptied = async {
            loop {
                let range = adoube_store::KeyRange::all();
                let left = store
                    .scan(adoube_store::Table::Outbox, range, adoube_store::ScanOrder::Ascending, 1)
                    .await;
                if left.expect("a store").is_empty() {
                    return;
                }
                // Taking it out follows the request by a moment that nothing here is told of.
                let _ = tokio::time::timeout(std::time::Duration::from_millis(20), changed.changed()).await;
            }
        };
        assert!(tokio::time::timeout(TEST_TIMEOUT, emptied).await.is_ok(), "notices wait in the outbox");
    }
}

/// Nothing goes out of the bot in any test that Discord would not take.
impl Drop for World {
    fn drop(&mut self) {
        // Where there was no bot, the test itself made the requests.
        if std::thread::panicking() || self.seed == 0 {
            return;
        }
        let requests = self.fake.state().requests.clone();
        requests.iter().for_each(limits::check);
        // What is made up on purpose is described nowhere.
        let is_usual = self.fake.state().application_says.is_null();
        let described = |request: &&Request| is_usual || !request.path.contains("applications/@me");
        Description::known().check(requests.iter().filter(described));
    }
}
