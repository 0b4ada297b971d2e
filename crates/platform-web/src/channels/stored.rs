//! Stored forms (JSON) of channels, of channels being removed, of invite links, and of the version
//! of the channel list.

use adoube_bot::{Person, PersonId, forms::StoredForm};

use serde::{Deserialize, Serialize};

use crate::{
    channels::{
        channel::{ChannelDetails, GameRoomInfo, PrivateAccess},
        invite::{InviteDestination, InviteTarget},
    },
    records::StoredPerson,
};

/// Details of a channel.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredChannelInfo {
    by: PersonId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(default)]
    at: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    room: Option<StoredRoom>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    private: Option<StoredPrivate>,
}

/// Details of the room of a game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredRoom {
    parent: String,
    players: Vec<StoredPerson>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    over_at: Option<u64>,
}

/// Members of a private channel.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredPrivate {
    title: String,
    members: Vec<StoredPerson>,
    link: u64,
}

/// Marker of a channel in removal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredChannelRemoval {
    /// Since when, in milliseconds since 1970.
    pub(crate) at: u64,
}

/// An invite link.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredInvite {
    by: PersonId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    channel: String,
    until: u64,
    to: StoredInviteDestination,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum StoredInviteDestination {
    Seat {
        accept: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        taken_by: Option<PersonId>,
        #[serde(default, skip_serializing_if = "is_not")]
        seated: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<u64>,
    },
    Room {
        link: u64,
    },
}

// The signature that serde expects.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_not(flag: &bool) -> bool {
    !flag
}

impl StoredForm for StoredChannelInfo {
    const KIND: &'static str = "who made a channel of the web chat";
    const VERSION: u64 = 2;
}

impl StoredForm for StoredChannelRemoval {
    const KIND: &'static str = "that a channel of the web chat is no more";
    const VERSION: u64 = 1;
}

impl StoredForm for StoredInvite {
    const KIND: &'static str = "what a link of the web chat leads to";
    const VERSION: u64 = 1;
}

impl From<&ChannelDetails> for StoredChannelInfo {
    fn from(founded: &ChannelDetails) -> Self {
        let ChannelDetails { by, from, at, room, private } = founded;
        let (room, private) =
            (room.as_ref().map(StoredRoom::from), private.as_ref().map(StoredPrivate::from));
        Self { by: by.clone(), from: from.clone(), at: *at, room, private }
    }
}

impl From<StoredChannelInfo> for ChannelDetails {
    fn from(stored: StoredChannelInfo) -> Self {
        let StoredChannelInfo { by, from, at, room, private } = stored;
        Self { by, from, at, room: room.map(GameRoomInfo::from), private: private.map(PrivateAccess::from) }
    }
}

impl From<&GameRoomInfo> for StoredRoom {
    fn from(room: &GameRoomInfo) -> Self {
        let GameRoomInfo { parent, players, over_at } = room;
        let players = players.iter().map(StoredPerson::from).collect();
        Self { parent: parent.clone(), players, over_at: *over_at }
    }
}

impl From<StoredRoom> for GameRoomInfo {
    fn from(stored: StoredRoom) -> Self {
        let StoredRoom { parent, players, over_at } = stored;
        Self { parent, players: players.into_iter().map(Person::from).collect(), over_at }
    }
}

impl From<&PrivateAccess> for StoredPrivate {
    fn from(private: &PrivateAccess) -> Self {
        let PrivateAccess { title, members, link } = private;
        let members = members.iter().map(StoredPerson::from).collect();
        Self { title: title.clone(), members, link: *link }
    }
}

impl From<StoredPrivate> for PrivateAccess {
    fn from(stored: StoredPrivate) -> Self {
        let StoredPrivate { title, members, link } = stored;
        Self { title, members: members.into_iter().map(Person::from).collect(), link }
    }
}

impl From<&InviteTarget> for StoredInvite {
    fn from(invite: &InviteTarget) -> Self {
        let InviteTarget { by, from, channel, until, to } = invite;
        let to = match to {
            InviteDestination::Seat { accept, taken_by, is_seated, link } => StoredInviteDestination::Seat {
                accept: accept.clone(),
                taken_by: taken_by.clone(),
                seated: *is_seated,
                link: *link,
            },
            InviteDestination::Room { link } => StoredInviteDestination::Room { link: *link },
        };
        Self { by: by.clone(), from: from.clone(), channel: channel.clone(), until: *until, to }
    }
}

impl From<StoredInvite> for InviteTarget {
    fn from(stored: StoredInvite) -> Self {
        let StoredInvite { by, from, channel, until, to } = stored;
        let to = match to {
            StoredInviteDestination::Seat { accept, taken_by, seated, link } => {
                InviteDestination::Seat { accept, taken_by, is_seated: seated, link }
            }
            StoredInviteDestination::Room { link } => InviteDestination::Room { link },
        };
        Self { by, from, channel, until, to }
    }
}

/// The version row of the channel list; only its version matters.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredListVersion {}

impl StoredForm for StoredListVersion {
    const KIND: &'static str = "that the channels of the web chat have changed";
    const VERSION: u64 = 1;
}
