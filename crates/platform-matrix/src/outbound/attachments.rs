//! Queues and sends late attachments: pictures and files that the server did not accept when their
//! text was sent. They are sent as soon as the server accepts them, also after a restart, as an
//! edit of the text or as a separate event. They have lanes (queues) of their own, so that no
//! message waits for them. Not here: sending the text without them (`send_text`).

use std::sync::Arc;

use adoube_bot::{
    ChannelId, DeliveryError, DeliveryReceipt, Notice,
    forms::{self, FormError, FormPart, StoredForm, part},
};
use adoube_matrix_client::{MatrixError, MatrixEventId, MatrixMessage, ReplacedMessage};
use adoube_store::{Key, KeyRange, Record, ScanOrder, Store, StoreError};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{Deserialize, Serialize};

use super::{
    delivery_error::{later, undone},
    layout::{Layout, MessageLayouts},
    presenter::Presenter,
    private_send::SendTarget,
    queued_reply::{QueuedReply, StoredQueuedReply},
    rate_limited_sender::RateLimitedSender,
    reply_queue::ReplyQueue,
    reply_sender::ReplySender,
    send_text::{self, MissingAttachment, PartKey, TextSender},
    unencrypted_consent::UnencryptedConsent,
};
use crate::{
    ids::{ChannelAddress, PLATFORM},
    message::render::RenderedMessage,
    records::{self, PICTURE, TABLE},
};

/// Most attachments that wait in a place; older ones are dropped, as readers want the newest board.
const WAITING: usize = 8;
/// Prefix of attachment lanes.
const LANE: &str = "pictures/";

/// An attachment that is sent after its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PendingAttachment {
    /// Event of the text, if the part has text.
    pub(crate) event: Option<String>,
    /// Index of the part in the message.
    pub(crate) part: usize,
    /// Key of the message, from which transaction ids are derived.
    pub(crate) key: Vec<u8>,
    pub(crate) of: AttachmentOwner,
}

/// The message of an attachment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AttachmentOwner {
    /// An answer to one person.
    Answer(QueuedReply),
    /// A notice for everybody in a channel.
    Notice(ChannelId, Box<Notice>),
}

/// Stored form of a pending attachment.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredAttachment {
    event: Option<String>,
    part: usize,
    key: String,
    of: StoredAttachmentOwner,
}

impl StoredForm for StoredAttachment {
    const KIND: &'static str = "a picture that follows its words on Matrix";
    const VERSION: u64 = 1;
    const PARTS: &'static [FormPart] = &[
        FormPart::of::<StoredQueuedReply>("/of/answer"),
        FormPart::of::<Notice>("/of/answer/what/notice"),
        FormPart::of::<Notice>("/of/notice/notice"),
    ];
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum StoredAttachmentOwner {
    #[serde(with = "part::boxed")]
    Answer(Box<StoredQueuedReply>),
    Notice {
        channel: ChannelId,
        #[serde(with = "part::boxed")]
        notice: Box<Notice>,
    },
}

impl From<&PendingAttachment> for StoredAttachment {
    fn from(following: &PendingAttachment) -> Self {
        let PendingAttachment { event, part, key, of } = following;
        let of = match of {
            AttachmentOwner::Answer(waiting) => StoredAttachmentOwner::Answer(Box::new(waiting.into())),
            AttachmentOwner::Notice(channel, notice) => {
                StoredAttachmentOwner::Notice { channel: channel.clone(), notice: notice.clone() }
            }
        };
        Self { event: event.clone(), part: *part, key: BASE64_STANDARD.encode(key), of }
    }
}

impl From<StoredAttachment> for PendingAttachment {
    fn from(stored: StoredAttachment) -> Self {
        let StoredAttachment { event, part, key, of } = stored;
        let of = match of {
            StoredAttachmentOwner::Answer(waiting) => AttachmentOwner::Answer((*waiting).into()),
            StoredAttachmentOwner::Notice { channel, notice } => AttachmentOwner::Notice(channel, notice),
        };
        // With an undecodable key, a retry is not recognised as one.
        Self { event, part, key: BASE64_STANDARD.decode(key).unwrap_or_default(), of }
    }
}

/// A pending attachment with its key.
#[derive(Clone, Debug)]
pub(crate) struct PendingAttachmentEntry {
    key: Vec<u8>,
    following: Result<PendingAttachment, FormError>,
}

/// The place of an attachment lane.
pub(crate) fn place_of(lane: &ChannelId) -> Option<ChannelAddress> {
    let place = lane.0.strip_prefix(PLATFORM)?.strip_prefix(':')?.strip_prefix(LANE)?;
    ChannelAddress::of(&ChannelId(format!("{PLATFORM}:{place}")))
}

/// The attachment lane of a channel.
pub(crate) fn lane_of(channel: &ChannelId) -> ChannelId {
    let place = channel.0.strip_prefix(PLATFORM).and_then(|place| place.strip_prefix(':'));
    ChannelId(format!("{PLATFORM}:{LANE}{}", place.unwrap_or_default()))
}

/// Attachments that wait for a place, oldest first.
pub(crate) async fn waiting(
    store: &dyn Store,
    place: &ChannelAddress,
    limit: usize,
) -> Result<Vec<PendingAttachmentEntry>, StoreError> {
    let range = KeyRange::prefix(line(place));
    let rows = store.scan(TABLE, range, ScanOrder::Ascending, limit).await?;
    let entry = |(key, record): (Vec<u8>, Record)| {
        let following = forms::read::<StoredAttachment>(&record.value).map(PendingAttachment::from);
        PendingAttachmentEntry { key, following }
    };
    Ok(rows.into_iter().map(entry).collect())
}

