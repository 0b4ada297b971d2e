//! Sends a message to a room as events: its words, then its picture or file, by the layout of the
//! room (`layout`). If an upload is slow, the words go first and the picture follows as a separate
//! event, because clients do not draw an image that replaces words. Not here: when a message is
//! sent (`transport`), and late pictures (`attachments`).

use std::{sync::Arc, time::Duration};

use adoube_bot::{
    Timer,
    forms::{self, StoredForm},
};
use adoube_matrix_client::{
    MatrixError, MatrixEventId, MatrixMessage, ReplacedMessage, TransactionId, UserId,
};
use adoube_store::{BatchWrite, Key, Store, StoreError};
use serde::{Deserialize, Serialize};

use super::{
    layout::{Layout, MessageLayouts},
    private_send::SendTarget,
    rate_limited_sender::RateLimitedSender,
    refused_pictures::{self, RefusedPictures},
};
use crate::{
    ids::{self, ChannelAddress},
    message::{
        formatted_text::{self, FormattedText},
        render::RenderedMessage,
    },
    records::{self, WORDS},
};

/// Longest wait of a mentioned person for the picture.
const PATIENCE: Duration = Duration::from_secs(2);

/// The sent events of one part of a message.
#[derive(Default)]
struct SaidPart {
    /// Event of the words, or of words and picture together; `None` if the part has no words, or
    /// the server refused it.
    event: Option<MatrixEventId>,
    /// Whether nothing of the part is left to send.
    is_complete: bool,
}

/// The sent events of a message, part by part.
pub(crate) struct SentText(Vec<SaidPart>);

impl SentText {
    /// The event that an answer to the message replies to: not the picture or the file after the
    /// words.
    pub(crate) fn event(&self, body: &RenderedMessage) -> Option<MatrixEventId> {
        let parts = || body.parts.iter().zip(&self.0);
        let last = parts().rfind(|(part, said)| !part.plain.is_empty() && said.event.is_some());
        last.or_else(|| parts().find(|(_, said)| said.event.is_some()))
            .and_then(|(_, said)| said.event.clone())
    }
}

/// Stored form of the sent events of a message.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredSentText {
    /// Digest of the message's key.
    pub(crate) of: String,
    pub(crate) events: Vec<Option<String>>,
    /// Parts of which nothing is left to send.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) complete: Vec<usize>,
}

impl StoredForm for StoredSentText {
    const KIND: &'static str = "what was said last in a place on Matrix";
    const VERSION: u64 = 1;
}

/// A part whose picture or file is still missing.
pub(crate) struct MissingAttachment {
    /// Event of the words, if the part has words.
    pub(crate) event: Option<MatrixEventId>,
    /// Index of the part.
    pub(crate) part: usize,
}

/// Outcome of an upload.
enum AttachmentResult {
    There,
    Later,
    Never,
}

/// Key of one part of a message, from which the transaction ids of its events are derived.
#[derive(Clone, Copy)]
pub(crate) struct PartKey<'k> {
    pub(crate) key: &'k [u8],
    pub(crate) part: usize,
}

impl PartKey<'_> {
    fn of(self, step: &[u8]) -> TransactionId {
        ids::transaction(&[self.key, &self.part.to_be_bytes(), step])
    }

    /// Transaction id of the edit that replaces the words.
    pub(crate) fn change(self) -> TransactionId {
        self.of(b"change")
    }
}

/// Sends messages to rooms, part by part.
pub(crate) struct TextSender {
    pub(super) sender: Arc<RateLimitedSender>,
    pub(super) layouts: Arc<MessageLayouts>,
    pub(super) refused: Arc<RefusedPictures>,
    pub(super) store: Arc<dyn Store>,
    pub(super) timer: Arc<dyn Timer>,
}

impl TextSender {
    /// The events of a message that was sent before, so that its words are not sent again. Another
    /// process may have sent them, and a server does not recognise a retry by another session.
    pub(crate) async fn load_sent(
        &self,
        place: &ChannelAddress,
        body: &RenderedMessage,
        key: &[u8],
    ) -> Result<Option<SentText>, StoreError> {
        let row = row(place);
        let stored = records::read::<StoredSentText>(&*self.store, row.as_ref()).await?;
        let same = stored.filter(|stored| stored.of == of(key) && stored.events.len() == body.parts.len());
        Ok(same.map(|StoredSentText { events, complete, .. }| {
            let part = |(part, event): (usize, Option<String>)| SaidPart {
                event: event.map(MatrixEventId),
                is_complete: complete.contains(&part),
            };
            SentText(events.into_iter().enumerate().map(part).collect())
        }))
    }

