//! Helpers of the Matrix tests: starts the bot on the simulated homeserver, lets people act, and
//! compares the transcript of the messages.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering as Atomic},
    },
    time::Duration,
};

use adoube::directory::PlatformDirectories;
use adoube_bot::{Bot, Clock, Locales, Timer};
use adoube_matrix_client::{MatrixEvent, MatrixEventId};
use adoube_platform_matrix::{MatrixDirectory, MatrixParts, MatrixPlatform, MatrixSettings, PLATFORM};
use adoube_render::Renderer;
use adoube_store::{Key, KeyRange, MemoryStore, ScanOrder, Store, Table};
use adoube_testing::store::{CountingHook, CrashPoint, HookedStore};
use adoube_testing::{TEST_TIMEOUT, clock::FastClock, recording};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use tokio::{
    sync::{oneshot, watch},
    task::JoinHandle,
};

use crate::{
    limits::Limits,
    mortal::MortalLink,
    secrecy::{Told, leaks},
    server::{Sent, Server},
};

/// The room most of it happens in.
pub const ROOM: &str = "!room:x";

/// A clock that moves only when it is told, unless it runs fast.
pub struct Watch {
    millis: AtomicU64,
    fast: Option<FastClock>,
}

impl Watch {
    pub fn pass(&self, millis: u64) {
        self.millis.fetch_add(millis, Atomic::Relaxed);
    }
}

impl Clock for Watch {
    fn now_millis(&self) -> u64 {
        self.millis.load(Atomic::Relaxed) + self.fast.map_or(0, |fast| fast.now_millis())
    }

    fn monotonic(&self) -> Duration {
        Duration::from_millis(self.now_millis())
    }

    fn timer(&self) -> Arc<dyn Timer> {
        Arc::new(self.fast.unwrap_or_else(|| FastClock::new(0, 1)))
    }
}

/// Everything together.
pub struct World {
    pub server: Arc<Server>,
    pub clock: Arc<Watch>,
    pub store: Arc<dyn Store>,
    settings: MatrixSettings,
    service: Option<Bot>,
    locales: Locales,
    running: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
    pub life: Arc<CrashPoint>,
    /// What the store was asked.
    pub asked: Arc<CountingHook>,
    /// What whoever watches over the program reads of the account.
    pub stands_still: Option<watch::Receiver<bool>>,
    read: usize,
    pub transcript: String,
}

impl Drop for World {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(self.leaked(), [""; 0]);
            assert_eq!(self.server.state().refused, [""; 0]);
        }
    }
}

impl World {
    pub fn new() -> Self {
        Self::with(MatrixSettings::default())
    }

    pub fn with(settings: MatrixSettings) -> Self {
        Self::on(Arc::new(MemoryStore::new()), settings)
    }

    /// With everything kept in this store.
    pub fn on(store: Arc<dyn Store>, settings: MatrixSettings) -> Self {
        Self::with_all(store, settings, Locales::embedded())
    }

    /// With these languages.
    pub fn speaking(locales: Locales) -> Self {
        Self::with_all(Arc::new(MemoryStore::new()), MatrixSettings::default(), locales)
    }

    /// On a homeserver with Synapse's limits, while time passes so many times faster than ours.
    pub fn limited(faster: u32) -> Self {
        // Boards that wait for their room give way to newer ones.
        let settings = MatrixSettings { room_messages_per_minute: 0, ..MatrixSettings::default() };
        let world = Self::fast(faster, settings);
        world.server.state().limits = Some(Limits::of_synapse(world.clock.timer()));
        world
    }

    /// With these settings, while time passes so many times faster than ours.
    pub fn fast(faster: u32, settings: MatrixSettings) -> Self {
        let clock = FastClock::new(0, faster);
        Self::at(Arc::new(MemoryStore::new()), settings, Locales::embedded(), Some(clock))
    }

    /// On one without any.
    fn with_all(store: Arc<dyn Store>, settings: MatrixSettings, locales: Locales) -> Self {
        let settings = MatrixSettings {
            messages_per_minute: 0,
            room_messages_per_minute: 0,
            rooms_per_hour: 0,
            joins_per_minute: 0,
            ..settings
        };
        Self::at(store, settings, locales, None)
    }

    fn at(
        store: Arc<dyn Store>,
        settings: MatrixSettings,
        locales: Locales,
        fast: Option<FastClock>,
    ) -> Self {
        let server = Arc::new(Server::default());
        server.room(ROOM, &["Ada", "Bob", "Eve"], false);
        let mut world = Self {
            server,
            clock: Arc::new(Watch { millis: AtomicU64::new(1_767_323_045_000), fast }),
            store,
            settings,
            service: None,
            locales,
            running: None,
            life: Arc::default(),
            asked: Arc::default(),
            stands_still: None,
            read: 0,
            transcript: String::new(),
        };
        world.start();
        world
    }

