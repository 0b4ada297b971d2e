//! Helpers of tests with several processes over one store on the fake Discord: start, stop and kill
//! them, and read what they have agreed on. Each has a runtime of its own. Not here: the tests
//! (`several`, `rolling`, `growing`).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use adoube::directory::PlatformDirectories;
use adoube_bot::{Bot, BotParts, Clock, Locales};
use adoube_platform_discord::{self as discord, DiscordDirectory, DiscordPlatform, DiscordSettings};
use adoube_render::Renderer;
use adoube_store::{Key, KeyRange, MemoryStore, ScanOrder, Store, StoreError, Table};
use adoube_testing::store::{CrashPoint, HookedStore, SharedTestStore, StoreCall, StoreHook};
use adoube_testing::{TEST_TIMEOUT, clock::FastClock};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tokio::{
    runtime::Runtime,
    sync::{Mutex, MutexGuard, oneshot, watch},
    task::JoinHandle,
};

use crate::{
    fake::{Channel, FOR_ALL},
    support::{CHESS, NOW, World},
};

/// So many times faster than ours the processes' time passes.
pub const FASTER: u32 = 4;
pub const SHARDS: u64 = 8;
/// How long people may be without an answer when a process dies.
pub const SILENCE: Duration = Duration::from_secs(30);

/// How often it was asked whether Discord takes requests.
struct Looks(watch::Sender<u64>);

impl StoreHook for Looks {
    async fn before(&self, asked: StoreCall<'_>) -> Result<(), StoreError> {
        if matches!(asked, StoreCall::Get(Table::Discord, key) if key == silence().as_ref()) {
            self.0.send_modify(|looks| *looks += 1);
        }
        Ok(())
    }
}

/// Where it is kept until when Discord takes no requests.
fn silence() -> Key {
    Key::new().text("silence")
}

/// A process.
pub struct Process {
    runtime: Option<Runtime>,
    life: Arc<CrashPoint>,
    looks: watch::Receiver<u64>,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<Result<(), discord::GatewayExit>>,
}

