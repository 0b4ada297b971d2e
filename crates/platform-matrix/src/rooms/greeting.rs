//! Sends the first message of the bot in a room, a greeting or the reason why the bot cannot play
//! there, and leaves a room in which it cannot.

use std::sync::Arc;

use adoube_matrix_client::{MatrixApi, RoomId, RoomState, UserId};
use adoube_store::{BatchWrite, StoreError};

use crate::{
    ids::{self, ChannelAddress},
    message::platform_text::MatrixSentence,
    outbound::{
        queued_reply::{QueuedReply, ReplyContent},
        reply_sender::ReplySender,
    },
    settings::MatrixSettings,
    state::languages::Languages,
};

/// Greets rooms, and leaves rooms in which the bot cannot play.
pub(crate) struct RoomGreeter {
    pub(super) link: Arc<dyn MatrixApi>,
    pub(super) settings: Arc<MatrixSettings>,
    pub(super) languages: Arc<Languages>,
    pub(super) replies: Arc<ReplySender>,
}

impl RoomGreeter {
    /// Greets a room, or tells the inviting person why the bot cannot play there. `stamp`
    /// distinguishes this invitation from others.
    pub(crate) async fn introduce(
        &self,
        (room, state): (&RoomId, &RoomState),
        by: &UserId,
        (stamp, also): (u64, Vec<BatchWrite>),
    ) -> Result<(), StoreError> {
        let sentence = self.welcome(state);
        let place = ChannelAddress::new(room, None).channel();
        let person = ids::person_id(by);
        let language = self.languages.language_of(&person).await;
        let lane = if sentence == MatrixSentence::Greeting { place.clone() } else { ids::direct(&person) };
        // With the stamp, the bot greets again after a repeated invitation.
        let transaction = ids::transaction(&[b"hello", room.0.as_bytes(), &stamp.to_be_bytes()]).0;
        let what = ReplyContent::Sentence(sentence, Some(room.0.clone()));
        let waiting = QueuedReply::new(place, (person, language), what, transaction);
        self.replies.enqueue(lane, &waiting, also).await?;
        if sentence == MatrixSentence::TooMany {
            tracing::info!(room = %room.0, "there are too many people in a room");
            self.leave(room).await;
        }
        Ok(())
    }

    /// The sentence for a joined room: the greeting, or why the bot cannot stay or write.
    pub(crate) fn welcome(&self, state: &RoomState) -> MatrixSentence {
        let limit = u64::from(self.settings.max_people_encrypted);
        let is_too_large = state.encrypted && limit > 0 && state.people() > limit;
        match state {
            _ if is_too_large => MatrixSentence::TooMany,
            state if !state.may_send => MatrixSentence::MayNotSend,
            _ => MatrixSentence::Greeting,
        }
    }

    /// Leaves a room; a failure is logged.
    pub(crate) async fn leave(&self, room: &RoomId) {
        if let Err(failure) = self.link.leave(room).await {
            tracing::warn!(%failure, room = %room.0, "a room cannot be left");
        }
    }
}
