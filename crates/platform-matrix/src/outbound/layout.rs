//! Decides the layout of a message: how its words and its picture are split into events, by the
//! kind of room.
//!
//! In encrypted rooms and in rooms of two, words and picture are one event: servers see no mentions
//! in encrypted rooms, and a room of two has nobody else to notify. In plain rooms of many the
//! words go first as a notice, which notifies nobody. Then the picture replaces them, which
//! notifies only the mentioned people (`docs/platforms/matrix.md`), or follows as a separate event
//! where moderators or the operator chose that.

use std::sync::Arc;

use adoube_bot::Bot;
use adoube_matrix_client::{MatrixApi, MatrixError};

use crate::{ids::ChannelAddress, settings::MatrixSettings, state::room_cache::RoomCache};

/// How the words and the picture of a message are split into events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// One event with words and picture.
    OneEvent,
    /// Two events: the words, then the picture.
    Apart {
        /// Whether the words mention people; otherwise the picture does.
        words_call: bool,
    },
    /// Words, which the picture replaces.
    Replacement,
}

impl Layout {
    /// Whether the words mention people.
    pub(super) fn words_call(self) -> bool {
        matches!(self, Self::OneEvent | Self::Apart { words_call: true })
    }
}

/// Chooses the layout of each room.
pub(crate) struct MessageLayouts {
    bot: Bot,
    rooms: Arc<RoomCache>,
    link: Arc<dyn MatrixApi>,
    settings: Arc<MatrixSettings>,
}

impl MessageLayouts {
    pub(crate) fn new(
        bot: Bot,
        rooms: Arc<RoomCache>,
        link: Arc<dyn MatrixApi>,
        settings: Arc<MatrixSettings>,
    ) -> Self {
        Self { bot, rooms, link, settings }
    }

    /// The layout of messages in a place. Fails while it is unknown whether the room is encrypted,
    /// so that nothing is sent unencrypted by mistake.
    pub(crate) async fn layout(&self, place: &ChannelAddress) -> Result<Layout, MatrixError> {
        let state = self.rooms.get(&place.room).await;
        let is_encrypted = match &state {
            Ok(state) => state.encrypted,
            // Perhaps only the list of members is unavailable.
            Err(_) => self.link.is_encrypted(&place.room).await?,
        };
        let is_of_two = state.is_ok_and(|state| state.people() <= 1);
        let words_call = is_encrypted || is_of_two;
        Ok(match (words_call, self.are_captions_apart(place).await) {
            (words_call, true) => Layout::Apart { words_call },
            (true, false) => Layout::OneEvent,
            (false, false) => Layout::Replacement,
        })
    }

    /// Whether the operator or the room's moderators chose separate words and pictures.
    async fn are_captions_apart(&self, place: &ChannelAddress) -> bool {
        if self.settings.captions_apart.contains(&place.room.0) {
            return true;
        }
        let chosen = self.bot.has_pictures_apart(&place.settings()).await;
        let chosen = chosen.inspect_err(|error| tracing::error!(%error, "settings of a room cannot be read"));
        chosen.unwrap_or(false)
    }
}
