//! Several processes over one store: they share the shards out, take over from one that dies, and give back to one that
//! comes. Each process has a runtime of its own, so that one can die with everything it was doing. Not here: how one
//! process runs its shards (`sharding`).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use adoube::{
    adapter::discord::{self, Discord, DiscordSettings, Premises},
    directory::Directories,
};
use adoube_render::Renderer;
use adoube_service::{Clock, Locales, Parts, Service};
use adoube_store::{
    Batch, Committed, Key, KeyRange, MemoryStore, Order, Store, StoreError, StoreFuture, Table,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tokio::{runtime::Runtime, sync::oneshot, task::JoinHandle};

use crate::{
    fake::{Channel, FOR_ALL, PATIENCE},
    fast_clock::FastClock,
    support::{ADA, BOB, CHESS, NOW, World},
};

/// So many times faster than ours the processes' time passes.
const FASTER: u32 = 8;
const SHARDS: u64 = 8;
/// How long people may be without an answer when a process dies.
const SILENCE: Duration = Duration::from_secs(30);

/// One process's way to the store: others write to it, too. It ends with the process.
struct Shared {
    inner: Arc<MemoryStore>,
    is_cut: Arc<AtomicBool>,
}

impl Store for Shared {
    passed_on!(inner: get scan answer forget_answers page restore close);

    fn is_shared(&self) -> bool {
        true
    }

    fn commit(&self, batch: Batch) -> StoreFuture<'_, Committed> {
        if self.is_cut.load(Ordering::Relaxed) {
            return Box::pin(async { Err(StoreError::Closed) });
        }
        self.inner.commit(batch)
    }
}

/// A process.
struct Process {
    runtime: Option<Runtime>,
    is_cut: Arc<AtomicBool>,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<Result<(), discord::Left>>,
}

impl Process {
    /// Everything it was doing ends.
    fn dies(mut self) {
        self.is_cut.store(true, Ordering::Relaxed);
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// It is asked to stop, and does.
    async fn stops(mut self) {
        drop(self.stop.take());
        let stopped = tokio::time::timeout(PATIENCE, &mut self.task).await;
        stopped.expect("it stops").expect("it does not break").expect("it was there until now");
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
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
struct Several {
    world: World,
    store: Arc<MemoryStore>,
    clock: FastClock,
    started: u64,
    channels: Vec<u64>,
}

impl Several {
    async fn new() -> Self {
        let world = World::without_bot().await;
        let channels: Vec<u64> =
            (0..SHARDS).map(|shard| if shard == 0 { CHESS } else { 3100 + shard }).collect();
        world.fake.change(|state| {
            state.shards = SHARDS;
            state.max_concurrency = 2;
            // A little less, as nobody knows how long things take on the way.
            state.turn = Duration::from_millis(4_700) / FASTER;
            state.faults.limit_for_all = Some(FOR_ALL);
            for (shard, id) in (0..).zip(&channels).skip(1) {
                let guild = Some((shard << 22) + 500);
                state.channels.insert(*id, Channel { guild, installed: true, ..Channel::default() });
            }
        });
        Self { world, store: Arc::default(), clock: FastClock::new(NOW, FASTER), started: 0, channels }
    }

    /// Another process comes.
    fn start(&mut self) -> Process {
        self.started += 1;
        let is_cut = Arc::<AtomicBool>::default();
        let store: Arc<dyn Store> =
            Arc::new(Shared { inner: Arc::clone(&self.store), is_cut: Arc::clone(&is_cut) });
        let premises = Premises::new(Arc::clone(&store));
        let directories = Directories::default().with(discord::PLATFORM, premises.people().clone());
        let clock: Arc<dyn Clock> = Arc::new(self.clock);
        let service = Service::new(Parts {
            vacation_days: 28,
            locales: Locales::embedded(),
            store,
            clock: Arc::clone(&clock),
            directory: Arc::new(directories),
            rng: Box::new(ChaCha8Rng::seed_from_u64(self.started)),
        });
        let parts = discord::Parts {
            service: service.expect("locale files"),
            clock,
            premises,
            renderer: Arc::new(Renderer::new().expect("a renderer")),
            settings: DiscordSettings { ..self.world.settings.clone() },
            client: self.world.fake.client(),
        };
        let discord = Discord::new(parts).expect("a token");
        let (stop, stopped) = oneshot::channel::<()>();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let task = runtime.spawn(discord.serve(None, async move {
            let _ = stopped.await;
        }));
        Process { runtime: Some(runtime), is_cut, stop: Some(stop), task }
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
    async fn until_shared(&self, counts: &[usize]) -> Duration {
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
        let waited = tokio::time::timeout(PATIENCE, waiting).await;
        if let Ok(took) = waited {
            return took;
        }
        panic!("{counts:?} in vain: {:?}", self.agreed().await)
    }

    /// Waits until there is a session for every shard that somebody listens to: what is told arrives.
    async fn until_connected(&self) {
        self.world
            .fake
            .until("all shards", |state| {
                let identified: BTreeSet<u64> =
                    state.shards_identified.iter().map(|(shard, _)| *shard).collect();
                (identified.len() as u64 == SHARDS).then_some(())
            })
            .await;
    }

    /// Somebody moves in every channel, and everywhere the board follows; how long that took, in the processes' time.
    async fn everywhere(&self, user: u64, text: &str, nth: usize) -> Duration {
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
    async fn until_noted(&self) {
        let waiting = async {
            loop {
                let left = self.store.scan(Table::Outbox, KeyRange::all(), Order::Ascending, 1).await;
                if left.expect("a store").is_empty() {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.expect("nothing waits");
    }

    /// Nothing was said twice, and no limit of Discord's was overstepped.
    fn is_well(&self, said: usize) {
        for channel in &self.channels {
            let public = self.world.public(*channel);
            assert_eq!(public.len(), said, "{channel}: {public:#?}");
        }
        let state = self.world.fake.state();
        assert_eq!(state.too_early, 0, "IDENTIFYs came too early");
        assert_eq!(state.faults.over_for_all, 0, "too many requests a second");
        assert!(state.shards_identified.iter().all(|(_, total)| *total == SHARDS), "one bot");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_share_the_shards_take_over_and_give_back() {
    let mut several = Several::new().await;
    let first = several.start();
    several.until_shared(&[8]).await;
    let second = several.start();
    let shared = several.until_shared(&[4, 4]).await;
    several.until_connected().await;
    for channel in several.channels.clone() {
        several.world.begin(channel).await;
    }
    several.everywhere(ADA, "e4", 3).await;
    several.until_noted().await;
    let identified = several.world.fake.state().identified;
    // One dies, and everywhere somebody moves at once.
    first.dies();
    let silent = several.everywhere(BOB, "e5", 4).await;
    several.is_well(4);
    let third = several.start();
    let given = several.until_shared(&[4, 4]).await;
    several.everywhere(ADA, "Nf3", 5).await;
    // One is asked to stop: nobody notices.
    second.stops().await;
    let slow = several.everywhere(BOB, "Nc6", 6).await;
    several.until_shared(&[8]).await;
    several.everywhere(ADA, "Bb5", 7).await;
    several.is_well(7);
    println!(
        "shared out in {shared:?}; after a death silent for {silent:?}; given back in {given:?}; \
         at a stop at most {slow:?}; {identified} sessions begun before, {} after",
        several.world.fake.state().identified
    );
    assert!(silent < SILENCE, "{silent:?}");
    assert!(slow < Duration::from_secs(10), "{slow:?}");
    drop(third);
}
