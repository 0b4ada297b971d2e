//! Waits until rows are gone from a store, by looking again after each write. Not here: what is
//! waited for.

use adoube_store::{Key, KeyRange, ScanOrder, Store, StoreError, Table};
use adoube_testing::{
    TEST_TIMEOUT,
    store::{StoreCall, StoreCallResult, StoreHook},
};
use tokio::{sync::watch, time::timeout};

/// Rings after each write; counts them.
#[derive(Default)]
pub struct Bell(watch::Sender<u64>);

impl Bell {
    /// So many writes were made.
    pub fn writes(&self) -> u64 {
        *self.0.borrow()
    }

    /// Waits until nothing waits to be said in a channel.
    pub async fn all_said(&self, store: &dyn Store, channel: &str) {
        let platform = channel.split(':').next().unwrap_or_default();
        self.emptied(store, Table::Outbox, KeyRange::prefix(Key::new().text(platform).text(channel))).await;
    }

    /// Waits until nothing waits to be said anywhere: no notice, and none of the replies and pictures that Matrix delivers from
    /// rows of its own.
    pub async fn all_delivered(&self, store: &dyn Store) {
        self.emptied(store, Table::Outbox, KeyRange::all()).await;
        for kind in ["reply", "picture"] {
            self.emptied(store, Table::Matrix, KeyRange::prefix(Key::new().text(kind))).await;
        }
    }

    /// Waits until there is no row in a range.
    async fn emptied(&self, store: &dyn Store, table: Table, range: KeyRange) {
        let mut writes = self.0.subscribe();
        let emptied = async {
            loop {
                writes.mark_unchanged();
                let left = store.scan(table, range.clone(), ScanOrder::Ascending, 1).await.expect("a store");
                if left.is_empty() {
                    return;
                }
                writes.changed().await.expect("the sender is here");
            }
        };
        let in_time = timeout(TEST_TIMEOUT, emptied).await;
        assert!(in_time.is_ok(), "rows of {table:?} wait in vain");
    }
}

impl StoreHook for Bell {
    async fn after(&self, asked: StoreCall<'_>, told: StoreCallResult) -> Result<(), StoreError> {
        if matches!(asked, StoreCall::Commit(_)) && told == StoreCallResult::Written {
            self.0.send_modify(|writes| *writes += 1);
        }
        Ok(())
    }
}
