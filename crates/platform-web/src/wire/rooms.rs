//! JSON of rooms, their members, invite links and the start form of a game, as page and server
//! exchange it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::wire::{person::PersonJson, seat::BrowserSeat};

/// A channel with details: the room of a game, or a private room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the page's JSON")]
pub(crate) struct RoomJson {
    /// The channel's name.
    pub(crate) name: String,
    /// The channel under which it is listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) parent: Option<String>,
    /// Its title, chosen by its maker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    /// The players.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) players: Vec<String>,
    /// Whether the reader plays there.
    pub(crate) yours: bool,
    /// Whether the computer is the opponent. If the room has no other members, the page takes the
    /// player there at once.
    pub(crate) solo: bool,
    /// Whether only members are let in.
    pub(crate) private: bool,
    /// Whether the reader decides about its members.
    pub(crate) made: bool,
    /// Whether its game has ended.
    pub(crate) over: bool,
}

/// The link of a message to a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct RoomLinkJson {
    /// The room's name.
    pub(crate) name: String,
    /// The game and its players.
    pub(crate) title: String,
    /// Whether the reader plays there.
    pub(crate) yours: bool,
}

/// The request for a new channel.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewChannelInput {
    /// The seat of the tab.
    pub(crate) seat: BrowserSeat,
    /// The channel's name.
    pub(crate) name: String,
    /// Whether only invited people are let in.
    #[serde(default)]
    pub(crate) private: bool,
}

/// The members of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct MembersJson {
    /// All members, the room's maker first.
    pub(crate) members: Vec<PersonJson>,
    /// Whether the reader decides about members.
    pub(crate) made: bool,
    /// The invite link into the room; only its maker gets it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) link: Option<String>,
}

/// A change to the members of a room.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MembersInput {
    /// The seat of the tab.
    pub(crate) seat: BrowserSeat,
    /// The name of the member to remove; a member who names themselves leaves.
    pub(crate) without: Option<String>,
    /// Whether a new invite link replaces the present one.
    #[serde(default)]
    pub(crate) relink: bool,
}

/// The request for an invite link to the free seat of the reader's open challenge.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InviteInput {
    /// The seat of the tab.
    pub(crate) seat: BrowserSeat,
    /// The channel of the challenge.
    pub(crate) channel: String,
}

/// An invite link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct InviteLinkJson {
    /// The address without the host.
    pub(crate) href: String,
}

/// Result of an opened invite link: where the person was let in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct InviteSeatJson {
    /// The channel's name.
    pub(crate) channel: String,
    /// Whether the link led to a seat in a game, not only into a room.
    pub(crate) plays: bool,
}

/// One field of the start form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct StartFieldJson {
    /// The option's key.
    pub(crate) key: &'static str,
    /// Its label.
    pub(crate) label: String,
    /// One line that explains the value.
    pub(crate) hint: String,
    /// The kind of field.
    pub(crate) kind: StartFieldKind,
    /// The words to choose from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) words: Vec<StartFieldWord>,
    /// The word that an empty field stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) default: Option<&'static str>,
    /// The games that have this option; empty if all have it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) only_with: Vec<&'static str>,
    /// Whether a set-up can have it too.
    pub(crate) in_setup: bool,
}

/// The kind of form field for an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StartFieldKind {
    /// A person.
    Person,
    /// A game.
    Game,
    /// One of a few words.
    Choice,
    /// One of two words; the first means "on".
    Switch,
    /// A whole number.
    Number,
    /// Text, with the field's words as suggestions.
    Text,
}

/// A word to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct StartFieldWord {
    /// The word in the request.
    pub(crate) word: String,
    /// The word on the page.
    pub(crate) label: String,
}

/// The start form of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct StartForm {
    /// Its fields, in order.
    pub(crate) fields: Vec<StartFieldJson>,
    /// The computer's levels; `None` where it does not play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) levels: Option<Levels>,
}

/// The computer's levels, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Levels {
    /// The level used when none is chosen.
    pub(crate) usual: u8,
    /// The strongest level.
    pub(crate) most: u8,
}

/// The completed start form.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StartFormInput {
    /// The seat of the tab.
    pub(crate) seat: BrowserSeat,
    /// The page's id of this event.
    pub(crate) id: String,
    /// The channel's name.
    pub(crate) channel: String,
    /// Whether the pieces are set up first.
    #[serde(default)]
    pub(crate) setup: bool,
    /// Whether the opponent is the person who opens an invite link.
    #[serde(default)]
    pub(crate) by_link: bool,
    /// The computer's level, if the computer is the opponent.
    #[serde(default)]
    pub(crate) computer: Option<u8>,
    /// The values, by the options' keys.
    pub(crate) values: BTreeMap<String, String>,
}

/// The result of a start form that was accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct StartResult {
    /// The channel of the game.
    pub(crate) channel: String,
    /// The invite link to the other seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) link: Option<String>,
}

/// The refusal of a start form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct StartFormError {
    /// The field with the wrong value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<&'static str>,
    /// What to do instead.
    pub(crate) text: String,
}
