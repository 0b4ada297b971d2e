//! A store for tests that fails as databases do: before anything was written, after everything was,
//! or by a version conflict. It also yields to other tasks between request and work, so that
//! concurrent events meet in every order, and a write goes on when its caller is stopped.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering as Sync},
};

use adoube_store::{
    Batch, CommitOutcome, IdempotencyKey, KeyRange, Record, ScanOrder, Store, StoreError, StoreFuture, Table,
};
use adoube_testing::store::broken_disk;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tokio::sync::{RwLock, watch};

/// One commit in so many fails.
const COMMIT_FAULT: u32 = 12;
/// One read in so many fails.
const READ_FAULT: u32 = 150;
/// Times a request gives way to others at most.
const MOST_YIELDS: u32 = 4;

/// What happens to a commit.
enum Fate {
    Fine,
    FailsBefore,
    FailsAfter,
    Conflicts,
}

/// A way to a store with faults that can be switched off.
pub struct FaultyStore {
    pub inner: Arc<dyn Store>,
    faults: AtomicBool,
    rng: Mutex<ChaCha8Rng>,
    /// Held by each commit under way.
    under_way: Arc<RwLock<()>>,
    /// How many requests have been begun, and how many commits done.
    pub requests: watch::Sender<u64>,
}

impl FaultyStore {
    pub fn new(seed: u64, inner: Arc<dyn Store>) -> Arc<Self> {
        let rng = Mutex::new(ChaCha8Rng::seed_from_u64(seed));
        let (faults, under_way) = (AtomicBool::new(false), Arc::default());
        Arc::new(Self { inner, faults, rng, under_way, requests: watch::Sender::default() })
    }

    /// Waits for what was asked by those who were stopped.
    pub async fn is_at_rest(&self) {
        drop(self.under_way.write().await);
    }

    /// Writes it, whether anybody waits for it or not.
    async fn write(&self, batch: Batch) -> Result<CommitOutcome, StoreError> {
        let held = Arc::clone(&self.under_way).read_owned().await;
        let inner = Arc::clone(&self.inner);
        let written = tokio::spawn(async move {
            let committed = inner.commit(batch).await;
            drop(held);
            committed
        });
        written.await.expect("a store that does not panic")
    }

    fn count(&self) {
        self.requests.send_modify(|requests| *requests += 1);
    }

    /// Lets requests fail from now on, or no longer.
    pub fn set_faults(&self, faults: Faults) {
        self.faults.store(faults == Faults::On, Sync::Relaxed);
    }

    fn one_in(&self, count: u32) -> bool {
        self.faults.load(Sync::Relaxed) && self.draw(count) == 0
    }

    fn draw(&self, below: u32) -> u32 {
        self.rng.lock().unwrap_or_else(PoisonError::into_inner).random_range(0..below)
    }

    fn fate(&self) -> Fate {
        if !self.one_in(COMMIT_FAULT) {
            return Fate::Fine;
        }
        match self.draw(3) {
            0 => Fate::FailsBefore,
            1 => Fate::FailsAfter,
            _ => Fate::Conflicts,
        }
    }

    async fn give_way(&self) {
        for _ in 0..self.draw(MOST_YIELDS) {
            tokio::task::yield_now().await;
        }
    }

    async fn before_reading(&self) -> Result<(), StoreError> {
        self.count();
        self.give_way().await;
        if self.one_in(READ_FAULT) { Err(broken_disk()) } else { Ok(()) }
    }
}

/// Whether requests may fail.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Faults {
    On,
    Off,
}

impl Store for FaultyStore {
    fn get(&self, table: Table, key: &[u8]) -> StoreFuture<'_, Option<Record>> {
        let key = key.to_vec();
        Box::pin(async move {
            self.before_reading().await?;
            self.inner.get(table, &key).await
        })
    }

    fn scan(
        &self,
        table: Table,
        range: KeyRange,
        order: ScanOrder,
        limit: usize,
    ) -> StoreFuture<'_, Vec<(Vec<u8>, Record)>> {
        Box::pin(async move {
            self.before_reading().await?;
            self.inner.scan(table, range, order, limit).await
        })
    }

    fn answer(&self, id: &IdempotencyKey) -> StoreFuture<'_, Option<Vec<u8>>> {
        let id = id.clone();
        Box::pin(async move {
            self.before_reading().await?;
            self.inner.answer(&id).await
        })
    }

    fn commit(&self, batch: Batch) -> StoreFuture<'_, CommitOutcome> {
        Box::pin(async move {
            self.count();
            self.give_way().await;
            let committed = match self.fate() {
                Fate::Fine => self.write(batch).await,
                Fate::FailsBefore => Err(broken_disk()),
                Fate::FailsAfter => self.write(batch).await.and_then(|_| Err(broken_disk())),
                Fate::Conflicts => Ok(CommitOutcome::Conflict { table: Table::Channel, key: Vec::new() }),
            };
            // Who is stopped here has written and does not hear of it.
            self.count();
            tokio::task::yield_now().await;
            committed
        })
    }

    fn is_shared(&self) -> bool {
        self.inner.is_shared()
    }

    adoube_testing::forward_store!(inner: forget_answers page restore close);
}
