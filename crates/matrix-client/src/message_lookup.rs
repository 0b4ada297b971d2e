//! Looks up messages that the timeline may not hold: origin, order, original text, and the latest of a thread. Not here: what
//! is remembered (`message_timeline`).

use matrix_sdk::{
    Room,
    deserialized_responses::TimelineEvent,
    room::MessagesOptions,
    ruma::{OwnedEventId, UInt},
};

use crate::{
    MatrixError, MatrixEventId, MessageOrigin, RoomId, RoomMessage, error,
    event_reader::{self, EventReading},
    message_timeline::{latest_of, origin_of},
    rooms,
    session::AccountSession,
};

/// Events fetched around an event.
const AROUND: u32 = 200;
/// Most pages fetched after an event.
const MOST_PAGES: usize = 10;

async fn asked(room: &Room, event: &MatrixEventId) -> Result<TimelineEvent, MatrixError> {
    let id = OwnedEventId::try_from(event.0.as_str()).map_err(|_| MatrixError::NotFound(event.0.clone()))?;
    room.event(&id, None).await.map_err(|error| error::from_sdk(&error))
}

/// Origin of a message, fetched if it is not remembered.
pub(crate) async fn origin(
    session: &AccountSession,
    room: &RoomId,
    event: &MatrixEventId,
) -> Result<MessageOrigin, MatrixError> {
    if let Some(origin) = session.messages.timeline.origin(event) {
        return Ok(origin);
    }
    let found = asked(&rooms::joined(session, room).await?, event).await?;
    let origin = origin_of(&found, session.own()).ok_or_else(|| MatrixError::NotFound(event.0.clone()))?;
    session.messages.timeline.remember(event, origin.clone());
    Ok(origin)
}

/// Whether an event comes after another one in the room's graph: the other one appears before it,
/// or nowhere after it up to the end. An event that the sender's server already had cannot come
/// after the message.
pub(crate) async fn stands_behind(
    session: &AccountSession,
    room: &RoomId,
    event: &MatrixEventId,
    other: &MatrixEventId,
) -> Result<bool, MatrixError> {
    let id = OwnedEventId::try_from(event.0.as_str()).map_err(|_| MatrixError::NotFound(event.0.clone()))?;
    let room = rooms::joined(session, room).await?;
    let around = room.event_with_context(&id, true, UInt::from(AROUND), None).await;
    let around = around.map_err(|error| error::from_sdk(&error))?;
    if holds(&around.events_before, other) {
        return Ok(true);
    }
    let (mut behind, mut token) = (around.events_after, around.next_batch_token);
    // A page may hold fewer events than requested although more follow.
    for _ in 0..MOST_PAGES {
        if holds(&behind, other) {
            return Ok(false);
        }
        let Some(from) = token.take() else { return Ok(true) };
        let mut options = MessagesOptions::forward().from(from.as_str());
        options.limit = UInt::from(AROUND);
        let page = room.messages(options).await.map_err(|error| error::from_sdk(&error))?;
        token = page.end.filter(|end| *end != from && !page.chunk.is_empty());
        behind = page.chunk;
    }
    Err(error::later(format!("so much stands behind {} that it is not read", event.0)))
}

fn holds(events: &[TimelineEvent], wanted: &MatrixEventId) -> bool {
    events.iter().any(|event| event.event_id().is_some_and(|id| id.as_str() == wanted.0))
}

/// The original of a person's message.
pub(crate) async fn said(
    session: &AccountSession,
    room: &RoomId,
    event: &MatrixEventId,
) -> Result<Option<RoomMessage>, MatrixError> {
    let found = match asked(&rooms::joined(session, room).await?, event).await {
        // A server does not distinguish missing events from invisible ones.
        Err(MatrixError::NotFound(_) | MatrixError::Forbidden(_)) => return Ok(None),
        found => found?,
    };
    let known = found.raw().deserialize().ok();
    Ok(known.and_then(|known| match event_reader::read(room, &known, &session.identity) {
        EventReading::Message(said) => Some(said),
        _ => None,
    }))
}

/// The message that clients without threads show as the one replied to: the latest of the thread,
/// or the root where the server does not say.
pub(crate) async fn latest(session: &AccountSession, room: &Room, begun_by: &MatrixEventId) -> MatrixEventId {
    if let Some(latest) = session.messages.timeline.latest(begun_by) {
        return latest;
    }
    let latest = asked(room, begun_by).await.map(|found| latest_of(found.raw()));
    let latest = latest.inspect_err(|failure| tracing::debug!(%failure, "how a thread ends is not known"));
    latest.ok().flatten().unwrap_or_else(|| begun_by.clone())
}
