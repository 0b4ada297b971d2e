//! Starts, stops and restarts the bot on the homeserver, put together as the program does it. Not
//! here: people (`person`).

use std::{fs, path::PathBuf, sync::Arc};

use adoube::directory::PlatformDirectories;
use adoube_bot::{BotParts, Clock, SystemClock};
use adoube_matrix_client::{
    AccountSettings, ConnectError, MatrixApi, MatrixSecret, OperatorPrompt, OperatorTask,
};
use adoube_platform_matrix::{self as matrix, MatrixDirectory, MatrixPlatform, MatrixSettings};
use adoube_render::Renderer;
use adoube_store::{MemoryStore, Store};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;
use tokio::{sync::oneshot, task::JoinHandle};
use tracing::Level;
use tracing_subscriber::{filter::Targets, layer::SubscriberExt as _, util::SubscriberInitExt as _};

use crate::{
    choices::number_of,
    journal::fresh,
    person::{People, Person, Seen},
    synapse::Synapse,
};

/// Where the web chat of a bot is, for its visitors.
pub struct Bot {
    /// Host and port.
    pub host: String,
}

/// Nobody who looks after the account.
#[derive(Debug)]
struct Nobody;

impl OperatorPrompt for Nobody {
    fn asked(&self, errand: OperatorTask) {
        panic!("nobody does this: {errand:?}");
    }
}

/// A bot that plays.
struct Running {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// A homeserver with people on it, and a bot that may run there.
pub struct World {
    pub synapse: Arc<Synapse>,
    pub people: Arc<People>,
    /// Where the bot reaches the homeserver.
    pub address: String,
    pub store: Arc<dyn Store>,
    /// The bot's account, without the server.
    pub account: String,
    /// The bot's id.
    pub user: String,
    /// What is chosen about Matrix.
    pub settings: MatrixSettings,
    /// Its own recovery key, when somebody gives it to the bot.
    pub recovery_key: Option<String>,
    folder: TempDir,
    bot: Option<Running>,
    seed: u64,
}

impl World {
    /// On the homeserver of all tests, with the bot running. Nothing where there is no Synapse.
    pub async fn new() -> Option<Self> {
        let mut world = Self::on(Synapse::shared()?).await;
        world.start_bot().await;
        Some(world)
    }

    /// On this homeserver, with the bot's account and no bot.
    pub async fn on(synapse: Arc<Synapse>) -> Self {
        begin_log();
        let people = People::on(&synapse);
        let account = format!("chess{}", fresh());
        let user = people.register(&account).await;
        Self {
            address: synapse.address(),
            synapse,
            people,
            store: Arc::new(MemoryStore::new()),
            account,
            user,
            // The server has no limits that anybody reaches.
            settings: MatrixSettings {
                messages_per_minute: 0,
                room_messages_per_minute: 0,
                rooms_per_hour: 0,
                joins_per_minute: 0,
                ..MatrixSettings::default()
            },
            recovery_key: None,
            folder: tempfile::tempdir().expect("a folder"),
            bot: None,
            seed: 0,
        }
    }

    /// Ada and Bob.
    pub async fn two(&self) -> (Person, Person) {
        (self.people.person("ada").await, self.people.person("bob").await)
    }

    pub fn recovery_file(&self) -> PathBuf {
        self.folder.path().join("recovery-key.txt")
    }

    /// Where the bot keeps its keys.
    pub fn keys(&self) -> PathBuf {
        self.folder.path().join("matrix")
    }

    /// The disk with the bot's keys breaks; what it wrote for its owner lay there, too.
    pub fn lose_keys(&self) -> String {
        let key = fs::read_to_string(self.recovery_file()).expect("a recovery key");
        fs::remove_dir_all(self.keys()).expect("a folder");
        fs::remove_file(self.recovery_file()).expect("a file");
        key.trim().to_owned()
    }

    /// Logs the bot in, or takes up its session.
    pub async fn connect(&self) -> Result<Arc<dyn MatrixApi>, ConnectError> {
        adoube_matrix_client::connect(self.settings()).await
    }

    /// Another client of somebody's account, which gives it an identity.
    pub async fn connect_as(&self, name: &str) -> Result<Arc<dyn MatrixApi>, ConnectError> {
        let settings = AccountSettings {
            user: name.to_owned(),
            folder: self.folder.path().join(name),
            recovery_file: self.folder.path().join(format!("{name}.key")),
            display_name: name.to_owned(),
            ..self.settings()
        };
        adoube_matrix_client::connect(settings).await
    }

    /// With what it does so.
    pub fn settings(&self) -> AccountSettings {
        AccountSettings {
            homeserver: self.address.clone(),
            user: self.account.clone(),
            password: MatrixSecret::new(crate::person::PASSWORD),
            access_token: None,
            device_id: None,
            operator: Arc::new(Nobody),
            recovery_key: self.recovery_key.clone().map(MatrixSecret::new),
            passphrase: MatrixSecret::new("a passphrase"),
            folder: self.keys(),
            recovery_file: self.recovery_file(),
            display_name: "adoube".to_owned(),
            avatar: matrix::avatar(&Renderer::new().expect("a renderer")),
            device_name: "adoube".to_owned(),
            about: Some("https://example.org/chess".to_owned()),
            progress: None,
        }
    }

