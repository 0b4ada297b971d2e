//! Rooms, invites and the form that begins a game in the page's JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::wire::{person::PersonJson, seat::BrowserSeat};

/// A channel that is more than a name: the room of a game, or one that is not for everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the page's JSON")]
pub(crate) struct RoomJson {
    /// The channel's name.
    pub(crate) name: String,
    /// Under which channel it is listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) parent: Option<String>,
    /// What its maker calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    /// Who plays there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) players: Vec<String>,
    /// Whether the reader does.
    pub(crate) yours: bool,
    /// Whether the computer is the other player; where nobody else is let in, the player is led there at once.
    pub(crate) solo: bool,
    /// Whether only some are let in.
    pub(crate) private: bool,
    /// Whether the reader decides who.
    pub(crate) made: bool,
    /// Whether its game is over.
    pub(crate) over: bool,
}

/// A message that leads to a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct RoomLinkJson {
    /// The room's name.
    pub(crate) name: String,
    /// What is played there, and by whom.
    pub(crate) title: String,
    /// Whether the reader plays there.
    pub(crate) yours: bool,
}

/// The wish for a new channel.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewChannelInput {
    /// The seat of the tab.
    pub(crate) seat: BrowserSeat,
    /// The channel's name.
    pub(crate) name: String,
    /// Whether only those who are invited are let in.
    #[serde(default)]
    pub(crate) private: bool,
}

/// Who is let into a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct MembersJson {
    /// All of them, its maker first.
    pub(crate) members: Vec<PersonJson>,
    /// Whether the reader decides who.
    pub(crate) made: bool,
    /// Where whoever opens it comes in; its maker alone is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) link: Option<String>,
}

/// What somebody wants to be different about who is let into a room.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MembersInput {
    /// The seat of the tab.
    pub(crate) seat: BrowserSeat,
    /// Who shall no longer be let in, by name; oneself is leaving.
    pub(crate) without: Option<String>,
    /// Whether the link that invites shall be another one.
    #[serde(default)]
    pub(crate) relink: bool,
}

/// The wish for a link to the seat that one's own open challenge leaves.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InviteInput {
    /// The seat of the tab.
    pub(crate) seat: BrowserSeat,
    /// Where the challenge is open.
    pub(crate) channel: String,
}

/// A link that invites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct InviteLinkJson {
    /// The address, without the host.
    pub(crate) href: String,
}

/// Whoever opened a link sits there now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct InviteSeatJson {
    /// The channel's name.
    pub(crate) channel: String,
    /// Whether there was a seat in a game, and not only a room.
    pub(crate) plays: bool,
}

/// One field of the form that begins a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct StartFieldJson {
    /// The option's key.
    pub(crate) key: &'static str,
    /// What it is called.
    pub(crate) label: String,
    /// What may stand there, in one line.
    pub(crate) hint: String,
    /// What kind of field it is.
    pub(crate) kind: StartFieldKind,
    /// The words one of which is chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) words: Vec<StartFieldWord>,
    /// The word that leaving it out means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) default: Option<&'static str>,
    /// The games it goes with; with all if there are none here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) only_with: Vec<&'static str>,
    /// Whether a set-up can have it, too.
    pub(crate) in_setup: bool,
}

/// What kind of field an option needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StartFieldKind {
    /// A person.
    Person,
    /// Which game.
    Game,
    /// One of a few words.
    Choice,
    /// One of two words, the first of which is "on".
    Switch,
    /// A whole number.
    Number,
    /// Text, for which these words are suggested, if there are any.
    Text,
}

/// A word to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct StartFieldWord {
    /// As it is sent.
    pub(crate) word: String,
    /// As it is shown.
    pub(crate) label: String,
}

/// The form that begins a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct StartForm {
    /// Its fields, in order.
    pub(crate) fields: Vec<StartFieldJson>,
    /// How strong the computer can be; nothing where it does not play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) levels: Option<Levels>,
}

/// How strong the computer can be: from level 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Levels {
    /// The level where nobody says one.
    pub(crate) usual: u8,
    /// The strongest.
    pub(crate) most: u8,
}

/// The form, filled in.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StartFormInput {
    /// The seat of the tab.
    pub(crate) seat: BrowserSeat,
    /// The page's id of this event.
    pub(crate) id: String,
    /// The channel's name.
    pub(crate) channel: String,
    /// Whether the pieces are to be set up first.
    #[serde(default)]
    pub(crate) setup: bool,
    /// Whether whoever opens a link is the opponent.
    #[serde(default)]
    pub(crate) by_link: bool,
    /// The level of the computer, if that is the opponent.
    #[serde(default)]
    pub(crate) computer: Option<u8>,
    /// The values, by the options' keys.
    pub(crate) values: BTreeMap<String, String>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct StartResult {
    /// Where.
    pub(crate) channel: String,
    /// The link that leads to the other seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) link: Option<String>,
}

/// Why nothing came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct StartFormError {
    /// The field with which something is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<&'static str>,
    /// What to do instead.
    pub(crate) text: String,
}
