//! Randomised simulation of three programs over one store, with people who talk to any of them:
//! programs are killed in the middle of a write and restarted, or stop in order; their calendars
//! differ by seconds. Acknowledged events are stored exactly once and answered the same by every
//! program, and every message is posted, in order, twice only if the platform cannot detect it. In
//! memory for some seeds, and in PostgreSQL if it is installed. Time runs many times as fast as
//! real time.
//!
//! `ADOUBE_SEEDS=100` runs so many in memory, `ADOUBE_SEED=7` that one.

mod platform;
mod program;

use std::{sync::Arc, time::Duration};

use adoube_bot::{ChannelId, ChatEvent, Decision, Reply};
use adoube_store::{Key, MemoryStore, PostgresSettings, PostgresStore, Store, Table};
use adoube_testing::seeds;
use adoube_testing::store::InterleavingHook;
use adoube_testing::{TEST_TIMEOUT, clock::FastClock};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use tokio::task::JoinSet;

use self::{
    platform::Platform,
    program::{BEGINNING, FASTER, Program},
};
use crate::support::{
    self,
    random_actions::{self, Scene},
    record_check::{self, Rows},
};

const CHANNELS: [&str; 3] = ["test:lobby", "test:side", "test:third"];
/// Steps of a run, and how many more there may be where a busy machine has let little happen.
const STEPS: u64 = 200;
const MORE_STEPS: u64 = 800;
/// More than so many events did something.
const LEAST: usize = 20;
/// Runs in memory, and in PostgreSQL.
const SEEDS: u64 = 4;
const SEEDS_IN_POSTGRES: u64 = 2;

struct World {
    seed: u64,
    rng: ChaCha8Rng,
    clock: FastClock,
    /// The way of each program to the one store.
    stores: [Arc<dyn Store>; 3],
    platform: Arc<Platform>,
    programs: [Program; 3],
    /// What people wait for.
    asked: JoinSet<(ChatEvent, Option<Decision>)>,
    acknowledged: Vec<(ChatEvent, Decision)>,
    events: u64,
    killed: usize,
    stopped: usize,
}

impl World {
    async fn new(seed: u64, stores: [Arc<dyn Store>; 3]) -> Self {
        let (clock, platform) = (FastClock::new(BEGINNING, FASTER), Arc::<Platform>::default());
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut programs = Vec::new();
        for store in &stores {
            programs.push(Program::start(store, clock, &platform, rng.random()).await);
        }
        let Ok(programs) = programs.try_into() else { panic!("three of them") };
        let (asked, acknowledged) = (JoinSet::new(), Vec::new());
        Self {
            seed,
            rng,
            clock,
            stores,
            platform,
            programs,
            asked,
            acknowledged,
            events: 0,
            killed: 0,
            stopped: 0,
        }
    }

    async fn step(&mut self) {
        let which = self.rng.random_range(0..3);
        match self.rng.random_range(0..50) {
            0 | 1 => {
                self.killed += 1;
                // With much on its way.
                for _ in 0..4 {
                    let incoming = self.think().await;
                    self.ask(which, incoming);
                }
                tokio::time::sleep(Duration::from_millis(self.rng.random_range(0..12))).await;
                self.programs[which].kill();
                self.begin_anew(which).await;
            }
            2 => {
                self.stopped += 1;
                self.programs[which].stop().await;
                self.begin_anew(which).await;
            }
            _ => {
                let incoming = self.think().await;
                self.ask(which, incoming.clone());
                // Now and then the platform says the same to another one at the same time.
                if self.rng.random_range(0..8) == 0 {
                    self.ask((which + 1) % 3, incoming);
                }
            }
        }
        let pause = Duration::from_millis(self.rng.random_range(0..20));
        tokio::time::sleep(pause).await;
        while let Some(asked) = self.asked.try_join_next() {
            self.heard(asked.expect("nobody panics"));
        }
    }

    async fn begin_anew(&mut self, which: usize) {
        let (store, seed) = (Arc::clone(&self.stores[which]), self.rng.random());
        self.programs[which] = Program::start(&store, self.clock, &self.platform, seed).await;
    }

    async fn think(&mut self) -> ChatEvent {
        let channel = *CHANNELS.choose(&mut self.rng).expect("some");
        let key: Vec<u8> = Key::new().text(channel).into();
        let record = self.stores[0].get(Table::Channel, &key).await.expect("the store");
        let rows: Rows = record.map(|record| ((Table::Channel, key), record)).into_iter().collect();
        let record = record_check::running(&rows, channel);
        let game = record.as_ref().map(record_check::game);
        let scene = Scene { game: record.as_ref().zip(game.as_ref()), controls: &[], touch_move: false };
        let deed = random_actions::think(&mut self.rng, &scene);
        self.events += 1;
        let (event, channel) = (format!("test:{}", self.events), ChannelId(channel.to_owned()));
        ChatEvent { language: deed.language, ..support::incoming(&event, &channel, &deed.name, deed.action) }
    }

    fn ask(&mut self, which: usize, incoming: ChatEvent) {
        let answer = self.programs[which].answer(incoming.clone());
        self.asked.spawn(async move { (incoming, answer.await) });
    }

