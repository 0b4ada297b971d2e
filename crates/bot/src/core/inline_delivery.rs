//! Inline delivery: a platform whose log lies in the store of the outbox writes notices into its log
//! in the batch that decides them, and with them the sender's words and the reply. Not here: when a
//! batch is delivered inline (`gameplay::services`), and deliveries from the outbox (`outbox`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use super::{
    decision::Decision,
    delivery_receipt::DeliveryReceipt,
    ids::{BoxFuture, ChannelId},
    notice::Notice,
    records::RepositoryError,
};

/// A platform that writes what it delivers into the batch that causes it.
///
/// Nothing that the platform shows may depend on the writes before [`DeliveryReceipt::then`] was
/// called: the batch can fail. After a version conflict the writes are planned again.
pub trait InlineTransport: Send + Sync {
    /// Whether notices for the channel can be written now; if not, they go through the outbox.
    fn accepts<'a>(&'a self, lane: &'a ChannelId) -> BoxFuture<'a, Result<bool, RepositoryError>>;

    /// Plans the writes that deliver a post.
    fn plan_writes<'a>(
        &'a self,
        post: InlinePost<'a>,
    ) -> BoxFuture<'a, Result<InlineWrites, RepositoryError>>;
}

/// What a platform is to write in one batch.
#[derive(Clone, Copy)]
pub struct InlinePost<'a> {
    /// The channel.
    pub lane: &'a ChannelId,
    /// Notices for the channel, oldest first; none if they go through the outbox.
    pub notices: &'a [Notice],
    /// Whether a game or a challenge is open in the channel after the batch; `false` where there
    /// are no notices.
    pub is_used: bool,
    /// The decision whose reply is to be written, if the batch is that of an event.
    pub decision: Option<&'a Decision>,
}

/// The writes that deliver a post.
#[derive(Default)]
pub struct InlineWrites {
    /// The writes, with the versions they expect.
    pub receipt: DeliveryReceipt,
    /// Whether the event needs no reply any more, so that a repetition of it gets none.
    pub is_answered: bool,
}

/// Why an event was not handled. As far as is known, nothing of it was written; it may be sent
/// again.
#[derive(Debug, thiserror::Error)]
pub enum InlineEventError {
    /// The store failed, or the platform could not plan its writes.
    #[error(transparent)]
    Repository(#[from] RepositoryError),
    /// Other writes came first, again and again.
    #[error("other writes came first at every attempt")]
    Conflict,
}

/// The inline transports of this process, by platform.
#[derive(Default)]
pub(crate) struct InlineTransports(Mutex<HashMap<String, Weak<dyn InlineTransport>>>);

impl InlineTransports {
    /// From now on posts to the platform are delivered inline, until the transport is dropped.
    pub(crate) fn register(&self, platform: &str, transport: Weak<dyn InlineTransport>) {
        self.transports().insert(platform.to_owned(), transport);
    }

    /// The transport of a channel's platform.
    pub(crate) fn of(&self, lane: &ChannelId) -> Option<Arc<dyn InlineTransport>> {
        self.transports().get(lane.platform()).and_then(Weak::upgrade)
    }

    fn transports(&self) -> MutexGuard<'_, HashMap<String, Weak<dyn InlineTransport>>> {
        // Inserting into a map is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