    /// Writes that save the sent events of a message.
    pub(crate) fn sent_text_writes(place: &ChannelAddress, words: &SentText, key: &[u8]) -> Vec<BatchWrite> {
        let events = words.0.iter().map(|said| said.event.as_ref().map(|event| event.0.clone())).collect();
        let complete = words.0.iter().enumerate().filter(|(_, said)| said.is_complete);
        let complete = complete.map(|(part, _)| part).collect();
        let value = forms::write(&StoredSentText { of: of(key), events, complete });
        value.map(|value| records::put(row(place), value)).into_iter().collect()
    }

    /// Sends the words of all parts, with the pictures that belong into the same event.
    pub(crate) async fn send_text(
        &self,
        way: SendTarget<'_>,
        body: &RenderedMessage,
        reply_to: Option<MatrixEventId>,
        key: &[u8],
    ) -> Result<SentText, MatrixError> {
        let place = way.place;
        let layout = self.layouts.layout(place).await?;
        let mut said = Vec::new();
        for (part, message) in body.parts.iter().enumerate() {
            let reply_to = reply_to.clone().filter(|_| part == 0);
            let message = MatrixMessage { thread: place.thread.clone(), reply_to, ..message.clone() };
            let letters = body.letters.as_ref();
            said.push(self.send_part(way, layout, PartKey { key, part }, (message, letters)).await?);
        }
        Ok(SentText(said))
    }

    /// Sends the first event of a part.
    async fn send_part(
        &self,
        way: SendTarget<'_>,
        layout: Layout,
        key: PartKey<'_>,
        (message, letters): (MatrixMessage, Option<&FormattedText>),
    ) -> Result<SaidPart, MatrixError> {
        let may_be_left_out = message.file.is_some() || message.plain.is_empty();
        let (sent, is_complete) = match (message.attached(), layout) {
            (Some(_), Layout::OneEvent) => match self.attach(way, &message, &key.change()).await {
                AttachmentResult::There => {
                    match self.send_or_send_plainly(way, key, b"change", message.clone()).await {
                        Err(MatrixError::MessageBlocked(_)) if !message.plain.is_empty() => {
                            let sent = self.send_in_letters(way, key, &message, letters).await;
                            self.note_refusal(way, &sent).await;
                            (sent, true)
                        }
                        sent => (sent, true),
                    }
                }
                AttachmentResult::Never if !message.plain.is_empty() => {
                    (self.send_in_letters(way, key, &message, letters).await, true)
                }
                AttachmentResult::Never if message.file.is_some() => {
                    (self.send_or_send_plainly(way, key, b"words", without_file(message)).await, true)
                }
                attached if message.plain.is_empty() => {
                    return Ok(SaidPart {
                        event: None,
                        is_complete: matches!(attached, AttachmentResult::Never),
                    });
                }
                _ => {
                    let words = words_of(&message, layout);
                    (self.send_or_send_plainly(way, key, b"words", words).await, false)
                }
            },
            (Some(_), Layout::Apart { .. }) if message.plain.is_empty() => return Ok(SaidPart::default()),
            (attached, _) => {
                let is_complete = attached.is_none() && layout.words_call();
                let words = words_of(&message, layout);
                (self.send_or_send_plainly(way, key, b"words", words).await, is_complete)
            }
        };
        match sent {
            Ok(event) => Ok(SaidPart { event: Some(event), is_complete }),
            Err(MatrixError::Rejected(reason) | MatrixError::MessageBlocked(reason)) if may_be_left_out => {
                tracing::error!(reason, room = %way.place.room.0, "a file is not sent");
                Ok(SaidPart { event: None, is_complete: true })
            }
            Err(failure) => Err(failure),
        }
    }

    /// Sends the pictures and mentions that were not sent with the words. Returns the attachments
    /// that are still missing.
    pub(crate) async fn send_rest(
        &self,
        way: SendTarget<'_>,
        body: &RenderedMessage,
        words: &SentText,
        key: &[u8],
    ) -> Result<Vec<MissingAttachment>, MatrixError> {
        let layout = self.layouts.layout(way.place).await?;
        let mut lacking = Vec::new();
        for (part, (message, said)) in body.parts.iter().zip(&words.0).enumerate() {
            if said.is_complete {
                continue;
            }
            let is_shown = if layout == Layout::OneEvent {
                // The upload was awaited when the words were sent.
                message.attached().is_none()
            } else {
                let said = (message, said.event.as_ref(), body.letters.as_ref());
                self.send_rest_of(way, layout, PartKey { key, part }, said).await?
            };
            if !is_shown {
                lacking.push(MissingAttachment { event: said.event.clone(), part });
            }
        }
        Ok(lacking)
    }

