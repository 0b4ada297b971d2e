//! Several at one store, each in the middle of what the others do: who is next is drawn from a seed before and after each
//! request. Not here: a store that fails.

use std::sync::{Arc, Mutex, PoisonError};

use adoube_store::{MemoryStore, StoreError};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::{HookedStore, SharedTestStore, StoreHook};

/// The most others do in between.
const MOST: u32 = 5;

/// Gives way to others.
pub struct InterleavingHook(Mutex<ChaCha8Rng>);

impl InterleavingHook {
    /// Another seed, another order.
    pub fn new(seed: u64) -> Self {
        Self(Mutex::new(ChaCha8Rng::seed_from_u64(seed)))
    }

    /// One program's way to a store in memory that it shares.
    pub fn at(store: &Arc<MemoryStore>, seed: u64) -> HookedStore<Self> {
        HookedStore::over(Arc::new(SharedTestStore(Arc::clone(store))), Self::new(seed))
    }
}

impl StoreHook for InterleavingHook {
    async fn around(&self) -> Result<(), StoreError> {
        let steps = self.0.lock().unwrap_or_else(PoisonError::into_inner).random_range(0..=MOST);
        for _ in 0..steps {
            tokio::task::yield_now().await;
        }
        Ok(())
    }
}
