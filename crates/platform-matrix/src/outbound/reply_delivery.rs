//! Delivers replies to single persons: in the room of the action, or in the direct room if the
//! reply is private. Not here: notices for everybody (`notice_delivery`).

use std::sync::Arc;

use adoube_bot::{Bot, ChannelId, DeliveryError, DeliveryReceipt, Notice, forms::FormError};
use adoube_matrix_client::{MatrixApi, MatrixError, MatrixEventId};
use adoube_store::StoreError;

use super::{
    attachments,
    delivery_error::{later, undone},
    delivery_steps::DeliverySteps,
    private_send::SendTarget,
    queued_reply::{QueuedReply, ReplyContent},
    rate_limited_account::RateLimitedAccount,
    reply_queue::{QueuedReplyEntry, ReplyQueue},
    unencrypted_consent::UnencryptedConsent,
    unjoined_rooms::UnjoinedRooms,
};
use crate::{
    ids::{self, ChannelAddress},
    message::platform_text::MatrixSentence,
    state::{forwarding, numbered_lists::NumberedList},
};

/// Delivers replies.
pub(crate) struct ReplyDelivery {
    pub(super) steps: Arc<DeliverySteps>,
    pub(super) bot: Bot,
    pub(super) account: Arc<RateLimitedAccount>,
    pub(super) consent: Arc<UnencryptedConsent>,
    pub(super) unjoined: Arc<UnjoinedRooms>,
}

impl ReplyDelivery {
    /// Delivers a reply to one person.
    pub(super) async fn deliver(
        &self,
        lane: &ChannelId,
        entry: &QueuedReplyEntry,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let waiting = match &entry.waiting {
            Ok(waiting) => waiting,
            // A reply of a newer program waits for such a program, and so do the replies after it.
            Err(error @ FormError::Newer { .. }) => {
                return Err(DeliveryError::Retry { reason: error.to_string(), after: None });
            }
            Err(error) => {
                self.steps.queue.put_aside(entry, error).await?;
                return Ok(DeliveryReceipt::default());
            }
        };
        if self.consent.is_outdated(waiting).await.map_err(undone)? {
            return Ok(ReplyQueue::said(entry, Vec::new()));
        }
        let place = match self.place_of(lane).await {
            Ok(Some(place)) => place,
            Ok(None) => return Ok(ReplyQueue::said(entry, Vec::new())),
            Err(failure) => {
                self.report_room_wait(lane, waiting).await?;
                return self.handle_error(lane, entry, waiting, later(failure)?).await;
            }
        };
        if waiting.secret
            && ids::user_of_direct(lane).is_none()
            && !self.consent.is_private_now(&place, &waiting.person).await.map_err(undone)?
        {
            return self.move_to_direct_room(entry, waiting).await;
        }
        let (body, series) = self.steps.presenter.render_reply(&place, waiting).await;
        // A reply in an answer thread belongs to the room, and so do its numbers.
        let said_in = waiting.said_in(&place);
        let way = SendTarget::of(&said_in, waiting);
        let reply_to = waiting.reply_to.clone().map(MatrixEventId);
        let key = waiting.transaction.as_bytes();
        let words = if let Some(words) = self.steps.texts.load_sent(&place, &body, key).await? {
            words
        } else {
            if let Err(undone) = self.steps.scheduler.wait_for_room(&place, &body).await {
                self.steps.activity.show_pause(&place, &undone);
                return Err(undone);
            }
            self.steps.activity.show_wait(&place);
            let words = match self.steps.texts.send_text(way, &body, reply_to, key).await {
                Ok(words) => words,
                Err(failure) => return self.handle_error(lane, entry, waiting, later(failure)?).await,
            };
            let to = Some(waiting.person.clone());
            let mut list = NumberedList::new(&place, waiting.about.clone(), to, body.choices.clone());
            list.secret = waiting.secret;
            let ends = (series.as_ref(), waiting.settles);
            self.steps.save_list((&place, key), (&body, &words), list, ends).await?;
            words
        };
        let lacking = match self.steps.texts.send_rest(way, &body, &words, key).await {
            Ok(lacking) => lacking,
            Err(failure) => return self.handle_error(lane, entry, waiting, later(failure)?).await,
        };
        self.steps.activity.end_typing(&place.room);
        if !waiting.secret {
            self.steps.signs.set_signs(&place, words.event(&body).as_ref(), &body.choices, key).await;
        }
        let of = (key, attachments::AttachmentOwner::Answer(waiting.clone()));
        let absence = self.unjoined.note_absence(lane, &place, waiting).await?;
        Ok(self.steps.attachments.follow(ReplyQueue::said(entry, absence), &place, lacking, of).await?)
    }

