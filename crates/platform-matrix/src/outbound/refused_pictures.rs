//! Messages that a policy server or a spam checker does not let through although the bot may write in the room. A picture is
//! said in words with the board in letters instead, and for a while no other picture is tried there; the room is told once. A
//! place for a game is lost by membership and power levels alone (`places`). Not here: how a message is split (`saying`).

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use adoube_bot::{Notice, PersonId, Viewer, forms};
use adoube_matrix_client::{MatrixError, MatrixMessage, RoomId};
use adoube_store::{BatchWrite, StoreError};

use crate::{
    MatrixPlatform, PLATFORM,
    ids::{self, ChannelAddress},
    message::formatted_text::FormattedText,
    message::platform_text::MatrixSentence,
    outbound::reply_queue::{QueuedReply, ReplyContent},
    records::{self, SCREENED, StoredMark, TABLE},
};

/// How long no picture is sent to a room that has refused one: checkers punish those that try again at once.
const RETRY_AFTER: Duration = Duration::from_secs(60 * 60);
/// How many rooms are remembered.
const MAX_ROOMS: usize = 1000;

/// The rooms that have refused a picture, and when.
#[derive(Default)]
pub(crate) struct ScreenedRooms(Mutex<HashMap<RoomId, Duration>>);

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

impl MatrixPlatform {
    /// Whether pictures are not tried in a room for now.
    pub(crate) fn refuses_pictures(&self, room: &RoomId) -> bool {
        self.screened.has(room, self.clock.monotonic())
    }

    /// What a refusal means: about the room where the bot is not there or may not write, otherwise about the message.
    pub(crate) async fn refusal(&self, room: &RoomId, reason: String) -> MatrixError {
        self.rooms.forget(room);
        match self.rooms.get(room).await {
            Ok(state) if state.may_send => MatrixError::MessageBlocked(reason),
            Ok(_) | Err(MatrixError::NotFound(_) | MatrixError::Forbidden(_)) => {
                MatrixError::Forbidden(reason)
            }
            Err(failure) => MatrixError::Transient { reason: failure.to_string(), after: None },
        }
    }

    /// The board of a notice in letters, where it has a picture.
    pub(crate) fn letters(
        &self,
        notice: &Notice,
        viewer: &Viewer,
        has_picture: bool,
    ) -> Option<FormattedText> {
        let letters = has_picture.then(|| self.service.board_in_letters(notice, viewer)).flatten();
        letters.map(|letters| FormattedText::code(&letters))
    }

    /// A room has refused a picture and taken its words: no other one is tried for a while, and the room is told once.
    pub(crate) async fn note_refused_picture(&self, place: &ChannelAddress) -> Result<(), StoreError> {
        let room = &place.room;
        tracing::warn!(room = %room.0, "pictures are not let through there; boards are shown in letters");
        self.screened.note(room, self.clock.monotonic());
        let key = records::key(SCREENED).text(&room.0);
        if self.store.get(TABLE, key.as_ref()).await?.is_some() {
            return Ok(());
        }
        let Some(value) = forms::write(&StoredMark {}).ok() else { return Ok(()) };
        let mark = BatchWrite::Put { table: TABLE, key: key.into(), value };
        let channel = place.channel();
        let spoken = self.people.spoken_in(&channel).await?;
        let language = spoken.map_or(self.settings.language, |spoken| spoken.language);
        let everybody = (PersonId(format!("{PLATFORM}:")), language);
        let transaction = ids::transaction(&[b"pictures refused", room.0.as_bytes()]).0;
        let what = ReplyContent::Sentence(MatrixSentence::PicturesRefused, None);
        let waiting = QueuedReply::new(channel.clone(), everybody, what, transaction);
        self.enqueue(channel, &waiting, vec![mark]).await
    }
}

/// The words of a message with the board in letters instead of its picture.
pub(crate) fn in_letters(message: &MatrixMessage, letters: Option<&FormattedText>) -> MatrixMessage {
    let mut words = FormattedText { plain: message.plain.clone(), html: message.html.clone() };
    if let Some(letters) = letters.filter(|_| message.picture.is_some()) {
        words.push(letters);
    }
    MatrixMessage { plain: words.plain, html: words.html, picture: None, file: None, ..message.clone() }
}
