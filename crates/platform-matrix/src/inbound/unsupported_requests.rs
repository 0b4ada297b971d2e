//! What the bot cannot do for people, said where they asked or played: read what the homeserver does not tell, and let itself be
//! verified. Not here: words without a key (`unreadable`).

use adoube_bot::{PersonId, RepositoryError};
use adoube_matrix_client::{GapReason, MatrixError, MatrixEventId, RoomId, UserId};
use adoube_store::StoreError;

use crate::{
    MatrixPlatform, PLATFORM,
    ids::{self, ChannelAddress},
    message::platform_text::MatrixSentence,
    outbound::reply_queue::{QueuedReply, ReplyContent},
};

impl MatrixPlatform {
    /// More was said in a room than the server tells: where a game is played, that is said.
    pub(crate) async fn missed(&self, room: &RoomId, since: &str, why: GapReason) -> Result<(), StoreError> {
        let place = ChannelAddress::new(room, None).channel();
        let is_played = async {
            let here = self.service.is_played_in(&place).await?;
            Ok::<bool, RepositoryError>(
                here || !self.service.played_under(&format!("{}/", place.0)).await?.is_empty(),
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
        let spoken = self.people.spoken_in(&place).await?;
        let language = spoken.map_or(self.settings.language, |spoken| spoken.language);
        let everybody = (PersonId(format!("{PLATFORM}:")), language);
        let transaction = ids::transaction(&[b"missed", room.0.as_bytes(), since.as_bytes()]).0;
        let sentence = match why {
            GapReason::TooManyEvents => MatrixSentence::Missed,
            GapReason::NotReturned => MatrixSentence::MissedUntold,
            GapReason::ReceivedLate => MatrixSentence::MissedLate,
        };
        let what = ReplyContent::Sentence(sentence, None);
        let waiting = QueuedReply::new(place.clone(), everybody, what, transaction);
        self.enqueue(place, &waiting, Vec::new()).await
    }

    /// Somebody wants to compare emoji with the bot.
    pub(crate) async fn decline(
        &self,
        room: &RoomId,
        event: &MatrixEventId,
        by: &UserId,
    ) -> Result<(), StoreError> {
        if !ids::are_usable(&[&room.0, &event.0, &by.0]) || !self.hears(by) {
            return Ok(());
        }
        if let Err(failure @ (MatrixError::Transient { .. } | MatrixError::Rejected(_))) =
            self.link.decline(event, by).await
        {
            tracing::warn!(%failure, room = %room.0, "a request to verify the bot's device is left open");
        }
        let person = ids::person_id(by);
        if !self.asked.take(person.clone(), self.clock.monotonic()) {
            return Ok(());
        }
        let place = ChannelAddress::new(room, None).channel();
        let language = self.language_of(&person).await;
        let transaction = ids::transaction(&[b"unverified", room.0.as_bytes(), event.0.as_bytes()]).0;
        let what = ReplyContent::Sentence(MatrixSentence::Unverified, None);
        let waiting = QueuedReply::new(place.clone(), (person, language), what, transaction);
        self.enqueue(place, &waiting, Vec::new()).await
    }
}
