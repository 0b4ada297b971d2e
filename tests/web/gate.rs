//! A store for tests whose reads of a channel can be held until something else has happened. Not
//! here: what the chat makes of that.

use std::sync::atomic::{AtomicBool, Ordering};

use adoube_store::{StoreError, Table};
use adoube_testing::store::{StoreCall, StoreCallResult, StoreHook};
use tokio::sync::Notify;

/// The door.
#[derive(Default)]
pub struct Gate {
    /// Whether the next look at a channel's record is held after it was made.
    pub holds: AtomicBool,
    /// Somebody stands at the gate.
    pub reached: Notify,
    /// They may go on.
    pub opened: Notify,
}

impl StoreHook for Gate {
    async fn after(&self, asked: StoreCall<'_>, _: StoreCallResult) -> Result<(), StoreError> {
        let is_look = matches!(asked, StoreCall::Get(Table::Channel, _));
        if is_look && self.holds.swap(false, Ordering::SeqCst) {
            self.reached.notify_one();
            self.opened.notified().await;
        }
        Ok(())
    }
}
