//! The world of the outbox simulation: two programs over one store, people who talk to both, random
//! failures, and the checks of what was posted. Not here: how a store and a platform fail
//! (`machine`, `platform`).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering as Sync},
    },
    time::Duration,
};

use adoube_bot::{Bot, ChannelId, DeliveryPolicy, Outbox, RetryAfterPolicy, UserAction};
use adoube_store::{Batch, CommitOutcome, Key, KeyRange, KeyReader, MemoryStore, ScanOrder, Store, Table};
use tokio::task::JoinHandle;

use super::{
    COUNTED,
    machine::{Dice, Life, Way},
    platform::{OWN, Platform, Runner},
    time::{Machine, Time},
};
use crate::support::{coverage_counts::Tally, incoming, service};

const LANES: u32 = 5;
const PLATFORM: &str = "test";
pub const MANNER: DeliveryPolicy = DeliveryPolicy {
    at_once: 3,
    look_every: Duration::ZERO,
    first_pause: Duration::from_millis(250),
    longest_pause: Duration::from_secs(30),
    wish: RetryAfterPolicy::Minimum,
    attempts: None,
};
/// Longer than whatever keeps anybody waiting.
const LONG: Duration = Duration::from_secs(3600);

/// One of the two programs, and the machine it runs on.
struct Program {
    machine: Machine,
    way: Arc<Way>,
    service: Bot,
    seed: u64,
    /// Whether the platform has more to deliver than notices.
    has_own: bool,
    running: Option<Running>,
}

struct Running {
    outbox: Outbox,
    life: Arc<Life>,
    pump: JoinHandle<()>,
}

pub struct World {
    time: Time,
    dice: Arc<Dice>,
    store: Arc<MemoryStore>,
    platform: Arc<Platform>,
    programs: [Program; 2],
    is_calm: bool,
    events: u64,
    owned: u64,
    spoilt: BTreeSet<Vec<u8>>,
    tally: Tally,
}

fn lane(number: u32) -> ChannelId {
    ChannelId(format!("{PLATFORM}:{number}"))
}

impl Program {
    fn new(time: &Time, dice: &Arc<Dice>, store: &Arc<MemoryStore>, seed: u64, is_shared: bool) -> Self {
        let machine = Machine::new(time);
        let life = Life::new(&machine);
        let way = Arc::new(Way {
            store: Arc::clone(store),
            life: Mutex::new(life),
            faults: AtomicBool::new(true),
            dice: Arc::clone(dice),
            time: time.clone(),
            is_shared,
        });
        let service = Self::service(seed, &way, &machine);
        // Where each process tells the others that it is there, both are tried.
        let has_own = !is_shared || (seed / 8).is_multiple_of(2);
        Self { machine, way, service, seed, has_own, running: None }
    }

    fn service(seed: u64, way: &Arc<Way>, machine: &Machine) -> Bot {
        service(&["Ada", "Bob"], seed, way.clone(), Arc::new(machine.clone()))
    }

    fn start(&mut self, platform: &Arc<Platform>) {
        let life = Life::new(&self.machine);
        *self.way.life.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&life);
        let outbox = self.service.outbox_of(PLATFORM, MANNER);
        let courier = Arc::new(Runner {
            platform: Arc::clone(platform),
            life: Arc::clone(&life),
            has_own: self.has_own,
        });
        let pump = tokio::spawn({
            let outbox = outbox.clone();
            async move { outbox.run_relay(courier).await }
        });
        self.running = Some(Running { outbox, life, pump });
    }

    /// It is gone, in the middle of whatever it did.
    fn kill(&mut self) {
        if let Some(Running { life, pump, .. }) = self.running.take() {
            life.end();
            pump.abort();
            self.vanish();
        }
    }

    /// Nothing of it is left.
    fn vanish(&mut self) {
        self.seed += 2;
        self.service = Self::service(self.seed, &self.way, &self.machine);
    }

    /// It stops as programs do: what is under way is finished if that does not take long.
    async fn stop(&mut self, time: &Time) {
        let Some(Running { outbox, life, pump }) = self.running.take() else { return };
        outbox.close();
        let leaving = tokio::spawn(async move {
            outbox.wait_until_drained().await;
            outbox.leave().await;
        });
        time.pass(Duration::from_secs(5)).await;
        life.end();
        leaving.abort();
        pump.abort();
        self.vanish();
    }
}