    /// Sends the picture and the mentions of a part whose words were sent. Returns whether nothing
    /// is missing.
    async fn send_rest_of(
        &self,
        way: SendTarget<'_>,
        layout: Layout,
        key: PartKey<'_>,
        (message, words, letters): (&MatrixMessage, Option<&MatrixEventId>, Option<&FormattedText>),
    ) -> Result<bool, MatrixError> {
        let called = if layout.words_call() { message.mentions.clone() } else { Vec::new() };
        let change = words.map(|words| MatrixMessage {
            thread: way.place.thread.clone(),
            replaces: Some(ReplacedMessage { event: words.clone(), called: called.clone() }),
            ..message.clone()
        });
        let attached = match message.attached() {
            Some(_) => self.attach(way, message, &key.change()).await,
            None => AttachmentResult::Never,
        };
        if matches!(attached, AttachmentResult::Never) && message.file.is_some() {
            let refused = without_file(change.unwrap_or_else(|| picture_of(message, way.place)));
            self.send_or_send_plainly(way, key, b"change", refused).await?;
            return Ok(true);
        }
        let shown = match (layout, &change) {
            (Layout::Replacement, None) => return Ok(true),
            (Layout::Replacement, Some(change)) => change.clone(),
            _ => MatrixMessage { mentions: message.mentions.clone(), ..picture_of(message, way.place) },
        };
        if matches!(attached, AttachmentResult::There) {
            let mentions = if shown.replaces.is_some() {
                shown.mentions.clone()
            } else {
                shown.mentions.iter().filter(|user| !called.contains(user)).cloned().collect()
            };
            match (
                self.send_or_send_plainly(way, key, b"change", MatrixMessage { mentions, ..shown }).await,
                change,
            ) {
                (Err(MatrixError::MessageBlocked(_)), Some(change)) => {
                    let sent = self.change_to_letters(way, key, change, letters).await;
                    self.note_refusal(way, &sent).await;
                    sent?;
                }
                // The words were sent, so the part is complete without the picture.
                (Err(MatrixError::MessageBlocked(_)), None) => {}
                (sent, _) => drop(sent?),
            }
            return Ok(true);
        }
        if let (AttachmentResult::Never, Some(change), true) = (&attached, &change, message.picture.is_some())
        {
            self.change_to_letters(way, key, change.clone(), letters).await?;
        } else if let Some(change) = change {
            self.call(way, key, change).await?;
        }
        Ok(!matches!(attached, AttachmentResult::Later))
    }

    /// Sends a message with the board in letters instead of its picture.
    async fn send_in_letters(
        &self,
        way: SendTarget<'_>,
        key: PartKey<'_>,
        message: &MatrixMessage,
        letters: Option<&FormattedText>,
    ) -> Result<MatrixEventId, MatrixError> {
        self.send_or_send_plainly(way, key, b"letters", refused_pictures::in_letters(message, letters)).await
    }

    /// Adds the board in letters to words that have no picture, with the mentions that the words
    /// lack.
    pub(crate) async fn change_to_letters(
        &self,
        way: SendTarget<'_>,
        key: PartKey<'_>,
        change: MatrixMessage,
        letters: Option<&FormattedText>,
    ) -> Result<(), MatrixError> {
        if letters.is_none() {
            return self.call(way, key, change).await;
        }
        self.send_in_letters(way, key, &change, letters).await.map(drop)
    }

    /// Notes that a room refused the picture, if it accepted the letters.
    async fn note_refusal<T>(&self, way: SendTarget<'_>, sent: &Result<T, MatrixError>) {
        if sent.is_ok()
            && let Err(error) = self.refused.note_refused_picture(way.place).await
        {
            tracing::error!(%error, room = %way.place.room.0, "nobody is told that pictures are not let through");
        }
    }

    /// Sends the missing mentions by an edit without a picture.
    async fn call(
        &self,
        way: SendTarget<'_>,
        key: PartKey<'_>,
        change: MatrixMessage,
    ) -> Result<(), MatrixError> {
        let change = MatrixMessage { picture: None, file: None, ..change };
        let before = change.replaces.as_ref().map(|words| words.called.as_slice()).unwrap_or_default();
        if change.mentions.iter().all(|user| before.contains(user)) {
            return Ok(());
        }
        self.send_or_send_plainly(way, key, b"call", change).await.map(drop)
    }

