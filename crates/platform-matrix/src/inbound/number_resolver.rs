//! Resolves a typed number to a list: the one that its writer saw when they wrote it, and never a
//! later one. Not here: stored lists (`state/numbered_lists`), and what is done with a choice
//! (`list_choice`).

use std::sync::Arc;

use adoube_bot::Clock;
use adoube_matrix_client::{MatrixApi, MatrixEventId, RoomId, UserId};
use adoube_store::{Store, StoreError};

use super::person_action::PersonAction;
use crate::{
    ids::ChannelAddress,
    records,
    state::{
        numbered_lists::{ListRegistry, NumberedList},
        unsaved_lists::UnsavedLists,
    },
};

/// A number that a person wrote.
pub(super) struct TypedNumber {
    pub(super) number: usize,
    pub(super) event: MatrixEventId,
    pub(super) reply_to: Option<MatrixEventId>,
    /// When, in milliseconds since 1970, as their server says.
    pub(super) at: u64,
    /// Whether all that its writer may have seen is noted.
    pub(super) all_noted: bool,
}

/// The list a bare number is about.
pub(super) enum NumberTarget {
    /// This one, or none.
    List(Option<NumberedList>),
    /// Nobody can say whether this one, which is the newest, or one before it.
    Unclear(NumberedList),
}

/// Finds the lists of numbers.
pub(super) struct NumberResolver {
    pub(super) store: Arc<dyn Store>,
    pub(super) link: Arc<dyn MatrixApi>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) unsaved: Arc<UnsavedLists>,
}

impl NumberResolver {
    /// Waits until it is noted what may be read in a room by now, unless the list that is answered
    /// is; whether it is.
    pub(super) async fn wait_until_saved(
        &self,
        room: &RoomId,
        answered: Option<&MatrixEventId>,
    ) -> Result<bool, StoreError> {
        if let Some(event) = answered {
            let place = ChannelAddress::new(room, None);
            if ListRegistry::of(&*self.store, &place).list_of_message(event).await?.is_some() {
                return Ok(true);
            }
        }
        Ok(self.unsaved.wait_until_saved(room, &*self.clock.timer()).await)
    }

    /// The list a number is about: the one it replies to, or the one its writer saw.
    pub(super) async fn find(
        &self,
        action: &PersonAction,
        written: &TypedNumber,
    ) -> Result<NumberTarget, StoreError> {
        match &written.reply_to {
            Some(event) => {
                let list = ListRegistry::of(&*self.store, &action.place).list_of_message(event).await?;
                Ok(NumberTarget::List(list))
            }
            None => self.find_list(action, written).await,
        }
    }

    /// The list that the writer of a bare number saw.
    async fn find_list(
        &self,
        action: &PersonAction,
        written: &TypedNumber,
    ) -> Result<NumberTarget, StoreError> {
        let at = written.at;
        let lists = ListRegistry::of(&*self.store, &action.place);
        let person = &action.person.id;
        if let Some(event) = lists.recorded_meaning(person, &action.id).await? {
            return Ok(NumberTarget::List(lists.list_of_message(&event).await?));
        }
        let Some(newest) = lists.current(person).await? else { return Ok(NumberTarget::List(None)) };
        let is_neighbour = is_neighbour(&self.link.user(), &action.user);
        let shown = if written.all_noted { self.said_at(&action.place, &newest).await } else { None };
        let event = match shown {
            // To other servers a list may come later than by any clock.
            Some(shown) if shown <= at && (is_neighbour || self.had(action, written, &newest).await) => {
                Some(newest)
            }
            // Clocks of other servers go wrong by more than it takes to answer.
            Some(_) if is_neighbour => self.newest_at(action, at).await?,
            _ => {
                let list = lists.list_of_message(&newest).await?;
                return Ok(list.map_or(NumberTarget::List(None), NumberTarget::Unclear));
            }
        };
        let Some(event) = event else { return Ok(NumberTarget::List(None)) };
        records::write_all(
            &*self.store,
            lists.meaning_writes(person, &action.id, &event).await?.into_iter().collect(),
        )
        .await?;
        Ok(NumberTarget::List(lists.list_of_message(&event).await?))
    }

    /// Whether the writer's server had a list when they wrote a number; false when that is not
    /// known.
    async fn had(&self, action: &PersonAction, written: &TypedNumber, list: &MatrixEventId) -> bool {
        let had = self.link.stands_behind(&action.place.room, &written.event, list).await;
        let had = had.inspect_err(|failure| {
            tracing::warn!(%failure, room = %action.place.room.0, "whether a list was there cannot be asked");
        });
        had.unwrap_or_default()
    }

    /// The newest list that a person had been shown at a time.
    async fn newest_at(&self, action: &PersonAction, at: u64) -> Result<Option<MatrixEventId>, StoreError> {
        let lists = ListRegistry::of(&*self.store, &action.place);
        let mut newest = None;
        for event in lists.shown_to(&action.person.id).await? {
            let Some(shown) = self.said_at(&action.place, &event).await else { continue };
            let is_newer = newest.as_ref().is_none_or(|(other, _)| shown > *other);
            let has_choices =
                lists.list_of_message(&event).await?.is_some_and(|list| !list.choices.is_empty());
            if shown <= at && is_newer && has_choices {
                newest = Some((shown, event));
            }
        }
        Ok(newest.map(|(_, event)| event))
    }

    /// When a message was sent; nothing when the server does not tell now.
    async fn said_at(&self, place: &ChannelAddress, event: &MatrixEventId) -> Option<u64> {
        let origin = self.link.origin(&place.room, event).await;
        let origin = origin.inspect_err(|failure| {
            tracing::warn!(%failure, room = %place.room.0, "when a list was shown cannot be asked");
        });
        origin.ok().map(|origin| origin.at)
    }
}

/// Whether two users are on one server, and go by its clock.
fn is_neighbour(one: &UserId, other: &UserId) -> bool {
    let server = |user: &UserId| user.0.split_once(':').map(|(_, server)| server.to_owned());
    server(one) == server(other)
}
