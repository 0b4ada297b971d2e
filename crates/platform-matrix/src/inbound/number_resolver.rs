//! Resolves typed numbers: finds the numbered list that a person saw when they typed a number,
//! never a later list. Not here: stored lists (`state/numbered_lists`), and handling the choice
//! (`list_choice`).

use std::sync::Arc;

use adoube_bot::Clock;
use adoube_matrix_client::{MatrixApi, MatrixEventId, RoomId};
use adoube_store::{Store, StoreError};

use super::person_action::PersonAction;
use crate::{
    ids::ChannelAddress,
    records,
    state::{
        numbered_lists::{ListRegistry, NumberedList},
        people,
        unsaved_lists::UnsavedLists,
    },
};

/// A number that a person typed.
pub(super) struct TypedNumber {
    pub(super) number: usize,
    pub(super) event: MatrixEventId,
    pub(super) reply_to: Option<MatrixEventId>,
    /// Time of the message by its sender's server, in milliseconds since 1970.
    pub(super) at: u64,
    /// Whether every list that the sender may have seen is saved.
    pub(super) all_noted: bool,
}

/// The list that a bare number refers to.
pub(super) enum NumberTarget {
    /// The list, or none.
    List(Option<NumberedList>),
    /// The number may refer to this newest list or to an earlier one.
    Unclear(NumberedList),
}

/// Finds the lists that numbers refer to.
pub(super) struct NumberResolver {
    pub(super) store: Arc<dyn Store>,
    pub(super) link: Arc<dyn MatrixApi>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) unsaved: Arc<UnsavedLists>,
}

impl NumberResolver {
    /// Waits until every list visible in a room is saved, unless the list that is replied to is
    /// saved already. Returns whether it is.
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

    /// The list a number refers to: the list it replies to, or the one its sender saw.
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

    /// The list that the sender of a bare number saw.
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
        // One clock times the messages of users of one server.
        let is_neighbour = people::server_of(&self.link.user()) == people::server_of(&action.user);
        let shown = if written.all_noted { self.said_at(&action.place, &newest).await } else { None };
        let event = match shown {
            // Federation may deliver a list to another server later than the clocks suggest.
            Some(shown) if shown <= at && (is_neighbour || self.had(action, written, &newest).await) => {
                Some(newest)
            }
            // Clocks of other servers may be wrong by more than the time it takes to answer.
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

    /// Whether the sender's server had the list when they typed the number; false if the homeserver
    /// cannot tell.
    async fn had(&self, action: &PersonAction, written: &TypedNumber, list: &MatrixEventId) -> bool {
        let had = self.link.stands_behind(&action.place.room, &written.event, list).await;
        let had = had.inspect_err(|failure| {
            tracing::warn!(%failure, room = %action.place.room.0, "whether a list was there cannot be asked");
        });
        had.unwrap_or_default()
    }

    /// The newest list with choices that was shown to a person by a given time.
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

    /// Time at which a message was sent; `None` if the server does not answer now.
    async fn said_at(&self, place: &ChannelAddress, event: &MatrixEventId) -> Option<u64> {
        let origin = self.link.origin(&place.room, event).await;
        let origin = origin.inspect_err(|failure| {
            tracing::warn!(%failure, room = %place.room.0, "when a list was shown cannot be asked");
        });
        origin.ok().map(|origin| origin.at)
    }
}
