//! Sends messages: text, pictures with captions, and files. Each is sent once for its transaction
//! id; the caller retries, so nothing here waits for a busy server.

use std::io::Cursor;

use matrix_sdk::{
    Room,
    config::RequestConfig,
    ruma::{
        OwnedEventId, OwnedTransactionId, OwnedUserId, UInt,
        events::{
            Mentions,
            relation::{Reply, Thread},
            room::{
                ImageInfo, MediaSource,
                message::{
                    FileInfo, FileMessageEventContent, FormattedBody, ImageMessageEventContent, MessageType,
                    NoticeMessageEventContent, Relation, ReplacementMetadata, RoomMessageEventContent,
                    TextMessageEventContent,
                },
            },
        },
    },
};
use serde_json::Value;

use crate::{
    MatrixError, MatrixEventId, MatrixFile, MatrixMessage, MatrixPicture, ReplacedMessage, TransactionId,
    UserId, error, message_lookup, recipients, session::AccountSession,
};

/// Most uploaded attachments that are not sent yet.
const MOST_UPLOADS: usize = 32;
/// Field for animation, by its unstable name.
const IS_ANIMATED: &str = "org.matrix.msc4230.is_animated";

fn once() -> RequestConfig {
    RequestConfig::new().disable_retry()
}

pub(crate) async fn send(
    session: &AccountSession,
    room: &Room,
    message: &MatrixMessage,
    transaction: &TransactionId,
) -> Result<MatrixEventId, MatrixError> {
    let source = upload(session, room, message, transaction).await?;
    let latest = match &message.thread {
        Some(begun_by) => Some(message_lookup::latest(session, room, begun_by).await),
        None => None,
    };
    let content = written(message, source, latest.as_ref())?;
    recipients::choose(session, room).await?;
    let sent = room
        .send_raw("m.room.message", content)
        .with_transaction_id(&OwnedTransactionId::from(transaction.0.as_str()))
        .with_request_config(once())
        .await
        .map_err(|error| error::from_sdk(&error))?;
    session.messages.uploads().retain(|(of, _)| *of != transaction.0);
    let event = sent.response.event_id;
    session.messages.remember(event.as_str(), true);
    if let (Some(begun_by), None) = (&message.thread, &message.replaces) {
        session.messages.timeline.said(begun_by, event.as_str());
    }
    Ok(MatrixEventId(event.to_string()))
}

/// Uploads the attachment once, even when sending is retried.
pub(crate) async fn upload(
    session: &AccountSession,
    room: &Room,
    message: &MatrixMessage,
    transaction: &TransactionId,
) -> Result<Option<MediaSource>, MatrixError> {
    let Some((media_type, bytes)) = message.attached() else { return Ok(None) };
    if let Some((_, source)) = session.messages.uploads().iter().find(|(of, _)| *of == transaction.0) {
        return Ok(Some(source.clone()));
    }
    let encrypted =
        room.latest_encryption_state().await.map_err(|error| error::from_sdk(&error))?.is_encrypted();
    let source = if encrypted {
        let mut bytes = Cursor::new(bytes);
        let file = session.client.upload_encrypted_file(&mut bytes).with_request_config(once()).await;
        MediaSource::Encrypted(Box::new(file.map_err(|error| error::from_sdk(&error))?))
    } else {
        let media_type = media_type
            .parse()
            .map_err(|_| MatrixError::Rejected(format!("{media_type:?} is no media type")))?;
        let answer = session.client.media().upload(&media_type, bytes.to_vec(), Some(once())).await;
        MediaSource::Plain(answer.map_err(|error| error::from_sdk(&error))?.content_uri)
    };
    let mut uploads = session.messages.uploads();
    uploads.push_back((transaction.0.clone(), source.clone()));
    if uploads.len() > MOST_UPLOADS {
        uploads.pop_front();
    }
    drop(uploads);
    Ok(Some(source))
}

fn event_id(id: &MatrixEventId) -> Result<OwnedEventId, MatrixError> {
    OwnedEventId::try_from(id.0.as_str())
        .map_err(|error| MatrixError::Rejected(format!("{:?} is no event id: {error}", id.0)))
}

/// The JSON content of the event. Clients take a PNG for an animation unless told otherwise:
/// <https://github.com/matrix-org/matrix-spec-proposals/pull/4230>.
fn written(
    message: &MatrixMessage,
    source: Option<MediaSource>,
    latest: Option<&MatrixEventId>,
) -> Result<Value, MatrixError> {
    let content = content(message, source, latest)?;
    let mut content =
        serde_json::to_value(content).map_err(|error| MatrixError::Rejected(format!("no JSON: {error}")))?;
    let Some(picture) = &message.picture else { return Ok(content) };
    for info in ["/info", "/m.new_content/info"] {
        if let Some(Value::Object(info)) = content.pointer_mut(info) {
            info.insert(IS_ANIMATED.to_owned(), Value::Bool(picture.media_type == "image/gif"));
        }
    }
    Ok(content)
}

