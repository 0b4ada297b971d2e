//! Answers requests that the bot cannot fulfil: messages that the homeserver does not return, and
//! device verification. Not here: messages without a key (`undecryptable`).

use std::sync::Arc;

use adoube_bot::{Bot, RepositoryError};
use adoube_matrix_client::{GapReason, MatrixApi, MatrixError, MatrixEventId, RoomId, UserId};
use adoube_store::StoreError;

use super::{request_limits::RequestLimits, user_filter::UserFilter};
use crate::{
    ids::{self, ChannelAddress},
    message::platform_text::MatrixSentence,
    outbound::{
        queued_reply::{QueuedReply, ReplyContent},
        reply_sender::ReplySender,
    },
    state::languages::Languages,
};

/// Handler of unsupported requests.
pub(super) struct UnsupportedRequests {
    pub(super) bot: Bot,
    pub(super) link: Arc<dyn MatrixApi>,
    pub(super) languages: Arc<Languages>,
    pub(super) replies: Arc<ReplySender>,
    pub(super) users: Arc<UserFilter>,
    pub(super) limits: Arc<RequestLimits>,
}

impl UnsupportedRequests {
    /// Reports a gap in a room's messages to the room, if a game is played there.
    pub(super) async fn report_gap(
        &self,
        room: &RoomId,
        since: &str,
        why: GapReason,
    ) -> Result<(), StoreError> {
        let place = ChannelAddress::new(room, None).channel();
        let is_played = async {
            let here = self.bot.is_played_in(&place).await?;
            Ok::<bool, RepositoryError>(
                here || !self.bot.played_under(&format!("{}/", place.0)).await?.is_empty(),
            )
        };
        match is_played.await {
            Ok(false) => return Ok(()),
            Ok(true) => {}
            Err(RepositoryError::Store(error)) => return Err(error),
            Err(error) => {
                tracing::error!(%error, %place, "whether a game is played in a room cannot be read");
            }
        }
        let everybody = (ids::everybody(), self.languages.spoken_in(&place).await?);
        let transaction = ids::transaction(&[b"missed", room.0.as_bytes(), since.as_bytes()]).0;
        let sentence = match why {
            GapReason::TooManyEvents => MatrixSentence::Missed,
            GapReason::NotReturned => MatrixSentence::MissedUntold,
            GapReason::ReceivedLate => MatrixSentence::MissedLate,
        };
        let what = ReplyContent::Sentence(sentence, None);
        let waiting = QueuedReply::new(place.clone(), everybody, what, transaction);
        self.replies.enqueue(place, &waiting, Vec::new()).await
    }

    /// Declines a request to verify the bot's device.
    pub(super) async fn decline_verification(
        &self,
        room: &RoomId,
        event: &MatrixEventId,
        by: &UserId,
    ) -> Result<(), StoreError> {
        if !ids::are_usable(&[&room.0, &event.0, &by.0]) || !self.users.hears(by) {
            return Ok(());
        }
        if let Err(failure @ (MatrixError::Transient { .. } | MatrixError::Rejected(_))) =
            self.link.decline(event, by).await
        {
            tracing::warn!(%failure, room = %room.0, "a request to verify the bot's device is left open");
        }
        let person = ids::person_id(by);
        if !self.limits.may_ask_silently(&person) {
            return Ok(());
        }
        let place = ChannelAddress::new(room, None).channel();
        let language = self.languages.language_of(&person).await;
        let transaction = ids::transaction(&[b"unverified", room.0.as_bytes(), event.0.as_bytes()]).0;
        let what = ReplyContent::Sentence(MatrixSentence::Unverified, None);
        let waiting = QueuedReply::new(place.clone(), (person, language), what, transaction);
        self.replies.enqueue(place, &waiting, Vec::new()).await
    }
}
