//! Reads from a room's create event the person for whom the bot created the direct room. Not here:
//! the rooms themselves (`direct_rooms`).

use std::collections::HashMap;

use matrix_sdk::{
    Room,
    deserialized_responses::RawAnySyncOrStrippedState,
    ruma::{OwnedUserId, UserId as Id, events::StateEventType},
};
use serde::Deserialize;

/// Field of the create event that names the person.
pub(crate) const OWNER_FIELD: &str = "adoube.made_for";

/// The create event.
#[derive(Deserialize)]
struct RoomCreateEvent {
    content: HashMap<String, serde_json::Value>,
}

/// The person a direct room was created for, if it is one.
pub(crate) async fn room_owner(own: &Id, room: &Room) -> Option<OwnedUserId> {
    if !room.creators()?.iter().any(|creator| creator == own) {
        return None;
    }
    let event = room.get_state_event(StateEventType::RoomCreate, "").await.ok()??;
    let event = match event {
        RawAnySyncOrStrippedState::Sync(event) => event.into_json(),
        RawAnySyncOrStrippedState::Stripped(event) => event.into_json(),
    };
    let create: RoomCreateEvent = serde_json::from_str(event.get()).ok()?;
    OwnedUserId::try_from(create.content.get(OWNER_FIELD)?.as_str()?).ok()
}