    pub fn start(&mut self) {
        let clock: Arc<dyn Clock> = Arc::clone(&self.clock) as Arc<dyn Clock>;
        self.life = Arc::default();
        let counted = HookedStore::over(Arc::clone(&self.store), Arc::clone(&self.asked));
        let store: Arc<dyn Store> = Arc::new(HookedStore::over(Arc::new(counted), Arc::clone(&self.life)));
        let link = MortalLink { server: Arc::clone(&self.server), life: Arc::clone(&self.life) };
        let premises = MatrixDirectory::new(Arc::clone(&store), Arc::clone(&clock));
        self.stands_still = Some(premises.stands_still());
        let service = Bot::new(adoube_bot::BotParts {
            vacation_days: 28,
            computer: adoube_bot::ComputerSettings::default(),
            locales: self.locales.clone(),
            store,
            clock: Arc::clone(&clock),
            directory: Arc::new(PlatformDirectories::default().with(PLATFORM, premises.people().clone())),
            rng: Box::new(ChaCha20Rng::seed_from_u64(self.clock.now_millis())),
        });
        let service = service.expect("locale files");
        self.service = Some(service.clone());
        let started = service.clone();
        let matrix = MatrixPlatform::new(MatrixParts {
            bot: service,
            clock,
            directory: premises,
            renderer: Arc::new(Renderer::new().expect("a renderer")),
            settings: self.settings.clone(),
            client: Arc::new(link),
        });
        let (stop, stopped) = oneshot::channel();
        let serving = matrix.expect("locale files").serve(async {
            let _ = stopped.await;
        });
        let serving = tokio::spawn(async move {
            // As the program does, which knows that nobody else has the store.
            started.end_leases().await.expect("a store");
            serving.await;
        });
        self.running = Some((stop, serving));
    }

    /// What decides.
    pub fn service(&self) -> Bot {
        self.service.clone().expect("it was started")
    }

    pub async fn stop(&mut self) {
        if let Some((stop, serving)) = self.running.take() {
            let _ = stop.send(());
            serving.await.expect("it stops in order");
        }
    }

    /// Stops and starts again; the last `again` events are told once more.
    pub async fn restart(&mut self, again: usize) {
        self.stop().await;
        self.clock.pass(1000);
        self.server.restart(again);
        self.start();
        self.settled().await;
    }

    /// The bot is gone in the middle of whatever it did, and starts again: what was not done is told once more.
    pub fn crash(&mut self) {
        self.life.end();
        if let Some((_, serving)) = self.running.take() {
            serving.abort();
        }
        self.server.restart(0);
        self.start();
    }

    /// Waits until everything is dealt with and nothing waits to be said.
    pub async fn settled(&self) {
        assert!(self.settled_alive().await, "the bot is dead");
    }