    fn heard(&mut self, (incoming, decision): (ChatEvent, Option<Decision>)) {
        match decision {
            Some(decision) if !is_trouble(&decision.reply) => self.acknowledged.push((incoming, decision)),
            // The platform says it again, to whoever is there.
            _ => {
                let which = self.rng.random_range(0..3);
                self.ask(which, incoming);
            }
        }
    }

    /// Whether enough has happened to show something.
    fn has_enough(&self) -> bool {
        let posted = self.acknowledged.iter().filter(|(_, decision)| decision.reply == Reply::Public);
        posted.count() > LEAST && self.killed + self.stopped > 0
    }

    async fn finish(mut self) {
        let seed = self.seed;
        let all = async {
            while let Some(asked) = self.asked.join_next().await {
                self.heard(asked.expect("nobody panics"));
            }
            loop {
                let rows = record_check::rows(&*self.stores[0]).await;
                if !rows.keys().any(|(table, _)| *table == Table::Outbox) {
                    return rows;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let Ok(rows) = tokio::time::timeout(TEST_TIMEOUT, all).await else {
            panic!("seed {seed}: it waits for ever")
        };
        self.check_posts(&rows);
        for game in record_check::games(&rows).values() {
            record_check::check_game(&rows, game);
        }
        let acted = self.check_answers(&rows).await;
        let Self { killed, stopped, platform, .. } = &self;
        println!(
            "seed {seed}: {acted} events did something, {killed} killed, {stopped} stopped, {} posted, {} twice",
            platform.posted(),
            platform.twice()
        );
        assert!(acted > LEAST && killed + stopped > 0, "seed {seed}: it tests too little");
        // What was on its way in each of the lanes of one that was killed.
        assert!(platform.twice() <= killed * CHANNELS.len(), "seed {seed}: it is posted again and again");
        for program in &mut self.programs {
            program.kill();
        }
    }

    /// Everything that was ever said is shown, in order, each once.
    fn check_posts(&self, rows: &Rows) {
        for channel in CHANNELS {
            let Some(record) = rows.get(&(Table::Channel, Key::new().text(channel).into())) else { continue };
            let posts = record_check::json(record)["posts"].as_u64().expect("a number");
            let key = |post| Vec::from(Key::new().text("test").text(channel).number(post));
            let said: Vec<Vec<u8>> = (0..posts).map(key).collect();
            assert_eq!(self.platform.shown(channel), said, "seed {}: {channel}", self.seed);
        }
    }

    /// Whatever was acknowledged and did something is answered the same by every program, and does nothing more.
    async fn check_answers(&mut self, rows: &Rows) -> usize {
        let mut acted = 0;
        for (incoming, decision) in std::mem::take(&mut self.acknowledged) {
            let event = incoming.event.clone().in_shard(&incoming.channel.0);
            let answered = self.stores[0].answer(&event).await.expect("the store").is_some();
            if decision.reply == Reply::Public {
                assert!(answered, "seed {}: it was acknowledged and is not there: {incoming:?}", self.seed);
            }
            if answered {
                acted += 1;
                let which = acted % 3;
                let again = self.programs[which].answer(incoming).await.expect("it is there");
                assert_eq!(again.reply, decision.reply, "seed {}", self.seed);
            }
        }
        let after = record_check::rows(&*self.stores[0]).await;
        assert!(after == *rows, "seed {}: something was done twice", self.seed);
        acted
    }
}

fn is_trouble(reply: &Reply) -> bool {
    let Reply::Private(notice) = reply else { return false };
    serde_json::to_value(notice)
        .is_ok_and(|json| ["trouble", "nothing_saved", "crowded"].iter().any(|why| json["why"] == **why))
}

async fn run(seed: u64, stores: [Arc<dyn Store>; 3]) {
    seeds::tell(seed);
    let mut world = World::new(seed, stores).await;
    for step in 0..STEPS + MORE_STEPS {
        if step >= STEPS && world.has_enough() {
            break;
        }
        world.step().await;
    }
    world.finish().await;
}

#[tokio::test]
async fn what_three_programs_acknowledge_is_there_once() {
    for seed in seeds::seeds(20_261_122..20_261_122 + SEEDS, 1) {
        let memory = Arc::new(MemoryStore::new());
        let way = |program| Arc::new(InterleavingHook::at(&memory, seed + program)) as Arc<dyn Store>;
        Box::pin(run(seed, [1000, 2000, 3000].map(way))).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_in_postgresql() {
    let Some(server) = adoube_postgres_cluster::shared() else {
        println!("{}", adoube_postgres_cluster::SKIPPED);
        return;
    };
    for seed in seeds::seeds(0..SEEDS_IN_POSTGRES, 0) {
        let url = server.new_database();
        let mut stores = Vec::new();
        for _ in 0..3 {
            let settings = PostgresSettings::new(&url).expect("an address").connections(8);
            let store = PostgresStore::open(&settings).await.expect("a database");
            stores.push(Arc::new(store) as Arc<dyn Store>);
        }
        let Ok(stores) = <[Arc<dyn Store>; 3]>::try_from(stores) else { panic!("three of them") };
        Box::pin(run(seed, stores.clone())).await;
        for store in stores {
            store.close().await.expect("a database");
        }
    }
}
