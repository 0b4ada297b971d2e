//! Answers of the bot to one person: in the room, in a thread under the command, or in their direct room where it is for their eyes alone.
//! Not here: sending (`outbound`).

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
pub(super) struct Answers {
    pub(super) store: Arc<dyn Store>,
    pub(super) account: Arc<RateLimitedAccount>,
    pub(super) replies: Arc<ReplySender>,
    pub(super) threads: Arc<AnswerThreads>,
    pub(super) consent: Arc<ConsentDialog>,
}

impl Answers {
    /// What the bot says to one person.
    pub(super) async fn answer(
        &self,
        deed: &PersonAction,
        about: ChannelId,
        notice: Notice,
        hidden: bool,
        settles: bool,
    ) -> Result<(), StoreError> {
        let receipt = settles && notice.is_receipt();
        if receipt && !deed.alone && !hidden {
            // Everybody is shown it, and one message is enough.
            let writes =
                ListRegistry::of(&*self.store, &deed.place).selection_done_writes(&deed.person.id).await?;
            return records::write_all(&*self.store, writes).await;
        }
        let is_for_one = notice.is_confidential() || notice.is_discreet();
        // Cards are shown in the room the bot has made for this person alone, whoever seems to be alone elsewhere now.
        let private = hidden || matches!(notice, Notice::Hand(_)) || (is_for_one && !deed.alone);
        let secret = hidden || notice.is_confidential();
        let what = ReplyContent::Notice(Box::new(notice));
        let mut waiting = QueuedReply { settles, secret, ..deed.reply(about, what) };
        if self.consent.needs_consent(deed, &waiting).await? {
            return Ok(());
        }
        if private {
            return self.answer_in_private(deed, waiting).await;
        }
        let thread = self.threads.put_into_thread(deed, &mut waiting).await?;
        let writes = Self::keep_about(deed, &waiting.about).into_iter().chain(thread);
        self.replies.enqueue(deed.place.channel(), &waiting, writes.collect()).await
    }

    /// The same where nobody else reads it.
    async fn answer_in_private(
        &self,
        deed: &PersonAction,
        mut waiting: QueuedReply,
    ) -> Result<(), StoreError> {
        waiting.reply_to = None;
        if !deed.alone {
            self.account.note_room_request(&deed.user, &deed.place, &deed.reply_to);
        }
        waiting.introduced = deed.profile.about.as_ref() != Some(&waiting.about);
        let profile = MatrixProfile { about: Some(waiting.about.clone()), ..deed.profile.clone() };
        let writes = MatrixPeople::keep(&deed.person.id, &profile).into_iter().collect();
        self.replies.enqueue_private(&deed.person.id, &waiting, writes).await
    }

    /// What a direct room is about from now on.
    fn keep_about(deed: &PersonAction, about: &ChannelId) -> Option<BatchWrite> {
        let is_new =
            deed.alone && *about != deed.place.channel() && deed.profile.about.as_ref() != Some(about);
        let profile = MatrixProfile { about: Some(about.clone()), ..deed.profile.clone() };
        is_new.then(|| MatrixPeople::keep(&deed.person.id, &profile)).flatten()
    }

    /// Answers where the action was.
    pub(super) async fn answer_here(
        &self,
        deed: &PersonAction,
        about: ChannelId,
        what: ReplyContent,
    ) -> Result<(), StoreError> {
        self.answer_to(deed, deed.reply(about, what)).await
    }

    /// The same with a reply that is already made.
    pub(super) async fn answer_to(
        &self,
        deed: &PersonAction,
        mut waiting: QueuedReply,
    ) -> Result<(), StoreError> {
        let thread = self.threads.put_into_thread(deed, &mut waiting).await?;
        self.replies.enqueue(deed.place.channel(), &waiting, thread.into_iter().collect()).await
    }

    /// Who is in a room is not known now: whoever wants to do something there is asked to do it later.
    pub(super) async fn cannot_see(
        &self,
        deed: &PersonAction,
        place: &ChannelAddress,
        failure: &MatrixError,
    ) -> Result<(), StoreError> {
        tracing::warn!(%failure, room = %place.room.0, "who is in a room cannot be asked");
        let what = ReplyContent::Sentence(MatrixSentence::Unseen, Some(place.room.0.clone()));
        self.answer_here(deed, deed.place.channel(), what).await
    }
}
