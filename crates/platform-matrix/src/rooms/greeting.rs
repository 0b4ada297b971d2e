//! The first words of the bot in a room: a greeting, or why it cannot play there. Also leaving a
//! room.

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

/// Greets rooms, and leaves those in which the bot cannot play.
pub(crate) struct RoomGreeter {
    pub(super) link: Arc<dyn MatrixApi>,
    pub(super) settings: Arc<MatrixSettings>,
    pub(super) languages: Arc<Languages>,
    pub(super) replies: Arc<ReplySender>,
}

impl RoomGreeter {
    /// Greets a room, or tells the person who invited the bot why it cannot play there. `stamp`
    /// tells this invitation from others.
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
        // A person who invites the bot again is greeted again.
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

    /// What is said first in a room, or about it if the bot cannot stay.
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