/// The content with its mentions, so that a name in the text notifies nobody. `latest` is the last
/// message of its thread.
fn content(
    message: &MatrixMessage,
    source: Option<MediaSource>,
    latest: Option<&MatrixEventId>,
) -> Result<RoomMessageEventContent, MatrixError> {
    let formatted = (!message.html.is_empty()).then(|| FormattedBody::html(message.html.as_str()));
    let kind = match (&message.picture, &message.file, source) {
        (Some(picture), _, Some(source)) => MessageType::Image(image(message, picture, source, formatted)),
        (None, Some(attached), Some(source)) => MessageType::File(file(message, attached, source, formatted)),
        _ if message.kind() == "m.notice" => {
            let mut notice = NoticeMessageEventContent::plain(message.plain.as_str());
            notice.formatted = formatted;
            MessageType::Notice(notice)
        }
        _ => {
            let mut text = TextMessageEventContent::plain(message.plain.as_str());
            text.formatted = formatted;
            MessageType::Text(text)
        }
    };
    let mut content = RoomMessageEventContent::new(kind);
    content.mentions = Some(called(&message.mentions)?);
    if let Some(ReplacedMessage { event, called: before }) = &message.replaces {
        return Ok(
            content.make_replacement(ReplacementMetadata::new(event_id(event)?, Some(called(before)?)))
        );
    }
    content.relates_to = relation(message, latest)?;
    Ok(content)
}

fn called(users: &[UserId]) -> Result<Mentions, MatrixError> {
    let called: Result<Vec<OwnedUserId>, _> =
        users.iter().map(|user| OwnedUserId::try_from(user.0.as_str())).collect();
    let called =
        called.map_err(|error| MatrixError::Rejected(format!("who is called is no user: {error}")))?;
    Ok(Mentions::with_user_ids(called))
}

/// With a file name of its own, the text of the event is a caption.
fn image(
    message: &MatrixMessage,
    picture: &MatrixPicture,
    source: MediaSource,
    formatted: Option<FormattedBody>,
) -> ImageMessageEventContent {
    let mut info = ImageInfo::new();
    info.width = Some(UInt::from(picture.width));
    info.height = Some(UInt::from(picture.height));
    info.mimetype = Some(picture.media_type.clone());
    info.size = UInt::try_from(picture.bytes.len()).ok();
    let caption = if message.plain.is_empty() { &picture.name } else { &message.plain };
    let mut image = ImageMessageEventContent::new(caption.clone(), source).info(Box::new(info));
    if !message.plain.is_empty() {
        image.filename = Some(picture.name.clone());
        image.formatted = formatted;
    }
    image
}

/// As with a picture.
fn file(
    message: &MatrixMessage,
    attached: &MatrixFile,
    source: MediaSource,
    formatted: Option<FormattedBody>,
) -> FileMessageEventContent {
    let mut info = FileInfo::new();
    info.mimetype = Some(attached.media_type.clone());
    info.size = UInt::try_from(attached.bytes.len()).ok();
    let caption = if message.plain.is_empty() { &attached.name } else { &message.plain };
    let mut file = FileMessageEventContent::new(caption.clone(), source).info(Box::new(info));
    file.filename = Some(attached.name.clone());
    file.formatted = formatted.filter(|_| !message.plain.is_empty());
    file
}

type MessageRelation =
    Relation<matrix_sdk::ruma::events::room::message::RoomMessageEventContentWithoutRelation>;

fn relation(
    message: &MatrixMessage,
    latest: Option<&MatrixEventId>,
) -> Result<Option<MessageRelation>, MatrixError> {
    let reply_to = message.reply_to.as_ref().map(event_id).transpose()?;
    let thread = message.thread.as_ref().map(event_id).transpose()?;
    Ok(match (thread, reply_to) {
        (Some(root), Some(to)) => Some(Relation::Thread(Thread::reply(root, to))),
        (Some(root), None) => {
            let latest = latest.map(event_id).transpose()?.unwrap_or_else(|| root.clone());
            Some(Relation::Thread(Thread::plain(root, latest)))
        }
        (None, Some(to)) => Some(Relation::Reply(Reply::with_event_id(to))),
        (None, None) => None,
    })
}

#[cfg(test)]
mod tests;
