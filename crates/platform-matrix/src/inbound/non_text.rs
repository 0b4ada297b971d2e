//! Handles messages without text (voice messages, pictures, stickers, locations) in a conversation
//! of two: at times the sender is told that the bot reads text only.

use std::{sync::Arc, time::Duration};

use adoube_bot::{Clock, PersonId};
use adoube_matrix_client::{MatrixEventId, RoomId, UserId};
use adoube_platform::rate_limit::{BucketRate, RateLimiter};
use adoube_store::StoreError;

use super::{answer_sender::AnswerSender, person_action::ActionBuilder, user_filter::UserFilter};
use crate::{
    ids::{self, ChannelAddress},
    message::platform_text::MatrixSentence,
    outbound::queued_reply::ReplyContent,
    state::room_cache::RoomCache,
};

/// Rate of such replies to one person.
const ANSWERS: BucketRate = BucketRate { burst: 1, refill: Duration::from_secs(6 * 60 * 60) };

/// Answers messages without text.
pub(super) struct NonTextMessages {
    limit: RateLimiter<PersonId>,
    clock: Arc<dyn Clock>,
    rooms: Arc<RoomCache>,
    users: Arc<UserFilter>,
    actions: Arc<ActionBuilder>,
    answers: Arc<AnswerSender>,
}

impl NonTextMessages {
    pub(super) fn new(
        (clock, rooms): (Arc<dyn Clock>, Arc<RoomCache>),
        users: Arc<UserFilter>,
        actions: Arc<ActionBuilder>,
        answers: Arc<AnswerSender>,
    ) -> Self {
        Self { limit: RateLimiter::new(ANSWERS), clock, rooms, users, actions, answers }
    }

    /// Handles a message without text.
    pub(super) async fn handle(
        &self,
        room: RoomId,
        event: MatrixEventId,
        sender: UserId,
    ) -> Result<(), StoreError> {
        if !ids::are_usable(&[&room.0, &event.0, &sender.0]) || !self.users.hears(&sender) {
            return Ok(());
        }
        let is_to_bot = self.rooms.get(&room).await.is_ok_and(|state| state.is_only_with(&sender));
        if !is_to_bot || !self.limit.take(ids::person_id(&sender), self.clock.monotonic()) {
            return Ok(());
        }
        let action = self.actions.build(ChannelAddress::new(&room, None), &event, &event, sender).await?;
        self.answers
            .answer_here(
                &action,
                action.place.channel(),
                ReplyContent::Sentence(MatrixSentence::OnlyWords, None),
            )
            .await
    }
}
