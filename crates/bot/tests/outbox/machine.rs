//! A store that fails like the machine of a simulated program: calls are slow, fail, or end the
//! program at a chosen write. Not here: what the program does.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering as Sync},
    },
    time::Duration,
};

use adoube_store::{
    Batch, CommitOutcome, IdempotencyKey, KeyRange, MemoryStore, Record, ScanOrder, Store, StoreError,
    StoreFuture, Table,
};
use adoube_testing::store::broken_disk;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tokio::sync::watch;

use super::time::{Machine, Time};

/// One commit in so many fails, and one read.
const COMMIT_FAULT: u32 = 25;
const READ_FAULT: u32 = 80;
/// One commit in so many takes its time.
const SLOW: u32 = 30;

/// Chance, drawn from a seed.
pub struct Dice(Mutex<ChaCha8Rng>);

impl Dice {
    pub fn new(seed: u64) -> Arc<Self> {
        Arc::new(Self(Mutex::new(ChaCha8Rng::seed_from_u64(seed))))
    }

    pub fn below(&self, count: u32) -> u32 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).random_range(0..count)
    }

    pub fn one_in(&self, count: u32) -> bool {
        self.below(count) == 0
    }
}

/// One run of a program, from its start to its end.
pub struct Life {
    machine: Machine,
    /// Writes until it is killed; none when it is not.
    writes_left: AtomicU32,
    killed: watch::Sender<bool>,
}

impl Life {
    pub fn new(machine: &Machine) -> Arc<Self> {
        Arc::new(Self {
            machine: machine.clone(),
            writes_left: AtomicU32::new(0),
            killed: watch::Sender::new(false),
        })
    }

    /// It is killed at a write soon.
    pub fn kill_in(&self, writes: u32) {
        self.writes_left.store(writes, Sync::Relaxed);
    }

    pub fn end(&self) {
        self.killed.send_replace(true);
    }

    pub fn is_over(&self) -> bool {
        *self.killed.borrow()
    }

    /// Resolves when it is over.
    pub async fn over(&self) {
        let _ = self.killed.subscribe().wait_for(|killed| *killed).await;
    }

    /// Resolves when it goes on: never after its end, and not while its machine sleeps.
    pub async fn goes_on(&self) {
        self.machine.awake().await;
        if self.is_over() {
            std::future::pending::<()>().await;
        }
    }

    fn is_killed_now(&self) -> bool {
        let count = |left: u32| left.checked_sub(1);
        self.writes_left.fetch_update(Sync::Relaxed, Sync::Relaxed, count) == Ok(1)
    }
}

/// One program's way to the store that it shares with another one.
pub struct Way {
    pub store: Arc<MemoryStore>,
    pub life: Mutex<Arc<Life>>,
    pub faults: AtomicBool,
    pub dice: Arc<Dice>,
    pub time: Time,
    pub is_shared: bool,
}

impl Way {
    fn life(&self) -> Arc<Life> {
        Arc::clone(&self.life.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn one_in(&self, count: u32) -> bool {
        self.faults.load(Sync::Relaxed) && self.dice.one_in(count)
    }

    async fn read<T>(&self, read: StoreFuture<'_, T>) -> Result<T, StoreError> {
        let life = self.life();
        life.goes_on().await;
        if self.one_in(READ_FAULT) {
            return Err(broken_disk());
        }
        let found = read.await;
        life.goes_on().await;
        found
    }
}

impl Store for Way {
    fn get(&self, table: Table, key: &[u8]) -> StoreFuture<'_, Option<Record>> {
        let key = key.to_vec();
        Box::pin(async move { self.read(Box::pin(async { self.store.get(table, &key).await })).await })
    }

    fn scan(
        &self,
        table: Table,
        range: KeyRange,
        order: ScanOrder,
        limit: usize,
    ) -> StoreFuture<'_, Vec<(Vec<u8>, Record)>> {
        let scan = async move { self.store.scan(table, range, order, limit).await };
        Box::pin(self.read(Box::pin(scan)))
    }

    fn answer(&self, id: &IdempotencyKey) -> StoreFuture<'_, Option<Vec<u8>>> {
        let id = id.clone();
        Box::pin(async move { self.read(Box::pin(async { self.store.answer(&id).await })).await })
    }

    fn commit(&self, batch: Batch) -> StoreFuture<'_, CommitOutcome> {
        Box::pin(async move {
            let life = self.life();
            if self.one_in(SLOW) {
                self.time.sleep(Duration::from_secs(self.dice.below(90).into())).await;
            }
            life.goes_on().await;
            let (killed, fails) = (life.is_killed_now(), self.one_in(COMMIT_FAULT));
            let is_written = !(killed || fails) || self.dice.one_in(2);
            let committed = if is_written { Some(self.store.commit(batch).await) } else { None };
            if killed {
                life.end();
            }
            life.goes_on().await;
            committed.filter(|_| !fails).unwrap_or_else(|| Err(broken_disk()))
        })
    }

    fn is_shared(&self) -> bool {
        self.is_shared
    }

    adoube_testing::forward_store!(store: forget_answers page restore close);
}
