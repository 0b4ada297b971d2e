//! Delivers notices (messages as data) for everybody in a channel, from the bot's outbox. If the
//! bot can no longer write to a channel, the mentioned people are told in their direct rooms. Not
//! here: replies to single persons (`reply_delivery`).

use std::sync::Arc;

use adoube_bot::{DeliveryError, DeliveryReceipt, Message, Notice, OutboxEntry};
use adoube_matrix_client::MatrixError;

use super::{
    attachments,
    availability::Availability,
    delivery_error::later,
    delivery_steps::DeliverySteps,
    notice_turn::NoticeTurn,
    private_send::SendTarget,
    queued_reply::{QueuedReply, ReplyContent},
};
use crate::{
    ids::{self, ChannelAddress},
    message::platform_text::MatrixSentence,
    state::{languages::Languages, numbered_lists::NumberedList},
};

/// Delivers notices.
pub(crate) struct NoticeDelivery {
    pub(super) steps: Arc<DeliverySteps>,
    pub(super) availability: Arc<Availability>,
    pub(super) languages: Arc<Languages>,
}

impl NoticeDelivery {
    /// Delivers a notice to its channel.
    pub(super) async fn deliver(&self, delivery: &OutboxEntry) -> Result<DeliveryReceipt, DeliveryError> {
        let Some(place) = ChannelAddress::of(&delivery.channel) else {
            return Ok(DeliveryReceipt::default());
        };
        if let Notice::Reminder(reminder) = &delivery.notice
            && reminder.privately
        {
            return self.availability.remind_in_private(delivery, reminder).await;
        }
        let (message, language) =
            self.steps.presenter.present_for_all(&delivery.channel, &delivery.notice).await;
        if message.closes_thread {
            // Threads are not closed on Matrix.
            return Ok(DeliveryReceipt::default());
        }
        let body = self.steps.presenter.render_for_all(&place, &delivery.notice, (&message, language)).await;
        let way = SendTarget::open(&place);
        let words = if let Some(words) = self.steps.texts.load_sent(&place, &body, delivery.key()).await? {
            words
        } else {
            match self.steps.scheduler.schedule(delivery, &place, &body).await {
                Ok(NoticeTurn::Now) => {}
                Ok(NoticeTurn::Superseded) => return Ok(DeliveryReceipt::default()),
                Err(undone) => {
                    self.steps.activity.show_pause(&place, &undone);
                    return Err(undone);
                }
            }
            self.steps.activity.show_wait(&place);
            let words = match self.steps.texts.send_text(way, &body, None, delivery.key()).await {
                Ok(words) => words,
                Err(failure) => return Err(self.give_up(delivery, &place, &message, &later(failure)?).await),
            };
            self.availability.note_delivered(delivery).await;
            let mut list = NumberedList::new(&place, delivery.channel.clone(), None, body.choices.clone());
            list.called.clone_from(&message.mention);
            let (saved, ends) = ((&place, delivery.key()), (message.series.as_ref(), false));
            self.steps.save_list(saved, (&body, &words), list, ends).await?;
            words
        };
        let event = words.event(&body);
        let lacking = match self.steps.texts.send_rest(way, &body, &words, delivery.key()).await {
            Ok(lacking) => lacking,
            Err(failure) => return Err(self.give_up(delivery, &place, &message, &later(failure)?).await),
        };
        self.steps.activity.show_said(delivery, &place, &message);
        self.steps.signs.set_signs(&place, event.as_ref(), &body.choices, delivery.key()).await;
        // A game that waits for a thread begins in the thread of this message.
        let root = event.filter(|_| message.thread.is_some());
        let thread = root.map(|root| ChannelAddress { thread: Some(root), ..place.clone() }.channel());
        let of =
            attachments::AttachmentOwner::Notice(delivery.channel.clone(), Box::new(delivery.notice.clone()));
        let done = DeliveryReceipt { thread, ..DeliveryReceipt::default() };
        Ok(self.steps.attachments.follow(done, &place, lacking, (delivery.key(), of)).await?)
    }

    /// Handles a notice that cannot be delivered: tells the people it mentions.
    async fn give_up(
        &self,
        delivery: &OutboxEntry,
        place: &ChannelAddress,
        message: &Message,
        failure: &MatrixError,
    ) -> DeliveryError {
        self.availability.note_lost(&delivery.channel, failure).await;
        let mut done = DeliveryReceipt::default();
        for person in self.availability.people_to_tell(delivery, message, failure).await {
            let language = self.languages.language_of(&person).await;
            let sentence = match failure {
                MatrixError::Forbidden(_) => MatrixSentence::NotDelivered,
                MatrixError::MessageBlocked(_) => MatrixSentence::NotLetThrough,
                _ => MatrixSentence::NotTaken,
            };
            let what = ReplyContent::Sentence(sentence, Some(place.room.0.clone()));
            let transaction = ids::transaction(&[b"not delivered", delivery.key(), person.0.as_bytes()]).0;
            let about = delivery.channel.clone();
            let waiting = QueuedReply::new(about, (person.clone(), language), what, transaction);
            let replies = Arc::clone(&self.steps.replies);
            done = done.then(async move || {
                if let Err(error) = replies.enqueue_private(&person, &waiting, Vec::new()).await {
                    tracing::error!(%error, %person, "nobody is told that a notice was given up");
                }
            });
        }
        DeliveryError::Permanent { reason: failure.to_string(), done }
    }
}