    /// Sends a message. If the server rejects the message, it is sent again as plain text.
    async fn send_or_send_plainly(
        &self,
        way: SendTarget<'_>,
        key: PartKey<'_>,
        step: &[u8],
        message: MatrixMessage,
    ) -> Result<MatrixEventId, MatrixError> {
        let is_shown = message.attached().is_some();
        let plain = MatrixMessage { html: String::new(), picture: None, file: None, ..message.clone() };
        match self.sender.send(way, message, (key.key, key.of(step))).await {
            // A refused message with a picture is tried without the picture first.
            Err(MatrixError::MessageBlocked(reason)) if is_shown => Err(MatrixError::MessageBlocked(reason)),
            Err(MatrixError::Rejected(reason) | MatrixError::MessageBlocked(reason))
                if !plain.plain.is_empty() =>
            {
                tracing::error!(reason, room = %way.place.room.0, "a message is sent again as plain words");
                self.sender.send(way, plain, (key.key, key.of(&[step, b" plain"].concat()))).await
            }
            sent => sent,
        }
    }

    /// Uploads a picture or a file, for at most `PATIENCE`.
    async fn attach(
        &self,
        way: SendTarget<'_>,
        message: &MatrixMessage,
        transaction: &TransactionId,
    ) -> AttachmentResult {
        let (timer, room) = (&self.timer, &way.place.room);
        if message.picture.is_some() && self.refused.refuses_pictures(room) {
            return AttachmentResult::Never;
        }
        let uploaded = tokio::select! {
            uploaded = self.sender.upload(way, message, transaction) => uploaded,
            () = timer.until(timer.now() + PATIENCE) => return AttachmentResult::Later,
        };
        match uploaded {
            Ok(()) => AttachmentResult::There,
            Err(
                failure @ (MatrixError::Transient { .. }
                | MatrixError::AccountBlocked { .. }
                | MatrixError::LoggedOut),
            ) => {
                tracing::warn!(%failure, room = %room.0, "a picture follows its words later");
                AttachmentResult::Later
            }
            Err(failure) => {
                tracing::error!(%failure, room = %room.0, "the server does not take a picture");
                AttachmentResult::Never
            }
        }
    }
}

fn row(place: &ChannelAddress) -> Key {
    records::key(WORDS).text(&place.channel().0)
}

/// Digest of a message's key.
fn of(key: &[u8]) -> String {
    ids::transaction(&[key]).0
}

/// The first event of a part: its words.
fn words_of(message: &MatrixMessage, layout: Layout) -> MatrixMessage {
    let name = message.file.as_ref().map(|file| &file.name);
    let name = name.or_else(|| message.picture.as_ref().map(|picture| &picture.name));
    let plain = match name {
        Some(name) if message.plain.is_empty() => name.clone(),
        _ => message.plain.clone(),
    };
    let mentions = if layout.words_call() { message.mentions.clone() } else { Vec::new() };
    let html = match layout {
        // The picture carries the mentions.
        Layout::Apart { words_call: false } => without_links(&message.html, &message.mentions),
        _ => message.html.clone(),
    };
    MatrixMessage { plain, html, mentions, picture: None, file: None, ..message.clone() }
}

/// Replaces links to users by their names.
fn without_links(html: &str, users: &[UserId]) -> String {
    let mut html = html.to_owned();
    for user in users {
        let link = format!("<a href=\"{}\">", formatted_text::escaped(&ids::address(&user.0)));
        while let Some((before, rest)) = html.split_once(&link) {
            let Some((name, behind)) = rest.split_once("</a>") else { break };
            html = [before, name, behind].concat();
        }
    }
    html
}

/// The message that is sent if the server refuses a file.
fn without_file(message: MatrixMessage) -> MatrixMessage {
    let plain = message.file.as_ref().map_or_else(String::new, |file| file.otherwise.clone());
    MatrixMessage { plain, file: None, ..message }
}

/// The picture or file of a message as a separate event, which mentions nobody.
pub(crate) fn picture_of(message: &MatrixMessage, place: &ChannelAddress) -> MatrixMessage {
    let (picture, file) = (message.picture.clone(), message.file.clone());
    MatrixMessage { picture, file, thread: place.thread.clone(), ..MatrixMessage::default() }
}