    /// The same, unless the bot dies before.
    pub async fn settled_alive(&self) -> bool {
        let quiet = async {
            loop {
                if self.server.is_quiet() && self.nothing_waits().await {
                    return true;
                }
                if self.life.is_over() {
                    return false;
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(TEST_TIMEOUT, quiet).await.expect("it comes to rest")
    }

    async fn nothing_waits(&self) -> bool {
        let replies = KeyRange::prefix(Key::new().text("reply"));
        for (table, range) in [(Table::Outbox, KeyRange::all()), (Table::Matrix, replies)] {
            if !self.store.scan(table, range, ScanOrder::Ascending, 1).await.expect("a store").is_empty() {
                return false;
            }
        }
        true
    }

    /// What others read that is not for them, and whoever is notified without being called.
    pub fn leaked(&self) -> Vec<String> {
        let state = self.server.state();
        let told = |sent: &Sent| Told {
            room: sent.room.clone(),
            others: sent.others,
            plain: sent.message.plain.clone(),
            html: sent.message.html.clone(),
            picture: sent.message.picture.as_ref().map(|picture| picture.bytes.clone()),
            file: sent.message.file.as_ref().map(|file| file.bytes.clone()),
            mentions: sent.message.mentions.iter().map(|user| user.0.clone()).collect(),
        };
        leaks(&state.sent.iter().map(told).collect::<Vec<_>>())
    }

    /// Somebody says something; what the bot says then.
    pub async fn say(&mut self, name: &str, place: &str, text: &str) -> Vec<Sent> {
        self.note(&format!("> {name}, {}: {text}", shown(place)));
        self.clock.pass(1000);
        self.server.say(name, place, text);
        self.heard().await
    }

    /// Days pass, and what is due by then is done; what the bot says then.
    pub async fn days_pass(&mut self, days: u64) -> Vec<Sent> {
        self.note(&format!("{days} days pass"));
        self.clock.pass(days * 24 * 60 * 60 * 1000);
        let service = self.service.as_ref().expect("it was started");
        service.run_due_jobs().await.expect("a store");
        self.heard().await
    }

    /// The computer plays the turns that are its own; what the bot says then.
    pub async fn let_computer_play(&mut self) -> Vec<Sent> {
        self.service.as_ref().expect("it was started").run_computer_once().await;
        self.heard().await
    }

    /// Hours pass, and what is due by then is done; nobody waits until that is said.
    pub async fn hours_pass(&self, hours: u64) {
        self.clock.pass(hours * 60 * 60 * 1000);
        self.service.as_ref().expect("it was started").run_due_jobs().await.expect("a store");
    }

    /// Days go by while the bot is there, and whatever is due is done when it is; what the bot says then.
    pub async fn days_go_by(&mut self, days: u64) -> Vec<Sent> {
        self.note(&format!("days that go by: {days}"));
        for _ in 0..days * 24 {
            self.clock.pass(60 * 60 * 1000);
            self.service.as_ref().expect("it was started").run_due_jobs().await.expect("a store");
            self.settled().await;
        }
        self.heard().await
    }

    /// Somebody answers a message.
    pub async fn reply(&mut self, name: &str, place: &str, to: &Sent, text: &str) -> Vec<Sent> {
        self.note(&format!("> {name}, {}, in answer to {}: {text}", shown(place), to.event.0));
        self.clock.pass(1000);
        self.server.reply(name, place, text, Some(&to.event));
        self.heard().await
    }

    /// Somebody changes what they said; what the bot says then.
    pub async fn edit(&mut self, name: &str, place: &str, first: &MatrixEventId, text: &str) -> Vec<Sent> {
        self.note(&format!("> {name}, {}, changes {}: {text}", shown(place), first.0));
        self.clock.pass(1000);
        self.server.edit(name, place, first, text);
        self.heard().await
    }

    /// The last thing somebody said, or changed.
    pub fn last_said(&self) -> MatrixEventId {
        let state = self.server.state();
        let said = state.happened.iter().rev().find_map(|(happening, _)| match happening {
            MatrixEvent::Message(said) | MatrixEvent::Edited { said, .. } => Some(said.event.clone()),
            _ => None,
        });
        said.expect("something was said")
    }

    /// Somebody sets a sign under a message.
    pub async fn react(&mut self, name: &str, to: &Sent, key: &str) -> Vec<Sent> {
        self.note(&format!("> {name} sets {key} under {}", to.event.0));
        self.clock.pass(1000);
        self.server.set_sign(name, &to.room, &to.event, key);
        self.heard().await
    }

    pub fn note(&mut self, line: &str) {
        self.transcript.extend([line, "\n"]);
    }

    /// What the bot has said since the last time.
    pub async fn heard(&mut self) -> Vec<Sent> {
        self.settled().await;
        let sent: Vec<Sent> = self.server.state().sent.get(self.read..).unwrap_or_default().to_vec();
        self.read += sent.len();
        // Rooms do not wait for one another.
        let mut sent = sent;
        sent.sort_by(|one, other| one.room.cmp(&other.room));
        for Sent { room, message, .. } in &sent {
            let thread = message.thread.as_ref().map(|root| format!("/{}", root.0)).unwrap_or_default();
            let calls: Vec<&str> = message.mentions.iter().map(|user| user.0.as_str()).collect();
            let calls =
                if calls.is_empty() { String::new() } else { format!(" calling {}", calls.join(" ")) };
            let picture = message.picture.as_ref().map(|_| " [picture]".to_owned());
            let file = message.file.as_ref().map(|file| format!(" [{}]", file.name));
            let picture = picture.or(file).unwrap_or_default();
            let words = message.plain.replace('\n', "\n    ");
            self.note(&format!("{}{calls}{picture}: {words}", shown(&format!("{room}{thread}"))));
        }
        self.transcript.push('\n');
        sent
    }

    /// Compares the transcript with the one that is kept.
    pub fn check(&self, name: &str) {
        Self::check_text(&format!("{name}.txt"), &self.transcript);
    }

    /// Compares a text with the file of this name that is kept.
    pub fn check_text(name: &str, text: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matrix_chat/transcripts").join(name);
        recording::check(&path, text);
    }
}

fn shown(place: &str) -> String {
    place.replace(ROOM, "room").replace(":x", "").replace('!', "")
}

/// The words of everything that was said.
pub fn words(sent: &[Sent]) -> String {
    sent.iter().map(|sent| sent.message.plain.as_str()).collect::<Vec<_>>().join("\n---\n")
}
