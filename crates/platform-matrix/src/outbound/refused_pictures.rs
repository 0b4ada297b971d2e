//! Handles pictures that a policy server or a spam checker refuses although the bot may write in
//! the room: the board is sent in letters instead, and for a while no other picture is tried there.
//! The room is told once. Not here: splitting a message into events (`send_text`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use adoube_bot::{Clock, forms};
use adoube_matrix_client::{MatrixMessage, RoomId};
use adoube_store::{Store, StoreError};

use super::{
    queued_reply::{QueuedReply, ReplyContent},
    reply_sender::ReplySender,
};
use crate::{
    ids::{self, ChannelAddress},
    message::{formatted_text::FormattedText, platform_text::MatrixSentence},
    records::{self, SCREENED, StoredMark, TABLE},
    state::languages::Languages,
};

/// Time without pictures after a room refused one: spam checkers punish immediate retries.
const RETRY_AFTER: Duration = Duration::from_secs(60 * 60);
/// Rooms that are remembered.
const MAX_ROOMS: usize = 1000;

/// Rooms that refused a picture, with the time of the refusal.
#[derive(Default)]
struct ScreenedRooms(Mutex<HashMap<RoomId, Duration>>);

impl ScreenedRooms {
    fn note(&self, room: &RoomId, now: Duration) {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        let mut rooms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.retain(|_, since| now.saturating_sub(*since) < RETRY_AFTER);
        if rooms.len() < MAX_ROOMS {
            rooms.insert(room.clone(), now);
        }
    }

    fn has(&self, room: &RoomId, now: Duration) -> bool {
        let rooms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.get(room).is_some_and(|since| now.saturating_sub(*since) < RETRY_AFTER)
    }
}

/// Memory of refused pictures, which also tells rooms about them.
pub(crate) struct RefusedPictures {
    rooms: ScreenedRooms,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    languages: Arc<Languages>,
    replies: Arc<ReplySender>,
}

impl RefusedPictures {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        languages: Arc<Languages>,
        replies: Arc<ReplySender>,
    ) -> Self {
        Self { rooms: ScreenedRooms::default(), store, clock, languages, replies }
    }

    /// Whether no picture is sent to a room for now.
    pub(crate) fn refuses_pictures(&self, room: &RoomId) -> bool {
        self.rooms.has(room, self.clock.monotonic())
    }

    /// Called when a room refused a picture and accepted the text: sends no picture for a while,
    /// and tells the room once.
    pub(crate) async fn note_refused_picture(&self, place: &ChannelAddress) -> Result<(), StoreError> {
        let room = &place.room;
        tracing::warn!(room = %room.0, "pictures are not let through there; boards are shown in letters");
        self.rooms.note(room, self.clock.monotonic());
        let key = records::key(SCREENED).text(&room.0);
        if self.store.get(TABLE, key.as_ref()).await?.is_some() {
            return Ok(());
        }
        let Some(value) = forms::write(&StoredMark {}).ok() else { return Ok(()) };
        let mark = records::put(key, value);
        let channel = place.channel();
        let everybody = (ids::everybody(), self.languages.spoken_in(&channel).await?);
        let transaction = ids::transaction(&[b"pictures refused", room.0.as_bytes()]).0;
        let what = ReplyContent::Sentence(MatrixSentence::PicturesRefused, None);
        let waiting = QueuedReply::new(channel.clone(), everybody, what, transaction);
        self.replies.enqueue(channel, &waiting, vec![mark]).await
    }
}

/// A message with the board in letters instead of its picture.
pub(crate) fn in_letters(message: &MatrixMessage, letters: Option<&FormattedText>) -> MatrixMessage {
    let mut words = FormattedText { plain: message.plain.clone(), html: message.html.clone() };
    if let Some(letters) = letters.filter(|_| message.picture.is_some()) {
        words.push(letters);
    }
    MatrixMessage { plain: words.plain, html: words.html, picture: None, file: None, ..message.clone() }
}
