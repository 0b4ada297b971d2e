//! Adds replies to the queue and wakes the delivery task of their channel. Not here: the queue
//! (`reply_queue`), and the delivery (`reply_delivery`).

use std::sync::Arc;

use adoube_bot::{ChannelId, Outbox, PersonId};
use adoube_store::{BatchWrite, StoreError};

use super::{queued_reply::QueuedReply, reply_queue::ReplyQueue};
use crate::ids;

/// Entry point for replies: adds them to their queue.
pub(crate) struct ReplySender {
    queue: Arc<ReplyQueue>,
    outbox: Outbox,
}

impl ReplySender {
    pub(crate) fn new(queue: Arc<ReplyQueue>, outbox: Outbox) -> Self {
        Self { queue, outbox }
    }

    /// Adds a reply to the queue of a lane, together with other writes, and wakes the lane.
    pub(crate) async fn enqueue(
        &self,
        lane: ChannelId,
        waiting: &QueuedReply,
        also: Vec<BatchWrite>,
    ) -> Result<(), StoreError> {
        self.queue.add(&lane, waiting, also).await?;
        self.wake(lane);
        Ok(())
    }

    /// Adds a reply to the queue of a person's direct room.
    pub(crate) async fn enqueue_private(
        &self,
        person: &PersonId,
        waiting: &QueuedReply,
        also: Vec<BatchWrite>,
    ) -> Result<(), StoreError> {
        self.enqueue(ids::direct(person), waiting, also).await
    }

    /// Wakes a lane in which a reply or an attachment waits.
    pub(crate) fn wake(&self, lane: ChannelId) {
        self.outbox.found(lane);
    }
}
