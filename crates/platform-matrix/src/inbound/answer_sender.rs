//! Sends the bot's answers to one person: to the room, to a thread under the command, or to the
//! direct room if the answer is private. Not here: sending (`outbound`).

use std::sync::Arc;

use adoube_bot::{ChannelId, Notice};
use adoube_matrix_client::MatrixError;
use adoube_store::{BatchWrite, Store, StoreError};

use super::{answer_threads::AnswerThreads, consent_dialog::ConsentDialog, person_action::PersonAction};
use crate::{
    ids::ChannelAddress,
    message::platform_text::MatrixSentence,
    outbound::{
        queued_reply::{QueuedReply, ReplyContent},
        rate_limited_account::RateLimitedAccount,
        reply_sender::ReplySender,
    },
    records,
    state::{
        numbered_lists::ListRegistry,
        people::{MatrixPeople, MatrixProfile},
    },
};

/// Queues answers.
pub(super) struct AnswerSender {
    pub(super) store: Arc<dyn Store>,
    pub(super) account: Arc<RateLimitedAccount>,
    pub(super) replies: Arc<ReplySender>,
    pub(super) threads: Arc<AnswerThreads>,
    pub(super) consent: Arc<ConsentDialog>,
}

impl AnswerSender {
    /// Queues an answer in a room where its reader may see it.
    pub(super) async fn answer(
        &self,
        action: &PersonAction,
        about: ChannelId,
        notice: Notice,
        hidden: bool,
        settles: bool,
    ) -> Result<(), StoreError> {
        let receipt = settles && notice.is_receipt();
        if receipt && !action.alone && !hidden {
            // The room sees the result anyway, and one message is enough.
            let writes = ListRegistry::of(&*self.store, &action.place)
                .selection_done_writes(&action.person.id)
                .await?;
            return records::write_all(&*self.store, writes).await;
        }
        let is_for_one = notice.is_confidential() || notice.is_discreet();
        // Cards are shown only in the direct room that the bot made for this person.
        let private = hidden || matches!(notice, Notice::Hand(_)) || (is_for_one && !action.alone);
        let secret = hidden || notice.is_confidential();
        let what = ReplyContent::Notice(Box::new(notice));
        let mut waiting = QueuedReply { settles, secret, ..action.reply(about, what) };
        if self.consent.needs_consent(action, &waiting).await? {
            return Ok(());
        }
        if private {
            return self.answer_in_private(action, waiting).await;
        }
        let thread = self.threads.put_into_thread(action, &mut waiting).await?;
        let writes = Self::keep_about(action, &waiting.about).into_iter().chain(thread);
        self.replies.enqueue(action.place.channel(), &waiting, writes.collect()).await
    }

    /// Queues an answer in the person's direct room.
    async fn answer_in_private(
        &self,
        action: &PersonAction,
        mut waiting: QueuedReply,
    ) -> Result<(), StoreError> {
        waiting.reply_to = None;
        if !action.alone {
            self.account.note_room_request(&action.user, &action.place, &action.reply_to);
        }
        waiting.introduced = action.profile.about.as_ref() != Some(&waiting.about);
        let profile = MatrixProfile { about: Some(waiting.about.clone()), ..action.profile.clone() };
        let writes = MatrixPeople::keep(&action.person.id, &profile).into_iter().collect();
        self.replies.enqueue_private(&action.person.id, &waiting, writes).await
    }

    /// The write that saves which channel a direct room is about from now on.
    fn keep_about(action: &PersonAction, about: &ChannelId) -> Option<BatchWrite> {
        let is_new =
            action.alone && *about != action.place.channel() && action.profile.about.as_ref() != Some(about);
        let profile = MatrixProfile { about: Some(about.clone()), ..action.profile.clone() };
        is_new.then(|| MatrixPeople::keep(&action.person.id, &profile)).flatten()
    }

    /// Queues an answer in the place of the action.
    pub(super) async fn answer_here(
        &self,
        action: &PersonAction,
        about: ChannelId,
        what: ReplyContent,
    ) -> Result<(), StoreError> {
        self.answer_to(action, action.reply(about, what)).await
    }

    /// Queues a complete reply in the place of the action.
    pub(super) async fn answer_to(
        &self,
        action: &PersonAction,
        mut waiting: QueuedReply,
    ) -> Result<(), StoreError> {
        let thread = self.threads.put_into_thread(action, &mut waiting).await?;
        self.replies.enqueue(action.place.channel(), &waiting, thread.into_iter().collect()).await
    }

    /// Answers that the members of a room cannot be read now, and asks for another try later.
    pub(super) async fn cannot_see(
        &self,
        action: &PersonAction,
        place: &ChannelAddress,
        failure: &MatrixError,
    ) -> Result<(), StoreError> {
        tracing::warn!(%failure, room = %place.room.0, "who is in a room cannot be asked");
        let what = ReplyContent::Sentence(MatrixSentence::Unseen, Some(place.room.0.clone()));
        self.answer_here(action, action.place.channel(), what).await
    }
}