    /// Tells a person, in the place of their action, that the creation of their private room takes
    /// long.
    async fn report_room_wait(&self, lane: &ChannelId, waiting: &QueuedReply) -> Result<(), StoreError> {
        let Some(user) = ids::user_of_direct(lane) else { return Ok(()) };
        let Some((place, event, limited)) = self.account.take_room_request(&user) else { return Ok(()) };
        let transaction = ids::transaction(&[b"waits for a room", waiting.transaction.as_bytes()]).0;
        let reader = (waiting.person.clone(), waiting.language);
        let sentence = if limited { MatrixSentence::RoomWait } else { MatrixSentence::RoomLater };
        let what = ReplyContent::Sentence(sentence, None);
        let told = QueuedReply::new(place.channel(), reader, what, transaction);
        let told = QueuedReply { reply_to: Some(event.0), ..told };
        self.steps.replies.enqueue(place.channel(), &told, Vec::new()).await
    }

    /// The place of a lane; creates the direct room if needed.
    async fn place_of(&self, lane: &ChannelId) -> Result<Option<ChannelAddress>, MatrixError> {
        match ids::user_of_direct(lane) {
            Some(user) => {
                let room = if self.consent.allows_unencrypted(&user).await? {
                    self.account.plain_room(&user).await?
                } else {
                    self.account.direct_room(&user).await?
                };
                Ok(Some(ChannelAddress { room, thread: None }))
            }
            None => Ok(ChannelAddress::of(lane)),
        }
    }

    /// Moves a reply to the direct room of its recipient.
    async fn move_to_direct_room(
        &self,
        entry: &QueuedReplyEntry,
        waiting: &QueuedReply,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let what = match &waiting.what {
            // Whether the bot may write in a room it just joined is often known only now.
            ReplyContent::Sentence(MatrixSentence::Greeting, room) => {
                ReplyContent::Sentence(MatrixSentence::MayNotSend, room.clone())
            }
            what => what.clone(),
        };
        let introduced = !matches!(what, ReplyContent::Sentence(MatrixSentence::MayNotSend, _));
        // A new transaction id keeps sends to the two rooms apart.
        let transaction = ids::transaction(&[b"in private", waiting.transaction.as_bytes()]).0;
        let (reply_to, thread) = (None, None);
        let again = QueuedReply { what, reply_to, thread, introduced, transaction, ..waiting.clone() };
        self.steps.replies.enqueue_private(&waiting.person, &again, Vec::new()).await?;
        Ok(ReplyQueue::said(entry, Vec::new()))
    }

    /// Handles a reply that cannot be sent: moves it to the direct room, if that is another room.
    async fn handle_error(
        &self,
        lane: &ChannelId,
        entry: &QueuedReplyEntry,
        waiting: &QueuedReply,
        failure: MatrixError,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        tracing::warn!(place = %lane, %failure, "an answer is not given there");
        if let ReplyContent::Notice(notice) = &waiting.what
            && let Notice::Reminder(reminder) = &**notice
        {
            // If the delivery is interrupted here, the refusal is reported again, and counts once.
            let about = forwarding::current(&*self.steps.store, waiting.about.clone()).await?;
            self.bot.direct_message_refused(&about, reminder).await?;
            return Ok(ReplyQueue::said(entry, Vec::new()));
        }
        if matches!(waiting.what, ReplyContent::Sentence(MatrixSentence::NotCome, _)) {
            // The only other room to tell them in is the one they have not joined.
            return Ok(ReplyQueue::said(entry, Vec::new()));
        }
        let direct = ids::direct(&waiting.person);
        let is_elsewhere =
            *lane != direct && matches!(failure, MatrixError::Forbidden(_) | MatrixError::MessageBlocked(_));
        if is_elsewhere && ids::user_id(&waiting.person).is_some() {
            return self.move_to_direct_room(entry, waiting).await;
        }
        Ok(ReplyQueue::said(entry, Vec::new()))
    }
}
