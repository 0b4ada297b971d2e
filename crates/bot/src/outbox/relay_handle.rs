//! Starts a relay, the task that delivers a platform's notices, beside its platform, and ends it
//! within a time limit when the platform stops. Not here: the relay (`relay`).

use std::{future::Future, sync::Arc, time::Duration};

use tokio::task::JoinHandle;

use super::{Outbox, Transport};
use crate::core::panic_guard::catch_panic;

/// How long running deliveries may take when the program stops.
const LEAVING: Duration = Duration::from_secs(5);

/// A running relay; [`RelayHandle::end`] stops it.
#[must_use = "the platform is left in order with it"]
pub struct RelayHandle {
    outbox: Outbox,
    pump: JoinHandle<()>,
}

impl Outbox {
    /// Starts the relay as a task.
    pub fn run<C: Transport>(&self, courier: Arc<C>) -> RelayHandle {
        let outbox = self.clone();
        let pump = tokio::spawn(async move {
            let pumped = catch_panic(outbox.run_relay(courier)).await;
            if pumped.is_none() || !outbox.is_closed() {
                let platform = &outbox.0.platform;
                tracing::error!(platform, "nothing more is delivered until the program is started again");
            }
        });
        RelayHandle { outbox: self.clone(), pump }
    }
}

impl RelayHandle {
    /// Begins no more deliveries, waits a bounded time for the running ones and for `what_else` of
    /// the platform, and leaves the queued entries to other processes and to the next start.
    pub async fn end(self, what_else: impl Future<Output = ()>) {
        let Self { outbox, pump } = self;
        outbox.close();
        let finished = async {
            outbox.wait_until_drained().await;
            what_else.await;
        };
        if tokio::time::timeout(LEAVING, finished).await.is_err() {
            let platform = &outbox.0.platform;
            tracing::warn!(platform, "something was not finished in time; it is done at the next start");
        }
        outbox.leave().await;
        pump.abort();
    }
}
