//! Decides when a message may be sent by the rate limit of its room, and when a board that had to
//! wait is dropped because a newer board of its game supersedes it.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use adoube_bot::{DeliveryError, Notice, Outbox, OutboxEntry};

use super::{
    layout::{Layout, MessageLayouts},
    room_pace::{FULL, RoomPacer},
};
use crate::{ids::ChannelAddress, message::render::RenderedMessage};

/// Waiting notices searched for a newer board.
const MAX_LOOK: usize = 64;
/// Most delayed boards that are remembered.
const MAX_DELAYED: usize = 1000;

/// Outcome of scheduling a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoticeTurn {
    /// The notice may be sent.
    Now,
    /// A newer board of the same game waits behind it.
    Superseded,
}

/// Schedules messages to rooms.
pub(crate) struct NoticeScheduler {
    pacer: Arc<RoomPacer>,
    layouts: Arc<MessageLayouts>,
    outbox: Outbox,
    /// Delayed boards, by the keys of their notices.
    delayed: Mutex<HashSet<Vec<u8>>>,
}

impl NoticeScheduler {
    pub(crate) fn new(pacer: Arc<RoomPacer>, layouts: Arc<MessageLayouts>, outbox: Outbox) -> Self {
        Self { pacer, layouts, outbox, delayed: Mutex::default() }
    }

    fn delayed(&self) -> MutexGuard<'_, HashSet<Vec<u8>>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.delayed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks a board as delayed.
    fn delay(&self, key: &[u8]) {
        let mut delayed = self.delayed();
        if delayed.len() < MAX_DELAYED {
            delayed.insert(key.to_vec());
        }
    }

    /// Succeeds if the room may be sent all events of a message now; otherwise the error says when.
    pub(crate) async fn wait_for_room(
        &self,
        place: &ChannelAddress,
        body: &RenderedMessage,
    ) -> Result<(), DeliveryError> {
        // Without a limit the layout, which needs a read of the store, does not matter.
        if !self.pacer.has_limit(place).await {
            return Ok(());
        }
        // If the layout is unknown, sending reports why.
        let Ok(layout) = self.layouts.layout(place).await else { return Ok(()) };
        let events = |has_more: bool| if has_more && layout != Layout::OneEvent { 2 } else { 1 };
        let count =
            body.parts.iter().map(|part| events(part.attached().is_some() || !part.mentions.is_empty()));
        match self.pacer.wait(place, count.sum()).await {
            None => Ok(()),
            Some(wait) => Err(DeliveryError::Retry { reason: FULL.to_owned(), after: Some(wait) }),
        }
    }

    /// Schedules a notice; a board may have been superseded while it waited.
    pub(crate) async fn schedule(
        &self,
        delivery: &OutboxEntry,
        place: &ChannelAddress,
        body: &RenderedMessage,
    ) -> Result<NoticeTurn, DeliveryError> {
        let waits = self.wait_for_room(place, body).await;
        let is_board = matches!(delivery.notice, Notice::Board(_));
        if is_board && (waits.is_err() || self.delayed().contains(delivery.key())) {
            if self.has_newer_board(delivery).await? {
                self.delayed().remove(delivery.key());
                return Ok(NoticeTurn::Superseded);
            }
            self.delay(delivery.key());
        }
        waits?;
        self.delayed().remove(delivery.key());
        Ok(NoticeTurn::Now)
    }

    /// Whether a newer board of the same game waits in the lane of a board.
    async fn has_newer_board(&self, delivery: &OutboxEntry) -> Result<bool, DeliveryError> {
        let Notice::Board(shown) = &delivery.notice else { return Ok(false) };
        let waiting = self.outbox.waiting_in(&delivery.channel, MAX_LOOK).await?;
        let is_newer = |other: &OutboxEntry| match &other.notice {
            Notice::Board(board) => board.game == shown.game && other.key() > delivery.key(),
            _ => false,
        };
        Ok(waiting.iter().any(is_newer))
    }
}
