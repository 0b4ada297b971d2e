//! An action of a person, with what is known of them: what every handler of events begins with.

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

/// An action of a person: where, by which event, and who.
#[derive(Clone)]
pub(crate) struct PersonAction {
    /// Where.
    pub(crate) place: ChannelAddress,
    /// The root of the thread in which it was done, if that holds answers and is about the room.
    pub(crate) answer_thread: Option<MatrixEventId>,
    /// Whether nobody else is there.
    pub(crate) alone: bool,
    /// What the bot knows it by.
    pub(crate) id: String,
    /// By which event.
    pub(super) event: MatrixEventId,
    /// What an answer replies to.
    pub(super) reply_to: MatrixEventId,
    pub(crate) user: UserId,
    pub(crate) person: Person,
    pub(super) profile: MatrixProfile,
    pub(super) language: Language,
}

impl PersonAction {
    /// A reply to the action.
    pub(super) fn reply(&self, about: ChannelId, what: ReplyContent) -> QueuedReply {
        let reader = (self.person.id.clone(), self.language);
        QueuedReply {
            // In a conversation of two everybody knows what is answered.
            reply_to: (!self.alone).then(|| self.reply_to.0.clone()),
            ..QueuedReply::new(about, reader, what, self.id.clone())
        }
    }
}

/// What a person wants, and in which channel.
pub(crate) struct ActionContext {
    /// The channel it is about.
    pub(crate) about: ChannelId,
    /// The one it is about instead, as long as anything goes on there.
    pub(crate) ongoing: Option<ChannelId>,
    pub(crate) action: UserAction,
    /// Whether it surely addresses the bot: a person who may have meant another one is told of no
    /// refusal.
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
    /// An action in a place by an event; what is answered replies to `reply_to`.
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

    /// Remembers who used the bot, and in which language.
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