impl World {
    /// With machines that never sleep and disks that never fail, or not; and with programs that know of each other, or not.
    pub fn new(seed: u64, is_calm: bool, is_shared: bool) -> Self {
        let (time, dice, store) = (Time::default(), Dice::new(seed), Arc::new(MemoryStore::new()));
        let platform = Platform::new(&time, &dice, &store);
        let programs = [0, 1].map(|number| Program::new(&time, &dice, &store, seed * 2 + number, is_shared));
        let (spoilt, tally) = (BTreeSet::new(), Tally::of(&COUNTED));
        let mut world =
            Self { time, dice, store, platform, programs, is_calm, events: 0, owned: 0, spoilt, tally };
        for program in &mut world.programs {
            program.way.faults.store(!is_calm, Sync::Relaxed);
            program.start(&world.platform);
        }
        world
    }

    /// Something happens, and some time passes.
    pub async fn step(&mut self) {
        let which = self.dice.below(2) as usize;
        match self.dice.below(40) {
            0..22 => self.talk(which).await,
            22..26 => self.ask_for_own().await,
            26..29 => {
                if let Some(running) = &self.programs[which].running {
                    running.life.kill_in(1 + self.dice.below(6));
                }
            }
            29 => {
                self.tally.note("stopped", 1);
                self.programs[which].stop(&self.time).await;
            }
            30..32 if !self.is_calm => {
                self.tally.note("slept", 1);
                self.programs[which].machine.sleep(true);
            }
            32..34 => {
                self.tally.note("clock set", 1);
                let hours = i64::from(self.dice.below(49)) - 24;
                self.programs[which].machine.set(hours * 3_600_000);
            }
            34..36 => self.spoil().await,
            _ => {
                let longer = Duration::from_secs(self.dice.below(120).into());
                self.time.pass(longer).await;
            }
        }
        let millis = [100, 3_000, 20_000][self.dice.below(3) as usize];
        self.time.pass(Duration::from_millis(self.dice.below(millis).into())).await;
        for program in &mut self.programs {
            if program.running.as_ref().is_some_and(|running| running.life.is_over()) {
                self.tally.note("killed", 1);
                program.kill();
            }
            if program.running.is_none() && self.dice.one_in(4) {
                program.start(&self.platform);
            }
            if self.dice.one_in(4) {
                program.machine.sleep(false);
            }
        }
        self.check_order().await;
    }

    /// Somebody does something that everybody in a channel is told, at one of the programs.
    async fn talk(&mut self, which: usize) {
        let channel = lane(self.dice.below(LANES));
        for line in ["play chess", "withdraw"] {
            self.events += 1;
            let event = format!("test:{}", self.events);
            let incoming = incoming(&event, &channel, "Ada", UserAction::Line(line.to_owned()));
            let Program { service, way, .. } = &self.programs[which];
            let life = Arc::clone(&way.life.lock().unwrap_or_else(PoisonError::into_inner));
            let (service, patience) = (service.clone(), self.time.clone());
            let handling = tokio::spawn(async move {
                tokio::select! {
                    biased;
                    _ = service.handle(&incoming) => {}
                    () = life.over() => {}
                    () = patience.sleep(Duration::from_secs(100)) => {}
                }
            });
            self.time.pass(Duration::from_millis(10)).await;
            drop(handling);
        }
    }

    /// Something of the platform's own is to be said.
    async fn ask_for_own(&mut self) {
        if !self.programs[0].has_own {
            return;
        }
        let lane = lane(self.dice.below(LANES));
        self.owned += 1;
        let key = Key::new().text(OWN).text(&lane.0).number(self.owned);
        self.store.commit(Batch::new().put(Table::Meta, key, "own")).await.expect("memory");
        for program in &self.programs {
            if let Some(running) = program.running.as_ref().filter(|_| self.dice.one_in(2)) {
                running.outbox.found(lane.clone());
            }
        }
    }

    /// Something that waits cannot be read any more.
    async fn spoil(&mut self) {
        let waiting = self.rows(Table::Outbox, Key::new().text(PLATFORM)).await;
        if waiting.is_empty() {
            return;
        }
        let key = waiting[self.dice.below(waiting.len() as u32) as usize].clone();
        let batch = Batch::new().put(Table::Outbox, key.clone(), "{\"what\":1}");
        assert_eq!(self.store.commit(batch).await.expect("memory"), CommitOutcome::Applied);
        self.spoilt.insert(key);
    }

    async fn rows(&self, table: Table, prefix: Key) -> Vec<Vec<u8>> {
        let rows = self.store.scan(table, KeyRange::prefix(prefix), ScanOrder::Ascending, 1000).await;
        rows.expect("memory").into_iter().map(|(key, _)| key).collect()
    }