impl Process {
    /// Everything it was doing ends.
    pub fn dies(mut self) {
        self.life.end();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// It is asked to stop, and does.
    pub async fn stops(mut self) {
        drop(self.stop.take());
        let stopped = tokio::time::timeout(TEST_TIMEOUT, &mut self.task).await;
        stopped.expect("it stops").expect("it does not break").expect("it was there until now");
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Process {
    /// Waits until it has seen what was agreed on before this, and done what follows from it.
    pub async fn sees_what_is_agreed(&mut self) {
        // The last look may have begun before this; another one begins when what one shows is done.
        let seen = *self.looks.borrow() + 3;
        let looked = self.looks.wait_for(|looks| *looks >= seen);
        tokio::time::timeout(TEST_TIMEOUT, looked).await.expect("it looks").expect("it is there");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// A Discord on which several processes play.
pub struct Several {
    pub world: World,
    pub clock: FastClock,
    /// One in a server of each shard.
    pub channels: Vec<u64>,
    store: Arc<MemoryStore>,
    started: AtomicU64,
    /// Those of one test at a time: each keeps the machine busy.
    _turn: MutexGuard<'static, ()>,
}

static TURN: Mutex<()> = Mutex::const_new(());

impl Several {
    pub async fn new() -> Self {
        Self::of(SHARDS, FASTER).await
    }

    /// With as many shards, and processes whose time passes so many times faster than ours.
    pub async fn of(shards: u64, faster: u32) -> Self {
        let turn = TURN.lock().await;
        let world = World::without_bot().await;
        let channels: Vec<u64> =
            (0..shards).map(|shard| if shard == 0 { CHESS } else { 3100 + shard }).collect();
        world.fake.change(|state| {
            state.shards = shards;
            state.max_concurrency = 2;
            // A little less, as nobody knows how long things take on the way.
            state.turn = Duration::from_millis(4_700) / faster;
            state.faults.limit_for_all = Some(FOR_ALL);
            for (shard, id) in (0..).zip(&channels).skip(1) {
                let guild = Some((shard << 22) + 500);
                state.channels.insert(*id, Channel { guild, installed: true, ..Channel::default() });
            }
        });
        let (store, started) = (Arc::default(), AtomicU64::new(0));
        Self { _turn: turn, world, clock: FastClock::new(NOW, faster), channels, store, started }
    }

    /// Another process comes.
    pub fn start(&self) -> Process {
        let seed = self.started.fetch_add(1, Ordering::Relaxed);
        let life = Arc::<CrashPoint>::default();
        let (looks, looked) = watch::channel(0);
        // Its way to the store: others write to it, too, and it ends with the process.
        let store = HookedStore::over(Arc::new(SharedTestStore(Arc::clone(&self.store))), Arc::clone(&life));
        let store: Arc<dyn Store> = Arc::new(HookedStore::over(Arc::new(store), Looks(looks)));
        let premises = DiscordDirectory::new(Arc::clone(&store));
        let directories = PlatformDirectories::default().with(discord::PLATFORM, premises.people().clone());
        let clock: Arc<dyn Clock> = Arc::new(self.clock);
        let service = Bot::new(BotParts {
            vacation_days: 28,
            computer: adoube_bot::ComputerSettings::default(),
            locales: Locales::embedded(),
            store,
            clock: Arc::clone(&clock),
            directory: Arc::new(directories),
            rng: Box::new(ChaCha8Rng::seed_from_u64(seed)),
        });
        let parts = discord::DiscordParts {
            bot: service.expect("locale files"),
            clock,
            directory: premises,
            renderer: Arc::new(Renderer::new().expect("a renderer")),
            settings: DiscordSettings { ..self.world.settings.clone() },
            client: self.world.fake.client(),
        };
        let discord = DiscordPlatform::new(parts).expect("a token");
        let (stop, stopped) = oneshot::channel::<()>();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let task = runtime.spawn(discord.serve(None, async move {
            let _ = stopped.await;
        }));
        Process { runtime: Some(runtime), life, looks: looked, stop: Some(stop), task }
    }

    /// The shards of each process, by its place, as the processes have agreed.
    async fn agreed(&self) -> BTreeMap<u64, BTreeSet<u64>> {
        let key = Key::new().text("fleet");
        let record = self.store.get(Table::Discord, key.as_ref()).await.expect("a store");
        let Some(record) = record else { return BTreeMap::new() };
        let fleet: serde_json::Value = serde_json::from_slice(&record.value).expect("JSON");
        let mut shards: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
        for place in fleet["members"].as_object().expect("members").keys() {
            shards.insert(place.parse().expect("a place"), BTreeSet::new());
        }
        for (shard, place) in fleet["runs"].as_object().expect("shards") {
            let place = place.as_u64().expect("a place");
            shards.entry(place).or_default().insert(shard.parse().expect("a shard"));
        }
        shards
    }

    /// Waits until every process has so many shards; how long that took, in the processes' time.
    pub async fn until_shared(&self, counts: &[usize]) -> Duration {
        let began = self.clock.monotonic();
        let waiting = async {
            loop {
                let agreed = self.agreed().await;
                let mut found: Vec<usize> = agreed.values().map(BTreeSet::len).collect();
                found.sort_unstable();
                if found == counts {
                    return self.clock.monotonic().saturating_sub(began);
                }
                // It is written to the store, and nobody tells of that.
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let waited = tokio::time::timeout(TEST_TIMEOUT, waiting).await;
        if let Ok(took) = waited {
            return took;
        }
        panic!("{counts:?} in vain: {:?}", self.agreed().await)
    }

    /// Waits until it is agreed that Discord takes no requests.
    pub async fn until_silent(&self) {
        let waiting = async {
            while self.store.get(Table::Discord, silence().as_ref()).await.expect("a store").is_none() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(TEST_TIMEOUT, waiting).await.expect("it is told");
    }

    /// Waits until there was a session for each of so many shards: what is told arrives.
    pub async fn until_connected(&self, total: u64) {
        self.world
            .fake
            .until("all shards", |state| {
                let identified: BTreeSet<u64> = state
                    .shards_identified
                    .iter()
                    .filter(|(_, of)| *of == total)
                    .map(|(shard, _)| *shard)
                    .collect();
                (identified.len() as u64 == total).then_some(())
            })
            .await;
    }

    /// The games begin, in every channel.
    pub async fn begin(&self) {
        for channel in &self.channels {
            self.world.begin(*channel).await;
        }
    }

    /// How many sessions were begun.
    pub fn identified(&self) -> u32 {
        self.world.fake.state().identified
    }

    /// Somebody moves in every channel, and everywhere the board follows; how long that took, in the processes' time.
    pub async fn everywhere(&self, user: u64, text: &str, nth: usize) -> Duration {
        let began = self.clock.monotonic();
        for channel in &self.channels {
            self.world.moves(user, *channel, text);
        }
        for channel in &self.channels {
            let board = self.world.nth(*channel, nth).await;
            assert!(board.content.contains(text), "{channel}: {}", board.content);
        }
        self.clock.monotonic().saturating_sub(began)
    }

    /// Waits until nothing waits to be said: what was said and could not be noted any more may be said again.
    pub async fn until_noted(&self) {
        let waiting = async {
            loop {
                let left = self.store.scan(Table::Outbox, KeyRange::all(), ScanOrder::Ascending, 1).await;
                if left.expect("a store").is_empty() {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(TEST_TIMEOUT, waiting).await.expect("nothing waits");
    }

    /// Nothing was said twice.
    pub fn said_once(&self, said: usize) {
        for channel in &self.channels {
            let public = self.world.public(*channel);
            assert_eq!(public.len(), said, "{channel}: {public:#?}");
        }
    }

    /// No limit of Discord's was overstepped.
    pub fn is_well(&self) {
        let state = self.world.fake.state();
        assert_eq!(state.too_early, 0, "IDENTIFYs came too early");
        assert_eq!(state.over_day, 0, "too many IDENTIFYs in a day");
        assert_eq!(state.faults.over_for_all, 0, "too many requests a second");
    }
}
