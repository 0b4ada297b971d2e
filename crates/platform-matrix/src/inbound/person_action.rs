//! Builds the action of a person with its context (place, profile, language), which is the input of
//! all handlers, and saves the name and language of a person who uses the bot.

use std::sync::Arc;

use adoube_bot::{ChannelId, Language, Person, UserAction};
use adoube_matrix_client::{MatrixEventId, UserId};
use adoube_store::{Store, StoreError};

use crate::{
    ids::{self, ChannelAddress},
    outbound::queued_reply::{QueuedReply, ReplyContent},
    records,
    state::{
        people::{self, MatrixPeople, MatrixProfile},
        room_cache::RoomCache,
        room_lookup::RoomLookup,
    },
};

/// An action of a person.
#[derive(Clone)]
pub(crate) struct PersonAction {
    /// The room or thread of the action.
    pub(crate) place: ChannelAddress,
    /// Root of the answer thread in which the action was done; such an action is about the room.
    pub(crate) answer_thread: Option<MatrixEventId>,
    /// Whether the person is alone with the bot in the room.
    pub(crate) alone: bool,
    /// Idempotency key of the action.
    pub(crate) id: String,
    /// Event of the action.
    pub(super) event: MatrixEventId,
    /// Event that an answer replies to.
    pub(super) reply_to: MatrixEventId,
    pub(crate) user: UserId,
    pub(crate) person: Person,
    pub(super) profile: MatrixProfile,
    pub(super) language: Language,
}

impl PersonAction {
    /// Builds a reply to the action.
    pub(super) fn reply(&self, about: ChannelId, what: ReplyContent) -> QueuedReply {
        let reader = (self.person.id.clone(), self.language);
        QueuedReply {
            // In a conversation of two it is clear what an answer replies to.
            reply_to: (!self.alone).then(|| self.reply_to.0.clone()),
            ..QueuedReply::new(about, reader, what, self.id.clone())
        }
    }
}

/// A decoded action, and the channel it is about.
pub(crate) struct ActionContext {
    /// The channel the action is about.
    pub(crate) about: ChannelId,
    /// The channel the action is about instead, as long as a game is on there.
    pub(crate) ongoing: Option<ChannelId>,
    pub(crate) action: UserAction,
    /// Whether the action certainly addresses the bot. Otherwise a refusal is not shown, because
    /// the person may have addressed another user.
    pub(crate) meant: bool,
}

impl ActionContext {
    pub(crate) fn new(about: ChannelId, action: UserAction) -> Self {
        Self { about, ongoing: None, action, meant: true }
    }
}

/// Builds actions from events.
pub(super) struct ActionBuilder {
    pub(super) lookup: Arc<RoomLookup>,
    pub(super) rooms: Arc<RoomCache>,
    pub(super) people: MatrixPeople,
    pub(super) store: Arc<dyn Store>,
    pub(super) default_language: Language,
}

impl ActionBuilder {
    /// Builds the action of an event; answers reply to `reply_to`.
    pub(super) async fn build(
        &self,
        place: ChannelAddress,
        event: &MatrixEventId,
        reply_to: &MatrixEventId,
        user: UserId,
    ) -> Result<PersonAction, StoreError> {
        let state = self.lookup.see(&place.room).await.unwrap_or_default();
        let name = self.rooms.name_in(&place.room, &state, &user).await;
        let person = people::person(&user, &name);
        let profile = self.people.profile(&person.id).await?;
        Ok(PersonAction {
            answer_thread: None,
            alone: state.is_only_with(&user),
            id: ids::service_event(&place.room, event),
            event: event.clone(),
            reply_to: reply_to.clone(),
            language: profile.language.unwrap_or(self.default_language),
            place,
            user,
            person,
            profile,
        })
    }

    /// Saves the name and the language of a person who uses the bot.
    pub(super) async fn remember(&self, action: &mut PersonAction) -> Result<(), StoreError> {
        let language = (action.language != self.default_language || action.profile.language.is_some())
            .then_some(action.language);
        let profile = MatrixProfile { name: action.person.name.clone(), language, ..action.profile.clone() };
        if profile == action.profile {
            return Ok(());
        }
        action.profile = profile;
        records::write_all(
            &*self.store,
            MatrixPeople::keep(&action.person.id, &action.profile).into_iter().collect(),
        )
        .await
    }
}
