//! Transport of Matrix: delivers the notices of the bot's outbox (its queue of messages), and the
//! replies and attachments of the platform's own queues, in order in each lane, the queue of one
//! channel. An entry is removed in the batch that commits its receipt. Not here: timing and order
//! (the bot's outbox).

use std::sync::Arc;

use adoube_bot::{
    ChannelId, DeliveryAttempts, DeliveryError, DeliveryReceipt, OutboxEntry, RepositoryError, Transport,
};
use adoube_store::Store;

use super::{
    attachments::{self, Attachments},
    notice_delivery::NoticeDelivery,
    reply_delivery::ReplyDelivery,
    reply_queue::{self, ReplyQueue},
};
use crate::{
    records::{PICTURE, REPLY},
    state::{player_cache::PlayerCache, unsaved_lists::UnsavedLists},
};

/// An entry of the platform's own queues.
pub(crate) enum MatrixQueueItem {
    /// A reply to one person.
    Answer(reply_queue::QueuedReplyEntry),
    /// A picture or file that follows its words.
    Picture(attachments::PendingAttachmentEntry),
}

/// Delivers notices, replies and attachments.
pub(crate) struct MatrixTransport {
    pub(super) store: Arc<dyn Store>,
    pub(super) players: Arc<PlayerCache>,
    pub(super) queue: Arc<ReplyQueue>,
    pub(super) notices: NoticeDelivery,
    pub(super) replies: ReplyDelivery,
    pub(super) attachments: Arc<Attachments>,
    pub(super) unsaved: Arc<UnsavedLists>,
}

impl Transport for MatrixTransport {
    type Entry = MatrixQueueItem;

    fn has_own(&self) -> bool {
        true
    }

    async fn deliver(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        _tried: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        self.players.learn_who_plays(delivery);
        let said = self.notices.deliver(delivery).await;
        self.end_wait(delivery.key(), &said);
        said
    }

    async fn own_lanes(&self) -> Result<Vec<ChannelId>, RepositoryError> {
        let mut lanes = self.queue.places(REPLY).await?;
        let places = self.queue.places(PICTURE).await?;
        lanes.extend(places.iter().map(attachments::lane_of));
        Ok(lanes)
    }

    async fn own(&self, lane: &ChannelId, limit: usize) -> Result<Vec<MatrixQueueItem>, RepositoryError> {
        Ok(match attachments::place_of(lane) {
            Some(place) => {
                let waiting = attachments::waiting(&*self.store, &place, limit).await?;
                waiting.into_iter().map(MatrixQueueItem::Picture).collect()
            }
            None => self.queue.of(lane, limit).await?.into_iter().map(MatrixQueueItem::Answer).collect(),
        })
    }

    async fn deliver_own(
        self: &Arc<Self>,
        lane: &ChannelId,
        own: &MatrixQueueItem,
        _tried: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        match own {
            MatrixQueueItem::Answer(entry) => {
                let said = self.replies.deliver(lane, entry).await;
                if let Ok(waiting) = &entry.waiting {
                    self.end_wait(waiting.transaction.as_bytes(), &said);
                }
                said
            }
            MatrixQueueItem::Picture(entry) => self.attachments.show(lane, entry).await,
        }
    }
}

impl MatrixTransport {
    /// Ends the wait for the save of a list that will not be sent again.
    fn end_wait(&self, key: &[u8], said: &Result<DeliveryReceipt, DeliveryError>) {
        if matches!(said, Ok(_) | Err(DeliveryError::Permanent { .. })) {
            self.unsaved.end(key);
        }
    }
}