    /// Nothing overtook anything; but what was on its way when its row was spoilt or given up may come late, and a spoilt row
    /// is put aside whenever somebody looks.
    async fn check_order(&self) {
        let given_up = self.platform.given_up();
        let in_order = |place: &ChannelId| {
            let mut shown = self.platform.shown(place);
            shown.retain(|key| !self.spoilt.contains(key) && !given_up.contains(key));
            shown
        };
        for number in 0..LANES {
            for place in [lane(number), ChannelId(format!("{OWN} {}", lane(number)))] {
                let shown = in_order(&place);
                assert!(shown.is_sorted_by(|a, b| a < b), "out of order in {place}: {shown:?}");
            }
        }
        let waiting: BTreeSet<_> =
            self.rows(Table::Outbox, Key::new().text(PLATFORM)).await.into_iter().collect();
        for number in 0..LANES {
            let shown = in_order(&lane(number));
            let gone = |key: &&Vec<u8>| !waiting.contains(*key);
            let last_gone = shown.iter().rposition(|key| gone(&key)).map_or(0, |last| last + 1);
            assert!(shown[..last_gone].iter().all(|key| gone(&key)), "a later one was done first: {shown:?}");
        }
    }

    /// Everything gets well; then nothing waits any more, and everything that was ever said has been posted or is known to
    /// be impossible.
    pub async fn finish(mut self) -> Tally {
        self.platform.get_well();
        for program in &mut self.programs {
            program.machine.sleep(false);
            program.way.faults.store(false, Sync::Relaxed);
            if program.running.as_ref().is_some_and(|running| running.life.is_over()) {
                program.kill();
            }
            if let Some(running) = &program.running {
                running.life.kill_in(0);
            } else {
                program.start(&self.platform);
            }
        }
        self.time.pass(LONG).await;
        self.check_order().await;
        assert_eq!(
            self.rows(Table::Outbox, Key::new().text(PLATFORM)).await,
            Vec::<Vec<u8>>::new(),
            "waits for ever"
        );
        assert_eq!(
            self.rows(Table::Meta, Key::new().text(OWN)).await,
            Vec::<Vec<u8>>::new(),
            "waits for ever"
        );
        let given_up = self.platform.given_up();
        let mut owned = 0;
        for number in 0..LANES {
            let lane = lane(number);
            let shown: BTreeSet<_> = self.platform.shown(&lane).into_iter().collect();
            for post in 0..self.posts(&lane).await {
                let key: Vec<u8> = Key::new().text(PLATFORM).text(&lane.0).number(post).into();
                let is_known = shown.contains(&key) || given_up.contains(&key) || self.spoilt.contains(&key);
                assert!(is_known, "notice {post} of {lane} is lost");
            }
            owned += self.platform.shown(&ChannelId(format!("{OWN} {lane}"))).len();
        }
        let never_own = given_up.iter().filter(|key| key.starts_with(Key::new().text(OWN).as_ref())).count();
        assert!(owned + never_own >= self.owned as usize, "something of the platform's own is lost");
        let put_aside = self.rows(Table::Outbox, Key::new().text("unreadable")).await.len();
        assert!(put_aside <= self.spoilt.len());
        self.tally.note("put aside", put_aside);
        self.tally.note("given up", given_up.len());
        let taken_over = self.taken_over().await;
        self.tally.note("taken over", taken_over);
        let mut tally = self.platform.tally();
        tally.add(&self.tally);
        for program in &mut self.programs {
            program.kill();
        }
        tally
    }

    /// How many notices a channel was ever told.
    async fn posts(&self, lane: &ChannelId) -> u64 {
        let key = Key::new().text(&lane.0);
        let record = self.store.get(Table::Channel, key.as_ref()).await.expect("memory");
        let value =
            record.map(|record| serde_json::from_slice::<serde_json::Value>(&record.value).expect("JSON"));
        value.map_or(0, |value| value["posts"].as_u64().expect("a number"))
    }

    /// How often a lease went from one holder to another.
    async fn taken_over(&self) -> usize {
        let mut rows = Vec::new();
        for kind in ["lease", "lane"] {
            let range = KeyRange::prefix(Key::new().text(kind));
            rows.extend(
                self.store.scan(Table::Meta, range, ScanOrder::Ascending, 1000).await.expect("memory"),
            );
        }
        let by_name: BTreeMap<_, _> = rows
            .iter()
            .filter_map(|(key, record)| {
                let mut reader = KeyReader::new(key);
                let _ = reader.text()?;
                Some((reader.text()?, record.version as usize - 1))
            })
            .collect();
        by_name.values().sum()
    }
}
