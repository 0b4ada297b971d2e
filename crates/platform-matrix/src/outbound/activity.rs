//! Sends read receipts and typing notifications. They are no messages, so no rate limit counts
//! them; they are sent one after the other in a task of their own, and nothing depends on them. Not
//! here: when a board is sent (`notice_turn`).

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::{DeliveryError, Message, Notice, OutboxEntry, Timer};
use adoube_matrix_client::{MatrixApi, MatrixEventId, RoomId};
use tokio::sync::mpsc;

use super::rate_limited_account::RateLimitedAccount;
use crate::ids::ChannelAddress;

/// Most signals that wait; further ones are dropped.
const MAX_WAITING: usize = 256;
/// Age at which a waiting signal is dropped.
const MAX_AGE: Duration = Duration::from_secs(5);
/// Longest typing notification, also used when the duration is unknown.
const TYPING: Duration = Duration::from_secs(60);
/// Shorter waits are not shown.
const SHORT: Duration = Duration::from_secs(1);

/// A receipt or a typing notification.
enum ActivitySignal {
    Read(RoomId, MatrixEventId),
    Typing(RoomId, Duration),
    Stopped(RoomId),
}

/// Queue of signals.
pub(crate) struct Activity {
    waiting: mpsc::Sender<(Duration, ActivitySignal)>,
    /// Receiver, taken by the task that sends the signals.
    shown: Mutex<Option<mpsc::Receiver<(Duration, ActivitySignal)>>>,
    /// Rooms in which the bot is shown typing.
    typing: Mutex<HashSet<RoomId>>,
    account: Arc<RateLimitedAccount>,
    timer: Arc<dyn Timer>,
}

impl Activity {
    pub(crate) fn new(account: Arc<RateLimitedAccount>, timer: Arc<dyn Timer>) -> Self {
        let (waiting, shown) = mpsc::channel(MAX_WAITING);
        Self { waiting, shown: Mutex::new(Some(shown)), typing: Mutex::default(), account, timer }
    }

    fn typing(&self) -> MutexGuard<'_, HashSet<RoomId>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.typing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn show(&self, shown: ActivitySignal) {
        // If the queue is full, the signal is dropped: no reader misses it.
        let _ = self.waiting.try_send((self.timer.now(), shown));
    }

    /// Marks a message as read.
    pub(crate) fn mark_read(&self, room: &RoomId, event: &MatrixEventId) {
        self.show(ActivitySignal::Read(room.clone(), event.clone()));
    }

    /// Shows the bot typing in a room for about `time`.
    pub(crate) fn begin_typing(&self, room: &RoomId, time: Duration) {
        if time < SHORT {
            return;
        }
        let mut typing = self.typing();
        if typing.len() < MAX_WAITING {
            typing.insert(room.clone());
            drop(typing);
            self.show(ActivitySignal::Typing(room.clone(), time.min(TYPING)));
        }
    }

    /// Ends the typing notification of a room.
    pub(crate) fn end_typing(&self, room: &RoomId) {
        if self.typing().remove(room) {
            self.show(ActivitySignal::Stopped(room.clone()));
        }
    }

    /// Sends queued signals for as long as the future is polled.
    pub(crate) async fn run(&self) {
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut shown) = shown else { return };
        while let Some((since, each)) = shown.recv().await {
            let is_late = self.timer.now().saturating_sub(since) > MAX_AGE;
            let outcome = match &each {
                ActivitySignal::Stopped(room) => self.account.show_typing(room, None).await,
                _ if is_late => continue,
                ActivitySignal::Read(room, event) => self.account.mark_read(room, event).await,
                ActivitySignal::Typing(room, time) => self.account.show_typing(room, Some(*time)).await,
            };
            if let Err(failure) = outcome {
                tracing::debug!(%failure, "a sign of life is not shown");
            }
        }
    }

    /// Shows the bot typing while a message waits for the rate limit of the account.
    pub(crate) fn show_wait(&self, place: &ChannelAddress) {
        self.begin_typing(&place.room, self.account.wait());
    }

    /// Shows the bot typing while a message waits for the rate limit of its room.
    pub(crate) fn show_pause(&self, place: &ChannelAddress, undone: &DeliveryError) {
        if let DeliveryError::Retry { after: Some(after), .. } = undone {
            self.begin_typing(&place.room, *after);
        }
    }

    /// Ends typing after a message was sent, unless the computer is to move in the game.
    pub(crate) fn show_said(&self, delivery: &OutboxEntry, place: &ChannelAddress, message: &Message) {
        self.end_typing(&place.room);
        if let Notice::Board(board) = &delivery.notice
            && board.ending.is_none()
            && board.seats.people().count() == 1
            // The side to move is mentioned, unless that is the computer.
            && message.mention.is_none()
        {
            self.think_aloud(place);
        }
    }

    /// Shows the bot typing while the engine searches.
    pub(crate) fn think_aloud(&self, place: &ChannelAddress) {
        self.begin_typing(&place.room, TYPING);
    }
}
