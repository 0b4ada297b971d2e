//! Reports where games cannot be played on Matrix, so that their clocks stop: while the homeserver
//! does not answer, and in rooms that the bot has left or may not write in. It also delivers
//! reminders to the direct room. Not here: how an outage affects clocks (the bot).

use std::{sync::Arc, time::Duration};

use adoube_bot::{
    Bot, ChannelId, ClockEvent, ClockStop, DeliveryError, DeliveryReceipt, Message, Notice, OutboxEntry,
    PersonId, ReminderNotice,
};
use adoube_matrix_client::{MatrixApi, MatrixError, RoomId};

use super::{
    queued_reply::{QueuedReply, ReplyContent},
    reply_sender::ReplySender,
};
use crate::{
    ids::{self, ChannelAddress, PLATFORM},
    state::{languages::Languages, room_cache::RoomCache},
};

/// Pause before a report that the bot could not save is tried again.
const PAUSE: Duration = Duration::from_secs(10);

/// Reports to the bot whether the homeserver and rooms can be reached.
pub(crate) struct Availability {
    bot: Bot,
    link: Arc<dyn MatrixApi>,
    rooms: Arc<RoomCache>,
    languages: Arc<Languages>,
    replies: Arc<ReplySender>,
}

impl Availability {
    pub(crate) fn new(
        bot: Bot,
        link: Arc<dyn MatrixApi>,
        rooms: Arc<RoomCache>,
        languages: Arc<Languages>,
        replies: Arc<ReplySender>,
    ) -> Self {
        Self { bot, link, rooms, languages, replies }
    }

    /// Reports to the bot when the homeserver stops or starts to answer.
    pub(crate) async fn watch_server(self: Arc<Self>) {
        let mut answers = false;
        loop {
            while !self.note_server(answers).await {
                tokio::time::sleep(PAUSE).await;
            }
            answers = self.link.answers(answers).await;
        }
    }

    /// Reports whether the homeserver answers. Returns whether the report was saved.
    pub(crate) async fn note_server(&self, answers: bool) -> bool {
        let noted = if answers {
            self.bot.platform_reachable(PLATFORM).await
        } else {
            self.bot.platform_unreachable(PLATFORM).await
        };
        noted
            .inspect_err(|error| tracing::error!(%error, "whether Matrix can be reached is noted later"))
            .is_ok()
    }

    /// Reports whether the board of a room's game can be shown, after a change in the room. For
    /// games in threads the next message finds out.
    pub(crate) async fn check_channel(&self, room: &RoomId) {
        let channel = ChannelAddress::new(room, None).channel();
        let noted = match self.rooms.get(room).await {
            Ok(state) if state.may_send => self.bot.channel_available(&channel).await,
            Ok(_) | Err(MatrixError::NotFound(_) | MatrixError::Forbidden(_)) => {
                self.bot.channel_unavailable(&channel).await
            }
            Err(_) => return,
        };
        if let Err(error) = noted {
            tracing::error!(%error, %channel, "whether a board can be shown is not noted");
        }
    }

    /// Reports a channel that the bot can no longer write to.
    pub(crate) async fn note_lost(&self, channel: &ChannelId, failure: &MatrixError) {
        if !matches!(failure, MatrixError::Forbidden(_) | MatrixError::NotFound(_)) {
            return;
        }
        if let Err(error) = self.bot.channel_unavailable(channel).await {
            tracing::error!(%error, %channel, "a clock does not stand still although there is no place for its game");
        }
    }

    /// Reports after a delivery that a channel can be written to again.
    pub(crate) async fn note_delivered(&self, delivery: &OutboxEntry) {
        let clock = match &delivery.notice {
            Notice::Board(board) => board.clock.as_ref(),
            Notice::Selection(choosing) => choosing.clock.as_ref(),
            _ => None,
        };
        if clock.is_none_or(|clock| clock.stop != Some(ClockStop::NoPlace)) {
            return;
        }
        if let Err(error) = self.bot.channel_available(&delivery.channel).await {
            let channel = &delivery.channel;
            tracing::error!(%error, %channel, "a clock stands still although there is a place for its game");
        }
    }

    /// People who are told in their direct room that a notice was not delivered: the mentioned
    /// person, or both players if the notice was that their clocks stand still.
    pub(crate) async fn people_to_tell(
        &self,
        delivery: &OutboxEntry,
        message: &Message,
        failure: &MatrixError,
    ) -> Vec<PersonId> {
        // If only the message was refused, the clocks go on.
        let is_place_lost = !matches!(failure, MatrixError::MessageBlocked(_));
        let told: Vec<PersonId> = match &delivery.notice {
            Notice::Time(time) if time.event == ClockEvent::PlaceLost => {
                time.seats.people().map(|person| person.id.clone()).collect()
            }
            // In a timed game, a notice about the stopped clocks follows.
            _ if is_place_lost && self.bot.is_timed_in(&delivery.channel).await.unwrap_or(false) => {
                Vec::new()
            }
            _ => message.mention.iter().cloned().collect(),
        };
        told.into_iter().filter(|person| ids::user_id(person).is_some()).collect()
    }

    /// Reminds a person in their direct room. The transaction id of the reminder makes it appear
    /// once.
    pub(crate) async fn remind_in_private(
        &self,
        delivery: &OutboxEntry,
        reminder: &ReminderNotice,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let person = &reminder.person.id;
        if ids::user_id(person).is_none() {
            self.bot.direct_message_refused(&delivery.channel, reminder).await?;
            return Ok(DeliveryReceipt::default());
        }
        let language = self.languages.language_of(person).await;
        let transaction = ids::transaction(&[b"reminder", delivery.key()]).0;
        let what = ReplyContent::Notice(Box::new(delivery.notice.clone()));
        let waiting =
            QueuedReply::new(delivery.channel.clone(), (person.clone(), language), what, transaction);
        self.replies.enqueue_private(person, &waiting, Vec::new()).await?;
        Ok(DeliveryReceipt::default())
    }
}
