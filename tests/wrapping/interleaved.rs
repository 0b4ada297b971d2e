//! A store that several programs of a test use at once, each in the middle of what the others do: who is next is drawn from a
//! seed before each step. Not here: a store that fails.

use std::sync::{Arc, Mutex, PoisonError};

use adoube_store::{Batch, Committed, KeyRange, MemoryStore, Order, Record, Store, StoreFuture, Table};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// The most others do in between.
const STEPS: u32 = 4;

/// One program's way to the store.
pub struct Interleaved {
    pub inner: Arc<MemoryStore>,
    dice: Mutex<ChaCha8Rng>,
}

impl Interleaved {
    pub fn new(inner: &Arc<MemoryStore>, seed: u64) -> Self {
        Self { inner: Arc::clone(inner), dice: Mutex::new(ChaCha8Rng::seed_from_u64(seed)) }
    }

    async fn turn(&self) {
        let steps = self.dice.lock().unwrap_or_else(PoisonError::into_inner).random_range(0..STEPS);
        for _ in 0..steps {
            tokio::task::yield_now().await;
        }
    }
}

impl Store for Interleaved {
    passed_on!(inner: answer forget_answers page restore close);

    fn is_shared(&self) -> bool {
        true
    }

    fn get(&self, table: Table, key: &[u8]) -> StoreFuture<'_, Option<Record>> {
        let key = key.to_vec();
        Box::pin(async move {
            self.turn().await;
            self.inner.get(table, &key).await
        })
    }

    fn scan(
        &self,
        table: Table,
        range: KeyRange,
        order: Order,
        limit: usize,
    ) -> StoreFuture<'_, Vec<(Vec<u8>, Record)>> {
        Box::pin(async move {
            self.turn().await;
            // So few that there are many steps.
            self.inner.scan(table, range, order, limit.min(3)).await
        })
    }

    fn commit(&self, batch: Batch) -> StoreFuture<'_, Committed> {
        Box::pin(async move {
            self.turn().await;
            self.inner.commit(batch).await
        })
    }
}
