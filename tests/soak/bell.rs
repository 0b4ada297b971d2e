//! Whoever waits until something is no longer in the store looks again after each write, and not before. Not here: what they
//! wait for.

use adoube_store::{Key, KeyRange, Order, Store, StoreError, Table};
use adoube_testing::store::{Asked, Hook, Told};
use tokio::sync::watch;

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
        let range = KeyRange::prefix(Key::new().text(platform).text(channel));
        let mut writes = self.0.subscribe();
        loop {
            writes.mark_unchanged();
            let left = store.scan(Table::Outbox, range.clone(), Order::Ascending, 1).await;
            if left.expect("a store").is_empty() {
                return;
            }
            writes.changed().await.expect("the sender is here");
        }
    }
}

impl Hook for Bell {
    async fn after(&self, asked: Asked<'_>, told: Told) -> Result<(), StoreError> {
        if matches!(asked, Asked::Commit(_)) && told == Told::Written {
            self.0.send_modify(|writes| *writes += 1);
        }
        Ok(())
    }
}
