//! Layout of a message: how its words and its picture are split into events, by the kind of room.
//!
//! In encrypted rooms and in rooms of two, words and picture are one event: servers see no mentions
//! in encrypted rooms, and in a room of two nobody else can be notified. In plain rooms of many the
//! words go first as a notice, which notifies nobody; then the picture replaces them, which
//! notifies only those it mentions (`docs/platforms/matrix.md`), or follows as an event of its own
//! where that is chosen.

use std::{collections::BTreeSet, sync::Arc};

use adoube_bot::Bot;
use adoube_matrix_client::{MatrixApi, MatrixError};

use crate::{ids::ChannelAddress, state::room_cache::RoomCache};

/// How the words and the picture of a message are split into events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// One event with both.
    OneEvent,
    /// Two events.
    Apart {
        /// Whether the words mention those who are called; otherwise the picture does.
        words_call: bool,
    },
    /// Words, which the picture replaces.
    Replacement,
}

impl Layout {
    /// Whether the words mention those who are called.
    pub(super) fn words_call(self) -> bool {
        matches!(self, Self::OneEvent | Self::Apart { words_call: true })
    }
}

/// Chooses the layout of each room.
pub(crate) struct MessageLayouts {
    bot: Bot,
    rooms: Arc<RoomCache>,
    link: Arc<dyn MatrixApi>,
    /// Rooms in which the operator wants words and pictures apart.
    captions_apart: BTreeSet<String>,
}

impl MessageLayouts {
    pub(crate) fn new(
        bot: Bot,
        rooms: Arc<RoomCache>,
        link: Arc<dyn MatrixApi>,
        captions_apart: BTreeSet<String>,
    ) -> Self {
        Self { bot, rooms, link, captions_apart }
    }

    /// How messages are split into events in a place. Where it is not known now whether a room is
    /// encrypted, nothing is said until it is.
    pub(crate) async fn layout(&self, place: &ChannelAddress) -> Result<Layout, MatrixError> {
        let state = self.rooms.get(&place.room).await;
        let is_encrypted = match &state {
            Ok(state) => state.encrypted,
            // Perhaps it is only not told who is there.
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

    /// Whether words and pictures are events of their own, as the operator or the moderators of a
    /// room have chosen.
    async fn are_captions_apart(&self, place: &ChannelAddress) -> bool {
        if self.captions_apart.contains(&place.room.0) {
            return true;
        }
        let chosen = self.bot.has_pictures_apart(&place.settings()).await;
        let chosen = chosen.inspect_err(|error| tracing::error!(%error, "settings of a room cannot be read"));
        chosen.unwrap_or(false)
    }
}
