//! Trait `Transport`: a platform's code that takes notices from the outbox to where they are read;
//! with the errors of a delivery that failed. Not here: the receipt of a delivery
//! (`core::delivery_receipt`), and the order and time of deliveries (`relay`).

use std::{future::Future, sync::Arc, time::Duration};

use adoube_store::StoreError;

use super::{DeliveryAttempts, DeliveryReceipt};
use crate::{ChannelId, OutboxEntry, RepositoryError};

/// A platform's code that delivers notices. Within a lane (a channel, or another place the platform
/// keeps in order) entries are delivered one after the other, with retries until they are done or
/// given up; lanes run concurrently.
pub trait Transport: Send + Sync + 'static {
    /// Entries of the platform's own kind, which share the lanes with notices and are stored in the
    /// platform's table; `Infallible` if it has none.
    type Entry: Send + Sync;

    /// Delivers a notice to its channel. An earlier attempt may have succeeded without a receipt:
    /// the platform can recognise the repetition by [`OutboxEntry::key`]. `tried` holds the
    /// attempts this process knows of.
    fn deliver(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        tried: DeliveryAttempts,
    ) -> impl Future<Output = Result<DeliveryReceipt, DeliveryError>> + Send;

    /// Whether the platform ever has entries of its own. In a shared store a lane then changes its
    /// process only when the old one is gone, as the process that posts a notice does not see the
    /// platform's own entries.
    fn has_own(&self) -> bool {
        false
    }

    /// Lanes with entries of the platform's own.
    fn own_lanes(&self) -> impl Future<Output = Result<Vec<ChannelId>, RepositoryError>> + Send {
        async { Ok(Vec::new()) }
    }

    /// Entries of the platform's own in a lane, oldest first; they come after the notices there.
    fn own(
        &self,
        _lane: &ChannelId,
        _limit: usize,
    ) -> impl Future<Output = Result<Vec<Self::Entry>, RepositoryError>> + Send {
        async { Ok(Vec::new()) }
    }

    /// [`Transport::deliver`] for an entry of the platform's own; the receipt's writes remove the
    /// entry.
    fn deliver_own(
        self: &Arc<Self>,
        lane: &ChannelId,
        own: &Self::Entry,
        tried: DeliveryAttempts,
    ) -> impl Future<Output = Result<DeliveryReceipt, DeliveryError>> + Send;
}

/// Why an entry was not delivered.
pub enum DeliveryError {
    /// The platform does not accept it now.
    Retry {
        /// The platform's reason.
        reason: String,
        /// Retry-after: the pause the platform asks for.
        after: Option<Duration>,
    },
    /// It can never be delivered: it leaves the outbox, and a game that waited for a thread begins
    /// without one.
    Permanent {
        /// The reason.
        reason: String,
        /// Writes about it.
        done: DeliveryReceipt,
    },
    /// An internal error; the delivery is retried.
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
