//! A store hook that interleaves tasks at random: before and after each call it yields a random number of times.

use std::sync::{Arc, Mutex, PoisonError};

use adoube_store::{MemoryStore, StoreError};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::{HookedStore, SharedTestStore, StoreHook};

/// The most yields around a call.
const MAX_YIELDS: u32 = 5;

/// Yields to other tasks.
pub struct InterleavingHook(Mutex<ChaCha8Rng>);

impl InterleavingHook {
    /// A hook that draws from a seed.
    pub fn new(seed: u64) -> Self {
        Self(Mutex::new(ChaCha8Rng::seed_from_u64(seed)))
    }

    /// A process's handle to a shared store in memory.
    pub fn at(store: &Arc<MemoryStore>, seed: u64) -> HookedStore<Self> {
        HookedStore::over(Arc::new(SharedTestStore(Arc::clone(store))), Self::new(seed))
    }
}

impl StoreHook for InterleavingHook {
    async fn around(&self) -> Result<(), StoreError> {
        let steps = self.0.lock().unwrap_or_else(PoisonError::into_inner).random_range(0..=MAX_YIELDS);
        for _ in 0..steps {
            tokio::task::yield_now().await;
        }
        Ok(())
    }
}
