//! A store for tests in which another program's write wins the race before a commit, so that the
//! commit gets a version conflict. Not here: what follows.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use adoube_store::{Batch, KeyRange, MemoryStore, ScanOrder, Store, StoreError, Table};
use adoube_testing::store::{HookedStore, StoreCall, StoreHook};

/// Somebody else writes these rows anew before each of so many commits.
pub struct Overtaking {
    store: Arc<MemoryStore>,
    table: Table,
    range: KeyRange,
    left: AtomicUsize,
}

impl Overtaking {
    /// An empty store in memory, in which nobody does so far.
    pub fn store(table: Table, range: KeyRange) -> Arc<HookedStore<Self>> {
        let store = Arc::new(MemoryStore::new());
        let hook = Self { store: Arc::clone(&store), table, range, left: AtomicUsize::new(0) };
        Arc::new(HookedStore::over(store, hook))
    }

    /// Somebody is faster than each of so many commits from now on; says how many are left of those before.
    pub fn overtake(&self, times: usize) -> usize {
        self.left.swap(times, Ordering::SeqCst)
    }
}

impl StoreHook for Overtaking {
    async fn before(&self, asked: StoreCall<'_>) -> Result<(), StoreError> {
        let is_due = matches!(asked, StoreCall::Commit(_))
            && self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
        if is_due {
            let found = self.store.scan(self.table, self.range.clone(), ScanOrder::Ascending, 10).await?;
            for (key, row) in found {
                self.store.commit(Batch::new().put(self.table, key, row.value)).await?;
            }
        }
        Ok(())
    }
}
