//! Transport: a platform's code that takes notices from the outbox to where they are read. Not
//! here: the order and time of delivery (`relay`).

use std::{future::Future, sync::Arc, time::Duration};

use adoube_store::{BatchWrite, StoreError, VersionCheck};

use super::DeliveryAttempts;
use crate::{BoxFuture, ChannelId, OutboxEntry, RepositoryError};

/// Takes what waits to where people read it. Each lane (a channel, or whatever place the platform keeps in order) is
/// called for one thing after the other, again and again until it is done or given up; different lanes at the same time.
pub trait Transport: Send + Sync + 'static {
    /// What waits for this platform besides notices: it has the same lanes, and tables of its own. `Infallible` for nothing.
    type Entry: Send + Sync;

    /// Takes a notice to its channel. It may have been there before although nobody knows: the platform can tell a
    /// repetition by [`OutboxEntry::key`]. `tried` says what this process knows of that.
    fn deliver(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        tried: DeliveryAttempts,
    ) -> impl Future<Output = Result<DeliveryReceipt, DeliveryError>> + Send;

    /// Whether anything of the platform's own may ever wait. Where several processes share the store, a lane then goes from
    /// one to another only when the one is gone: who posts a notice does not see what is on its way there besides.
    fn has_own(&self) -> bool {
        false
    }

    /// The lanes in which something of the platform's own waits.
    fn own_lanes(&self) -> impl Future<Output = Result<Vec<ChannelId>, RepositoryError>> + Send {
        async { Ok(Vec::new()) }
    }

    /// What of the platform's own waits in a lane, oldest first. It is behind the notices that wait there.
    fn own(
        &self,
        _lane: &ChannelId,
        _limit: usize,
    ) -> impl Future<Output = Result<Vec<Self::Entry>, RepositoryError>> + Send {
        async { Ok(Vec::new()) }
    }

    /// The same as [`Transport::deliver`] for something of the platform's own; what is written when it is done takes it out of
    /// where it waits.
    fn deliver_own(
        self: &Arc<Self>,
        lane: &ChannelId,
        own: &Self::Entry,
        tried: DeliveryAttempts,
    ) -> impl Future<Output = Result<DeliveryReceipt, DeliveryError>> + Send;
}

/// Something that is begun when what it belongs to is durable.
pub type AfterCommit = Box<dyn FnOnce() -> BoxFuture<'static, ()> + Send>;

/// It was taken there, and this is noted about it, in the batch that takes it out of the outbox.
#[derive(Default)]
pub struct DeliveryReceipt {
    /// What must still be so. When it is not, it is tried again.
    pub expect: Vec<VersionCheck>,
    /// What is written.
    pub writes: Vec<BatchWrite>,
    /// The thread that was opened for the game of the notice, where that asked for one.
    pub thread: Option<ChannelId>,
    /// What is done after that; never when somebody else was faster.
    pub then: Option<AfterCommit>,
}

impl DeliveryReceipt {
    /// With this to be written.
    pub fn writing(writes: Vec<BatchWrite>) -> Self {
        Self { writes, ..Self::default() }
    }

    /// And this is done after that, and after whatever else is.
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

/// Why something was not taken where it should be.
pub enum DeliveryError {
    /// The platform does not take it now.
    Retry {
        /// What it says.
        reason: String,
        /// How long it wishes not to be asked, if it says that, too.
        after: Option<Duration>,
    },
    /// There is no way and never will be: it goes from the outbox, and a game that waited for a thread begins without.
    Permanent {
        /// Why.
        reason: String,
        /// What is noted about that.
        done: DeliveryReceipt,
    },
    /// Something failed inside, and is tried again.
    Internal(RepositoryError),
}

impl From<RepositoryError> for DeliveryError {
    fn from(error: RepositoryError) -> Self {
        Self::Internal(error)
    }
}

impl From<StoreError> for DeliveryError {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.into())
    }
}
