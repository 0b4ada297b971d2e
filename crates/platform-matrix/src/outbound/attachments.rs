//! Pictures and files that the server did not take when their words were said: they follow as soon as it does, also after a
//! restart, in the place of its words or as an event of its own. They wait in lanes of their own, so that nothing said waits for them. Not here:
//! how words are said without them (`saying`), and how they are kept (`records`).

use adoube_bot::{
    ChannelId, DeliveryError, DeliveryReceipt, Notice,
    forms::{self, FormError},
};
use adoube_matrix_client::{MatrixError, MatrixEventId, MatrixMessage, ReplacedMessage};
use adoube_store::{BatchWrite, Key, KeyRange, Record, ScanOrder, Store, StoreError};

use crate::{
    MatrixPlatform, PLATFORM,
    ids::ChannelAddress,
    message::render::RenderedMessage,
    outbound::private_send::SendTarget,
    outbound::reply_queue::QueuedReply,
    outbound::send_text::{self, Layout, MissingAttachment, PartKey},
    outbound::transport::{later, undone},
    records::{self, PICTURE, StoredAttachment, TABLE},
};

/// How many may wait for one place; who comes back after so many wants to see the newest.
const WAITING: usize = 8;
/// What the lanes of pictures begin with.
const LANE: &str = "pictures/";

/// A picture or a file that follows its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PendingAttachment {
    /// The words, if there are any.
    pub(crate) event: Option<String>,
    /// Its place among the parts of the message.
    pub(crate) part: usize,
    /// What tells a repetition of the message.
    pub(crate) key: Vec<u8>,
    pub(crate) of: AttachmentOwner,
}

/// What it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AttachmentOwner {
    /// An answer to one person.
    Answer(QueuedReply),
    /// Something said to everybody in a channel.
    Notice(ChannelId, Box<Notice>),
}

/// One that waits, with its key.
#[derive(Clone, Debug)]
pub struct PendingAttachmentEntry {
    key: Vec<u8>,
    following: Result<PendingAttachment, FormError>,
}

/// The place in whose messages a lane shows pictures.
pub(crate) fn place_of(lane: &ChannelId) -> Option<ChannelAddress> {
    let place = lane.0.strip_prefix(PLATFORM)?.strip_prefix(':')?.strip_prefix(LANE)?;
    ChannelAddress::of(&ChannelId(format!("{PLATFORM}:{place}")))
}

/// The lane in which pictures wait for a place.
pub(crate) fn lane_of(channel: &ChannelId) -> ChannelId {
    let place = channel.0.strip_prefix(PLATFORM).and_then(|place| place.strip_prefix(':'));
    ChannelId(format!("{PLATFORM}:{LANE}{}", place.unwrap_or_default()))
}

/// What waits for a place, oldest first.
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

fn delete(key: Vec<u8>) -> BatchWrite {
    BatchWrite::Delete { table: TABLE, key }
}

impl MatrixPlatform {
    /// What is written and done when a message was said without what it shows.
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
        done.writes.extend(before.into_iter().take(surplus).map(|entry| delete(entry.key)));
        for MissingAttachment { event, part } in lacking {
            let following = PendingAttachment {
                event: event.map(|event| event.0),
                part,
                key: key.to_vec(),
                of: of.clone(),
            };
            match forms::write(&StoredAttachment::from(&following)) {
                Ok(value) => {
                    let key = line(place).number(self.queue.stamp()).into();
                    done.writes.push(BatchWrite::Put { table: TABLE, key, value });
                }
                Err(error) => tracing::error!(%error, "a picture does not follow its words"),
            }
        }
        let (outbox, lane) = (self.outbox.clone(), lane_of(&place.channel()));
        Ok(done.then(async move || outbox.found(lane)))
    }

    /// Shows what waits.
    pub(crate) async fn show(
        &self,
        lane: &ChannelId,
        entry: &PendingAttachmentEntry,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let gone = || DeliveryReceipt::writing(vec![delete(entry.key.clone())]);
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
        let message = match (self.layout(&place).await.map_err(undone)?, &following.event) {
            (Layout::Replacement, Some(words)) => {
                // Whoever is called was called by the words.
                let replaces =
                    ReplacedMessage { event: MatrixEventId(words.clone()), called: part.mentions.clone() };
                let thread = place.thread.clone();
                MatrixMessage { thread, replaces: Some(replaces), ..part.clone() }
            }
            _ => send_text::picture_of(part, &place),
        };
        let transaction = PartKey { key: &following.key, part: following.part }.change();
        let way = match &following.of {
            AttachmentOwner::Answer(waiting) => SendTarget::of(&place, waiting),
            AttachmentOwner::Notice(..) => SendTarget::open(&place),
        };
        let shown = match self.upload(way, &message, &transaction).await {
            Ok(()) => self.send(way, message, (&following.key, transaction)).await.map(drop),
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
                self.change_to_letters(way, key, change, body.letters.as_ref())
                    .await
                    .or_else(|failure| later(failure).map(drop))?;
            }
        }
        Ok(gone())
    }

    /// The message once more; nothing where others would see what is for one person.
    async fn body_of(
        &self,
        place: &ChannelAddress,
        of: &AttachmentOwner,
    ) -> Result<Option<RenderedMessage>, DeliveryError> {
        Ok(match of {
            AttachmentOwner::Notice(channel, notice) => {
                let (message, language) = self.for_all(channel, notice).await;
                Some(self.body_for_all(place, notice, (&message, language)).await)
            }
            AttachmentOwner::Answer(waiting) => {
                let is_unseen =
                    !waiting.secret || self.is_private_now(place, &waiting.person).await.map_err(undone)?;
                if is_unseen { Some(self.answer_body(place, waiting).await.0) } else { None }
            }
        })
    }
}
