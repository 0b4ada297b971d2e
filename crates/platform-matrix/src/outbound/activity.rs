//! Read receipts and typing notifications: they are no messages, and no limit counts them. They are
//! sent one after the other, beside everything else, and nothing depends on them. Not here: when a
//! board has its turn (`notice_turn`).

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

/// How many wait to be shown; more are left out.
const MAX_WAITING: usize = 256;
/// What waited longer is of no use.
const MAX_AGE: Duration = Duration::from_secs(5);
/// How long the bot is shown writing where nobody knows how long it takes, and at most.
const TYPING: Duration = Duration::from_secs(60);
/// Who waits less long need not be told.
const SHORT: Duration = Duration::from_secs(1);

/// A receipt or a typing notification.
enum ActivitySignal {
    Read(RoomId, MatrixEventId),
    Typing(RoomId, Duration),
    Stopped(RoomId),
}

/// What is to be shown.
pub(crate) struct Activity {
    waiting: mpsc::Sender<(Duration, ActivitySignal)>,
    /// Taken by the task that shows it.
    shown: Mutex<Option<mpsc::Receiver<(Duration, ActivitySignal)>>>,
    /// Where the bot is shown writing.
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
        // Where so many wait, nobody misses one.
        let _ = self.waiting.try_send((self.timer.now(), shown));
    }

    /// Marks a message as read.
    pub(crate) fn mark_read(&self, room: &RoomId, event: &MatrixEventId) {
        self.show(ActivitySignal::Read(room.clone(), event.clone()));
    }

    /// Shows the bot typing in a room, for about so long.
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

    /// Ends that.
    pub(crate) fn end_typing(&self, room: &RoomId) {
        if self.typing().remove(room) {
            self.show(ActivitySignal::Stopped(room.clone()));
        }
    }

    /// Shows what waits, for as long as this is polled.
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

    /// What waits to be said in a room may have to wait for the whole account: the bot is shown
    /// writing there meanwhile.
    pub(crate) fn show_wait(&self, place: &ChannelAddress) {
        self.begin_typing(&place.room, self.account.wait());
    }

    /// Shows the bot typing while a message waits for the rate limit of its room.
    pub(crate) fn show_pause(&self, place: &ChannelAddress, undone: &DeliveryError) {
        if let DeliveryError::Retry { after: Some(after), .. } = undone {
            self.begin_typing(&place.room, *after);
        }
    }

    /// A message was sent; the bot goes on typing where it is the computer's turn in the game.
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
