//! Channels as records: who made a channel, whom it lets in, the list of all channels, and their names and ids.

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

/// What the names of rooms begin with, which nobody can choose.
pub(crate) const OF_GAME: &str = "game-";
pub(crate) const OF_PEOPLE: &str = "room-";

/// Who made a channel, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChannelDetails {
    pub(crate) by: PersonId,
    /// Marks of the networks they came from; none where no address was seen.
    pub(crate) from: Option<String>,
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
    /// The game whose room it is.
    pub(crate) room: Option<GameRoomInfo>,
    /// Whom it lets in, when not everybody.
    pub(crate) private: Option<PrivateAccess>,
}

/// A room of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameRoomInfo {
    /// The channel in which the game was agreed.
    pub(crate) parent: String,
    /// Who plays: White first, once it is known.
    pub(crate) players: Vec<Person>,
    /// When the game was over, in milliseconds since 1970.
    pub(crate) over_at: Option<u64>,
}

/// Whom a channel lets in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PrivateAccess {
    /// What its maker calls it; nothing for the room of a game.
    pub(crate) title: String,
    /// Who may come in, its maker too.
    pub(crate) members: Vec<Person>,
    /// The number of the link that invites; another one makes the links before it worthless.
    pub(crate) link: u64,
}

impl ChannelDetails {
    /// Whether this person is let in; `parent` says so of the channel that this is a room of.
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

/// A channel there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WebChannel {
    pub(crate) name: String,
    /// Nothing for the one that is always there.
    pub(crate) founded: Option<ChannelDetails>,
}

/// All channels there are, the lobby first.
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

    /// Whether there is a channel of this name, for this person.
    pub(crate) fn lets_in(&self, name: &str, person: &PersonId) -> bool {
        self.find(name).is_some_and(|channel| {
            let parent = |name: &str| {
                let founded = self.find(name).map(|parent| parent.founded.as_ref());
                // Rooms have no rooms.
                founded
                    .is_some_and(|founded| founded.is_none_or(|founded| founded.lets_in(person, |_| false)))
            };
            channel.founded.as_ref().is_none_or(|founded| founded.lets_in(person, parent))
        })
    }
}

/// Who wants to make a channel.
#[derive(Clone, Debug)]
pub(crate) struct ChannelCreator {
    /// The person.
    pub(crate) person: Person,
    /// Marks of the networks they come from.
    pub(crate) from: String,
}

/// Why there is no new channel.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChannelError {
    /// No channel can be called so.
    #[error("a channel cannot be called so")]
    Name,
    /// There is one of that name.
    #[error("there is a channel of that name")]
    Taken,
    /// There are as many as there may be.
    #[error("there are as many channels as there may be")]
    Limit,
    /// There are as many as there may be, and one of these has to make way first: the names, in the order in which they do.
    #[error("another channel has to make way first")]
    Full {
        /// Those that may.
        instead: Vec<String>,
    },
    /// There are as many of one person, or from one address, as there may be.
    #[error("one person or address has made as many channels as it may")]
    OwnLimit,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record cannot be written or read.
    #[error(transparent)]
    Form(#[from] FormError),
}

/// The name of the room of a game.
pub(crate) fn game_room(game: &str) -> String {
    format!("{OF_GAME}{game}")
}

/// Whether a channel of this name is the room of a game that was agreed elsewhere.
pub(crate) fn is_game_room(name: &str) -> bool {
    name.starts_with(OF_GAME)
}

/// The name of a room that is not for everybody, from what was drawn for it.
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
