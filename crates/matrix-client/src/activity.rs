//! Sends activity signals: reactions, read receipts and typing notifications. Not here: when they
//! are sent (the adapter).

use std::time::Duration;

use matrix_sdk::{
    config::RequestConfig,
    ruma::{
        OwnedEventId, OwnedTransactionId,
        api::client::{
            receipt::create_receipt::v3::{ReceiptType, Request as Receipt},
            typing::create_typing_event::v3::{Request as Typing, Typing as State, TypingInfo},
        },
        events::receipt::ReceiptThread,
    },
};
use serde_json::json;

use crate::{MatrixError, MatrixEventId, RoomId, TransactionId, error, rooms, session::AccountSession};

/// The longest typing notification.
const MAX_TYPING: Duration = Duration::from_mins(2);

/// One attempt with a short time limit, as a late signal is useless.
fn once() -> RequestConfig {
    RequestConfig::new().disable_retry().timeout(Duration::from_secs(10))
}

/// Sends a reaction, once for each sender and key
/// (<https://spec.matrix.org/v1.16/client-server-api/#event-annotations-and-reactions>).
pub(crate) async fn react(
    session: &AccountSession,
    room: &RoomId,
    to: &MatrixEventId,
    key: &str,
    transaction: &TransactionId,
) -> Result<(), MatrixError> {
    let room = rooms::joined(session, room).await?;
    let relation = json!({ "m.relates_to": { "rel_type": "m.annotation", "event_id": to.0, "key": key } });
    let sent = room
        .send_raw("m.reaction", relation)
        .with_transaction_id(&OwnedTransactionId::from(transaction.0.as_str()))
        .with_request_config(once())
        .await
        .map_err(|error| error::from_sdk(&error))?;
    session.messages.remember(sent.response.event_id.as_str(), true);
    Ok(())
}

/// Sends an unthreaded read receipt up to an event, for threads and the main timeline
/// (<https://spec.matrix.org/v1.16/client-server-api/#receipts>).
pub(crate) async fn mark_read(
    session: &AccountSession,
    room: &RoomId,
    event: &MatrixEventId,
) -> Result<(), MatrixError> {
    let room = rooms::joined(session, room).await?;
    let event = OwnedEventId::try_from(event.0.as_str())
        .map_err(|error| MatrixError::Rejected(format!("{:?} is no event id: {error}", event.0)))?;
    let mut receipt = Receipt::new(room.room_id().to_owned(), ReceiptType::Read, event);
    receipt.thread = ReceiptThread::Unthreaded;
    let sent = session.client.send(receipt).with_request_config(once()).await;
    sent.map(drop).map_err(|error| error::from_http(&error))
}

/// Sends or ends a typing notification
/// (<https://spec.matrix.org/v1.16/client-server-api/#typing-notifications>).
pub(crate) async fn show_typing(
    session: &AccountSession,
    room: &RoomId,
    time: Option<Duration>,
) -> Result<(), MatrixError> {
    let room = rooms::joined(session, room).await?;
    let state = match time {
        Some(time) => State::Yes(TypingInfo::new(time.min(MAX_TYPING))),
        None => State::No,
    };
    let typing = Typing::new(session.own().clone(), room.room_id().to_owned(), state);
    let sent = session.client.send(typing).with_request_config(once()).await;
    sent.map(drop).map_err(|error| error::from_http(&error))
}