fn line(place: &ChannelAddress) -> Key {
    records::key(PICTURE).text(&place.channel().0)
}

/// Sender of late attachments.
pub(crate) struct Attachments {
    pub(super) store: Arc<dyn Store>,
    pub(super) queue: Arc<ReplyQueue>,
    pub(super) replies: Arc<ReplySender>,
    pub(super) consent: Arc<UnencryptedConsent>,
    pub(super) layouts: Arc<MessageLayouts>,
    pub(super) sender: Arc<RateLimitedSender>,
    pub(super) texts: Arc<TextSender>,
    pub(super) presenter: Arc<Presenter>,
}

impl Attachments {
    /// Extends the receipt of a message by its missing attachments: the writes, and the wake-up of
    /// their lane.
    pub(crate) async fn follow(
        &self,
        done: DeliveryReceipt,
        place: &ChannelAddress,
        lacking: Vec<MissingAttachment>,
        (key, of): (&[u8], AttachmentOwner),
    ) -> Result<DeliveryReceipt, StoreError> {
        if lacking.is_empty() {
            return Ok(done);
        }
        let mut done = done;
        let before = waiting(&*self.store, place, 2 * WAITING).await?;
        let surplus = (before.len() + lacking.len()).saturating_sub(WAITING);
        done.writes.extend(before.into_iter().take(surplus).map(|entry| records::delete(entry.key)));
        for MissingAttachment { event, part } in lacking {
            let following = PendingAttachment {
                event: event.map(|event| event.0),
                part,
                key: key.to_vec(),
                of: of.clone(),
            };
            match forms::write(&StoredAttachment::from(&following)) {
                Ok(value) => {
                    done.writes.push(records::put(line(place).number(self.queue.stamp()), value));
                }
                Err(error) => tracing::error!(%error, "a picture does not follow its words"),
            }
        }
        let (replies, lane) = (Arc::clone(&self.replies), lane_of(&place.channel()));
        Ok(done.then(async move || replies.wake(lane)))
    }

    /// Sends a pending attachment.
    pub(crate) async fn show(
        &self,
        lane: &ChannelId,
        entry: &PendingAttachmentEntry,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let gone = || DeliveryReceipt::writing(vec![records::delete(entry.key.clone())]);
        let following = match &entry.following {
            Ok(following) => following,
            Err(error @ FormError::Newer { .. }) => {
                return Err(DeliveryError::Retry { reason: error.to_string(), after: None });
            }
            Err(error) => {
                tracing::error!(%error, key = %entry.key.escape_ascii(), "a picture is not shown");
                return Ok(gone());
            }
        };
        let Some(place) = place_of(lane) else { return Ok(gone()) };
        let place = match &following.of {
            AttachmentOwner::Answer(waiting) => waiting.said_in(&place),
            AttachmentOwner::Notice(..) => place,
        };
        let Some(body) = self.body_of(&place, &following.of).await? else { return Ok(gone()) };
        let Some(part) = body.parts.get(following.part) else { return Ok(gone()) };
        let message = match (self.layouts.layout(&place).await.map_err(undone)?, &following.event) {
            (Layout::Replacement, Some(words)) => {
                // The text has mentioned people already.
                let replaces =
                    ReplacedMessage { event: MatrixEventId(words.clone()), called: part.mentions.clone() };
                let thread = place.thread.clone();
                MatrixMessage { thread, replaces: Some(replaces), ..part.clone() }
            }
            _ => send_text::picture_of(part, &place),
        };
        // A newer attachment may have taken its place while this one was drawn.
        if self.store.get(TABLE, &entry.key).await?.is_none() {
            return Ok(gone());
        }
        let transaction = PartKey { key: &following.key, part: following.part }.change();
        let way = match &following.of {
            AttachmentOwner::Answer(waiting) => SendTarget::of(&place, waiting),
            AttachmentOwner::Notice(..) => SendTarget::open(&place),
        };
        let shown = match self.sender.upload(way, &message, &transaction).await {
            Ok(()) => self.sender.send(way, message, (&following.key, transaction)).await.map(drop),
            Err(failure) => Err(failure),
        };
        if let Err(failure) = shown {
            let failure: MatrixError = later(failure)?;
            tracing::error!(%failure, room = %place.room.0, "a picture is not shown");
            if let (MatrixError::MessageBlocked(_), Some(words)) = (&failure, &following.event) {
                let key = PartKey { key: &following.key, part: following.part };
                let change = MatrixMessage {
                    thread: place.thread.clone(),
                    replaces: Some(ReplacedMessage {
                        event: MatrixEventId(words.clone()),
                        called: part.mentions.clone(),
                    }),
                    ..part.clone()
                };
                self.texts
                    .change_to_letters(way, key, change, body.letters.as_ref())
                    .await
                    .or_else(|failure| later(failure).map(drop))?;
            }
        }
        Ok(gone())
    }

    /// Renders the message again; `None` if other people could now read a private one.
    async fn body_of(
        &self,
        place: &ChannelAddress,
        of: &AttachmentOwner,
    ) -> Result<Option<RenderedMessage>, DeliveryError> {
        Ok(match of {
            AttachmentOwner::Notice(channel, notice) => {
                let (message, language) = self.presenter.present_for_all(channel, notice).await;
                Some(self.presenter.render_for_all(place, notice, (&message, language)).await)
            }
            AttachmentOwner::Answer(waiting) => {
                let is_unseen = !waiting.secret
                    || self.consent.is_private_now(place, &waiting.person).await.map_err(undone)?;
                if is_unseen { Some(self.presenter.render_reply(place, waiting).await.0) } else { None }
            }
        })
    }
}
