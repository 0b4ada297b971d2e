//! Voice messages, pictures, stickers and places on a map in a conversation of two: somebody who sends them hears once in a while
//! that the bot reads words only. Not here: what is said in words (`answering`).

use std::{sync::Arc, time::Duration};

use adoube_matrix_client::{MatrixEventId, RoomId, UserId};
use adoube_platform::rate_limit::BucketRate;
use adoube_store::StoreError;

use crate::{
    MatrixPlatform,
    ids::{self, ChannelAddress},
    message::platform_text::MatrixSentence,
    outbound::reply_queue::ReplyContent,
};

/// Least time between two such sentences to one person.
pub(crate) const TELLING: BucketRate = BucketRate { burst: 1, refill: Duration::from_secs(6 * 60 * 60) };

impl MatrixPlatform {
    /// A person sent a message without text.
    pub(crate) async fn sent_no_words(
        self: &Arc<Self>,
        room: RoomId,
        event: MatrixEventId,
        sender: UserId,
    ) -> Result<(), StoreError> {
        if !ids::are_usable(&[&room.0, &event.0, &sender.0]) || !self.hears(&sender) {
            return Ok(());
        }
        let is_to_bot = self.rooms.get(&room).await.is_ok_and(|state| state.is_only_with(&sender));
        if !is_to_bot || !self.wordless.take(ids::person_id(&sender), self.clock.monotonic()) {
            return Ok(());
        }
        let deed = self.person_action(ChannelAddress::new(&room, None), &event, &event, sender).await?;
        self.answer_here(&deed, deed.place.channel(), ReplyContent::Sentence(MatrixSentence::OnlyWords, None))
            .await
    }
}
