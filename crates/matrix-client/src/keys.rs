//! Messages whose key comes late: they are kept, and read when it is there. Not here: which are waited for after a
//! restart (`catch_up`).

use std::sync::Arc;

use futures_util::StreamExt as _;
use matrix_sdk::{
    Room,
    deserialized_responses::TimelineEvent,
    ruma::{OwnedEventId, OwnedRoomId, events::AnySyncTimelineEvent, serde::Raw},
};

use crate::{
    EventId, Failure, Happening, UserId,
    catch_up::{Item, Waiting},
    failure,
    reading::{self, Own, Reading},
    rooms::room_id,
    session::Session,
};

/// A message whose key is not here.
pub(crate) struct Sealed {
    pub(crate) waiting: Waiting,
    pub(crate) raw: Raw<AnySyncTimelineEvent>,
}

/// A message of somebody else's that cannot be read, and what there is to tell of it.
pub(crate) fn sealed(session: &Session, room: &Room, event: &TimelineEvent) -> Option<(Sealed, Item)> {
    let (id, sender) = (event.event_id()?, event.sender()?);
    if sender == session.own || !event.kind.is_utd() {
        return None;
    }
    let relation = relation(event);
    if relation["rel_type"] == "m.replace" {
        return None;
    }
    let is_fallback = relation["is_falling_back"] == true;
    let reply_to = relation["m.in_reply_to"]["event_id"].as_str().filter(|_| !is_fallback);
    let waiting = Waiting { room: room.room_id().to_string(), event: id.to_string() };
    let happening = Happening::Unreadable {
        room: room_id(room),
        event: EventId(id.to_string()),
        reply_to: reply_to.map(|to| EventId(to.to_owned())),
        sender: UserId(sender.to_string()),
    };
    let item = Item { event: Some(id.to_string()), happening };
    Some((Sealed { waiting, raw: event.raw().clone() }, item))
}

/// What a message relates to, which is not encrypted.
fn relation(event: &TimelineEvent) -> serde_json::Value {
    let content: Option<serde_json::Value> = event.raw().get_field("content").ok().flatten();
    content.map_or(serde_json::Value::Null, |mut content| content["m.relates_to"].take())
}

/// Whenever keys arrive, what waits for one is tried again.
pub(crate) async fn watch(session: Arc<Session>) {
    let Some(arrivals) = session.client.encryption().room_keys_received_stream().await else { return };
    let mut arrivals = std::pin::pin!(arrivals);
    loop {
        tokio::select! {
            () = session.closed() => return,
            arrival = arrivals.next() => match arrival {
                Some(_) => retry_all(&session).await,
                None => return,
            },
        }
    }
}

/// Tries everything again that waits for a key.
pub(crate) async fn retry_all(session: &Session) {
    let waiting = session.catch_up().waiting().to_vec();
    for waiting in waiting {
        match retry(session, &waiting).await {
            Ok(Some(reading)) => {
                let happening = match reading {
                    Reading::Said(said) => Some(Happening::Said(said)),
                    _ => None,
                };
                session.catch_up().resolve(&waiting.event, happening);
                session.news.notify_one();
            }
            Ok(None) => {}
            Err(error) => tracing::debug!(%error, event = waiting.event, "still not readable"),
        }
    }
    session.forget_opened();
}

/// None when it still cannot be read.
async fn retry(session: &Session, waiting: &Waiting) -> Result<Option<Reading>, Failure> {
    let id = OwnedRoomId::try_from(waiting.room.as_str());
    let Some(room) = id.ok().and_then(|id| session.client.get_room(&id)) else {
        return Ok(Some(Reading::Nothing));
    };
    let kept = session.unread().get(&waiting.event).cloned();
    let found = match kept {
        Some(kept) => room.decrypt_event(kept.cast_ref_unchecked(), None).await,
        None => match OwnedEventId::try_from(waiting.event.as_str()) {
            Ok(event) => room.event(&event, None).await,
            Err(_) => return Ok(Some(Reading::Nothing)),
        },
    };
    let found = match found.map_err(|error| failure::from_sdk(&error)) {
        Ok(found) => found,
        Err(error @ (Failure::Later { .. } | Failure::Standstill { .. } | Failure::LoggedOut)) => {
            return Err(error);
        }
        Err(_) => return Ok(Some(Reading::Nothing)),
    };
    if found.kind.is_utd() {
        session.unread().insert(waiting.event.clone(), found.into_raw());
        return Ok(None);
    }
    let own = Own { id: session.own.clone(), display_name: session.display_name.clone() };
    let known = found.raw().deserialize();
    Ok(Some(known.map_or(Reading::Nothing, |known| reading::read(&room_id(&room), &known, &own))))
}
