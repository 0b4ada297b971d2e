//! Receipt of a delivery: the writes of a platform that are committed with it, and what follows when
//! they are durable.

use std::future::Future;

use adoube_store::{BatchWrite, VersionCheck};

use super::{
    ids::{BoxFuture, ChannelId},
    panic_guard::catch_panic,
};

/// A task started after its batch is durable.
pub type AfterCommit = Box<dyn FnOnce() -> BoxFuture<'static, ()> + Send>;

/// Runs what follows a commit. A panic in it is logged, since the commit itself is durable.
pub(crate) async fn run_after_commit(then: Option<AfterCommit>, lane: &ChannelId) {
    if let Some(then) = then
        && catch_panic(then()).await.is_none()
    {
        tracing::error!(%lane, "what follows something delivered was not done");
    }
}

/// Writes of a platform that are committed with the delivery of a notice: in the batch that removes
/// it from the outbox, or in the batch that decides it.
#[derive(Default)]
pub struct DeliveryReceipt {
    /// Versions the batch expects; after a version conflict the delivery is retried.
    pub expect: Vec<VersionCheck>,
    /// Writes of the platform.
    pub writes: Vec<BatchWrite>,
    /// The thread that was opened for the game of the notice, where that asked for one; never with
    /// inline delivery.
    pub thread: Option<ChannelId>,
    /// Started after the commit; never after a version conflict.
    pub then: Option<AfterCommit>,
}

impl DeliveryReceipt {
    /// A receipt with these writes.
    pub fn writing(writes: Vec<BatchWrite>) -> Self {
        Self { writes, ..Self::default() }
    }

    /// Adds a task after the commit, behind those added before.
    #[must_use]
    pub fn then<F: Future<Output = ()> + Send + 'static>(
        mut self,
        then: impl FnOnce() -> F + Send + 'static,
    ) -> Self {
        let before = self.then.take();
        self.then = Some(Box::new(|| {
            Box::pin(async move {
                if let Some(before) = before {
                    before().await;
                }
                then().await;
            })
        }));
        self
    }
}