    /// The bot's service, also for whatever else it is on, and Matrix connected to it.
    pub async fn bot(&mut self, others: PlatformDirectories) -> (adoube_bot::Bot, Arc<MatrixPlatform>) {
        self.seed += 1;
        let link = self.connect().await.expect("a session");
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
        let premises = MatrixDirectory::new(Arc::clone(&self.store), Arc::clone(&clock));
        let directories = others.with(matrix::PLATFORM, premises.people().clone());
        let service = adoube_bot::Bot::new(BotParts {
            vacation_days: 28,
            computer: adoube_bot::ComputerSettings::default(),
            locales: adoube_bot::Locales::embedded(),
            store: Arc::clone(&self.store),
            clock: Arc::clone(&clock),
            directory: Arc::new(directories),
            rng: Box::new(ChaCha8Rng::seed_from_u64(self.seed)),
        });
        let service = service.expect("locale files");
        let parts = matrix::MatrixParts {
            bot: service.clone(),
            clock,
            directory: premises,
            renderer: Arc::new(Renderer::new().expect("a renderer")),
            settings: self.settings.clone(),
            client: link,
        };
        (service, MatrixPlatform::new(parts).expect("words"))
    }

    pub async fn start_bot(&mut self) {
        let (_, matrix) = self.bot(PlatformDirectories::default()).await;
        self.run(matrix);
    }

    /// Lets it play until it is stopped.
    pub fn run(&mut self, matrix: Arc<MatrixPlatform>) {
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let stopped = async move {
                let _ = stopped.await;
            };
            matrix.serve(stopped).await;
        });
        self.bot = Some(Running { stop, task });
    }

    /// Stops it as the program does.
    pub async fn stop_bot(&mut self) {
        let Running { stop, task } = self.bot.take().expect("a bot");
        let _ = stop.send(());
        task.await.expect("it stops in order");
    }

    /// A room of these people with the bot, which has said hello.
    pub async fn room(&self, encrypted: bool, people: &[&Person]) -> String {
        let (first, others) = people.split_first().expect("somebody");
        let mut invited: Vec<&str> = others.iter().map(|person| person.user.as_str()).collect();
        invited.push(&self.user);
        let room = first.creates(encrypted, &invited).await;
        for user in invited {
            first.meets(&room, user).await;
        }
        first.hears_of(&room, "I referee").await;
        room
    }

    /// The first of two challenges the other with the white pieces, who accepts by number.
    pub async fn begin(&self, room: &str, (ada, bob): (&Person, &Person), game: &str) {
        ada.says(room, &format!("!chess play {} {game} white", bob.user)).await;
        choose(bob, room, "Accept").await;
        for person in [ada, bob] {
            person.hears_of(room, "The game begins").await;
        }
    }

    /// What the bot has said in a room, as somebody saw it.
    pub fn said(&self, room: &str, to: &Person) -> Vec<Seen> {
        let is_said = |seen: &Seen| {
            seen.room == room && seen.sender == self.user && seen.is_message() && seen.edits.is_none()
        };
        to.saw().into_iter().filter(is_said).collect()
    }
}

/// Somebody chooses from the list they hear of next that offers this.
pub async fn choose(person: &Person, room: &str, label: &str) {
    let number = offered(person, room, label).await;
    person.says(room, &number.to_string()).await;
}

/// The number of a choice in the message they hear of next that has it.
pub async fn offered(person: &Person, room: &str, label: &str) -> usize {
    loop {
        let heard = person.hears(room).await;
        if let Some(number) = number_of(heard.words(), label) {
            return number;
        }
    }
}

/// Plays moves by turns, each said as it is; both see each.
pub async fn play(room: &str, (first, second): (&Person, &Person), moves: &[&str]) {
    play_from(room, (first, second), moves, 0).await;
}

/// The same from the middle of a game, after so many moves of both sides.
pub async fn play_from(room: &str, (first, second): (&Person, &Person), moves: &[&str], before: usize) {
    for (turn, san) in moves.iter().enumerate() {
        let turn = turn + before;
        let (who, other) = if turn.is_multiple_of(2) { (first, second) } else { (second, first) };
        who.says(room, san).await;
        for person in [other, who] {
            person.hears_of(room, &played(turn, san)).await;
        }
    }
}

/// `played 2… Nc6`.
pub fn played(turn: usize, san: &str) -> String {
    let dots = if turn.is_multiple_of(2) { "." } else { "…" };
    format!("played {}{dots} {san}:", turn / 2 + 1)
}

/// The direct room to which the bot has invited somebody.
pub async fn direct_room(world: &World, person: &Person) -> String {
    person
        .sees("a direct room", |seen| {
            let invited = |seen: &&Seen| seen.kind == "invited" && seen.sender == world.user && seen.direct;
            seen.iter().find(invited).map(|seen| seen.room.clone())
        })
        .await
}

fn begin_log() {
    let log = tracing_subscriber::fmt().with_max_level(Level::DEBUG).with_test_writer().finish();
    // The first test begins it for all.
    let _ = log.with(Targets::new().with_target("adoube", Level::DEBUG)).try_init();
}
