//! Handles messages whose key arrives late: stores them undecrypted and retries when keys arrive.
//! Not here: which messages are waited for after a restart (`catch_up`).

use std::sync::Arc;

use futures_util::StreamExt as _;
use matrix_sdk::{
    Room,
    deserialized_responses::TimelineEvent,
    ruma::{OwnedEventId, OwnedRoomId},
};

use crate::{
    MatrixError, MatrixEvent, MatrixEventId, UserId,
    catch_up::{KeyWait, SyncItem},
    error,
    event_reader::{self, EventReading},
    rooms::room_id,
    session::AccountSession,
    sync_report::UndecryptedMessage,
};

/// An undecrypted message of another user, with the event that reports it.
pub(crate) fn read_undecrypted(
    session: &AccountSession,
    room: &Room,
    event: &TimelineEvent,
) -> Option<(UndecryptedMessage, SyncItem)> {
    let (id, sender) = (event.event_id()?, event.sender()?);
    if sender == *session.own() || !event.kind.is_utd() {
        return None;
    }
    let relation = relation(event);
    if relation["rel_type"] == "m.replace" {
        return None;
    }
    let is_fallback = relation["is_falling_back"] == true;
    let reply_to = relation["m.in_reply_to"]["event_id"].as_str().filter(|_| !is_fallback);
    let waiting = KeyWait { room: room.room_id().to_string(), event: id.to_string() };
    let happening = MatrixEvent::Unreadable {
        room: room_id(room),
        event: MatrixEventId(id.to_string()),
        reply_to: reply_to.map(|to| MatrixEventId(to.to_owned())),
        sender: UserId(sender.to_string()),
    };
    let item = SyncItem { event: Some(id.to_string()), happening };
    Some((UndecryptedMessage { waiting, raw: event.raw().clone() }, item))
}

/// The relation of a message, which is not encrypted.
fn relation(event: &TimelineEvent) -> serde_json::Value {
    let content: Option<serde_json::Value> = event.raw().get_field("content").ok().flatten();
    content.map_or(serde_json::Value::Null, |mut content| content["m.relates_to"].take())
}

/// Retries undecrypted messages whenever keys arrive.
pub(crate) async fn watch(session: Arc<AccountSession>) {
    let Some(arrivals) = session.client.encryption().room_keys_received_stream().await else { return };
    let mut arrivals = std::pin::pin!(arrivals);
    loop {
        tokio::select! {
            () = session.signals.closed() => return,
            arrival = arrivals.next() => match arrival {
                Some(_) => retry_all(&session).await,
                None => return,
            },
        }
    }
}

/// Retries all undecrypted messages.
pub(crate) async fn retry_all(session: &AccountSession) {
    let waiting = session.catch_up().waiting().to_vec();
    for waiting in waiting {
        match retry(session, &waiting).await {
            Ok(Some(reading)) => {
                let happening = match reading {
                    EventReading::Message(said) => Some(MatrixEvent::Message(said)),
                    _ => None,
                };
                session.catch_up().resolve(&waiting.event, happening);
                session.signals.news.notify_one();
            }
            Ok(None) => {}
            Err(error) => tracing::debug!(%error, event = waiting.event, "still not readable"),
        }
    }
    session.forget_opened();
}

/// Decrypts one message; `None` while that fails.
async fn retry(session: &AccountSession, waiting: &KeyWait) -> Result<Option<EventReading>, MatrixError> {
    let id = OwnedRoomId::try_from(waiting.room.as_str());
    let Some(room) = id.ok().and_then(|id| session.client.get_room(&id)) else {
        return Ok(Some(EventReading::Ignored));
    };
    let kept = session.messages.undecrypted().get(&waiting.event).cloned();
    let found = match kept {
        Some(kept) => room.decrypt_event(kept.cast_ref_unchecked(), None).await,
        None => match OwnedEventId::try_from(waiting.event.as_str()) {
            Ok(event) => room.event(&event, None).await,
            Err(_) => return Ok(Some(EventReading::Ignored)),
        },
    };
    let found = match found.map_err(|error| error::from_sdk(&error)) {
        Ok(found) => found,
        Err(
            error @ (MatrixError::Transient { .. }
            | MatrixError::AccountBlocked { .. }
            | MatrixError::LoggedOut),
        ) => {
            return Err(error);
        }
        Err(_) => return Ok(Some(EventReading::Ignored)),
    };
    if found.kind.is_utd() {
        session.messages.undecrypted().insert(waiting.event.clone(), found.into_raw());
        return Ok(None);
    }
    let known = found.raw().deserialize();
    Ok(Some(known.map_or(EventReading::Ignored, |known| {
        event_reader::read(&room_id(&room), &known, &session.identity)
    })))
}
