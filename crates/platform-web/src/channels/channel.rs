//! Data types of channels: who made a channel, whom it lets in, which game a room is for; the list
//! of all channels; and their names and ids.

use std::sync::Arc;

use adoube_bot::{ChannelId, Person, PersonId, forms::FormError};
use adoube_store::StoreError;
use axum::http::StatusCode;

use crate::{
    records::PLATFORM,
    wire::rejection::{RefusalReason, RequestRejection},
};

impl From<ChannelError> for RequestRejection {
    fn from(error: ChannelError) -> Self {
        match error {
            ChannelError::Name => Self(StatusCode::UNPROCESSABLE_ENTITY, RefusalReason::ChannelName),
            ChannelError::Taken => Self(StatusCode::CONFLICT, RefusalReason::ChannelTaken),
            ChannelError::Limit | ChannelError::Full { .. } => {
                Self(StatusCode::CONFLICT, RefusalReason::ChannelLimit)
            }
            ChannelError::OwnLimit => Self(StatusCode::CONFLICT, RefusalReason::ChannelOwnLimit),
            ChannelError::Store(_) | ChannelError::Form(_) => {
                Self::internal(&error, "a channel cannot be made")
            }
        }
    }
}

/// Prefixes of the names of rooms; people cannot choose names that begin so.
pub(crate) const OF_GAME: &str = "game-";
pub(crate) const OF_PEOPLE: &str = "room-";

/// Details of a channel: its maker, and whom it lets in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChannelDetails {
    pub(crate) by: PersonId,
    /// Marks of the networks they came from; `None` if their address is unknown.
    pub(crate) from: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub(crate) at: u64,
    /// The game, if this is the room of one.
    pub(crate) room: Option<GameRoomInfo>,
    /// Whom it lets in, if not everybody.
    pub(crate) private: Option<PrivateAccess>,
}

/// Details of the room of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameRoomInfo {
    /// The channel in which the game was agreed.
    pub(crate) parent: String,
    /// The players; White is first once it is known.
    pub(crate) players: Vec<Person>,
    /// When the game ended, in milliseconds since 1970.
    pub(crate) over_at: Option<u64>,
}

/// The members of a private channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PrivateAccess {
    /// The title chosen by its maker; empty for the room of a game.
    pub(crate) title: String,
    /// The people who may enter, including the maker.
    pub(crate) members: Vec<Person>,
    /// The number of the invite link; a new number makes earlier links invalid.
    pub(crate) link: u64,
}

impl ChannelDetails {
    /// Whether this person is let in; `parent` answers that for the channel whose room this is.
    pub(crate) fn lets_in(&self, person: &PersonId, parent: impl FnOnce(&str) -> bool) -> bool {
        let has = |people: &[Person]| people.iter().any(|one| one.id == *person);
        match (&self.room, &self.private) {
            (Some(room), _) if has(&room.players) => true,
            (_, Some(private)) => has(&private.members),
            (Some(room), None) => parent(&room.parent),
            (None, None) => true,
        }
    }
}

/// A channel in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WebChannel {
    pub(crate) name: String,
    /// `None` for the lobby, which always exists.
    pub(crate) founded: Option<ChannelDetails>,
}

/// All channels, the lobby first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChannelList(pub(crate) Arc<Vec<WebChannel>>);

impl ChannelList {
    pub(crate) fn find(&self, name: &str) -> Option<&WebChannel> {
        self.0.iter().find(|channel| channel.name == name)
    }

    /// Whether a channel lets everybody in.
    pub(crate) fn is_for_everybody(&self, name: &str) -> bool {
        self.lets_in(name, &PersonId(String::new()))
    }

    /// Whether a channel of this name exists for this person.
    pub(crate) fn lets_in(&self, name: &str, person: &PersonId) -> bool {
        self.find(name).is_some_and(|channel| {
            let parent = |name: &str| {
                let founded = self.find(name).map(|parent| parent.founded.as_ref());
                // A room's parent is not a room itself.
                founded
                    .is_some_and(|founded| founded.is_none_or(|founded| founded.lets_in(person, |_| false)))
            };
            channel.founded.as_ref().is_none_or(|founded| founded.lets_in(person, parent))
        })
    }
}

/// The person who makes a channel.
#[derive(Clone, Debug)]
pub(crate) struct ChannelCreator {
    /// The person.
    pub(crate) person: Person,
    /// Marks of the networks they come from.
    pub(crate) from: String,
}

/// Why a channel was not made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChannelError {
    /// The name is not valid for a channel.
    #[error("a channel cannot be called so")]
    Name,
    /// Another channel has this name.
    #[error("there is a channel of that name")]
    Taken,
    /// The limit of channels is reached.
    #[error("there are as many channels as there may be")]
    Limit,
    /// The limit is reached, and one of these channels has to be removed first.
    #[error("another channel has to make way first")]
    Full {
        /// The names, in the order in which they make way.
        instead: Vec<String>,
    },
    /// The person or their address has reached the quota.
    #[error("one person or address has made as many channels as it may")]
    OwnLimit,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record cannot be written or read.
    #[error(transparent)]
    Form(#[from] FormError),
}

/// The name of a game's room.
pub(crate) fn game_room(game: &str) -> String {
    format!("{OF_GAME}{game}")
}

/// Whether a channel of this name is the room of a game that was agreed elsewhere.
pub(crate) fn is_game_room(name: &str) -> bool {
    name.starts_with(OF_GAME)
}

/// The name of a private room, from random bytes.
pub(crate) fn room_name(drawn: &[u8]) -> String {
    drawn.iter().fold(OF_PEOPLE.to_owned(), |name, byte| format!("{name}{byte:02x}"))
}

/// The id of the channel of this name.
pub(crate) fn channel_id(name: &str) -> ChannelId {
    ChannelId(format!("{PLATFORM}:{name}"))
}

/// The name in a channel's id.
pub(crate) fn name_of(channel: &ChannelId) -> &str {
    channel.0.split_once(':').map_or("", |(_, name)| name)
}
