//! What travels between page and server about rooms, invitations and the form that begins a game, as JSON. Not here: what
//! any of it leads to (`members`, `invites`, `starting`), and everything else (`wire`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{identity::BrowserSeat, wire::PersonJson};

/// A channel that is more than a name: the room of a game, or one that is not for everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the page's JSON")]
pub(super) struct RoomJson {
    /// The channel's name.
    pub(super) name: String,
    /// Under which channel it is listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) parent: Option<String>,
    /// What its maker calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<String>,
    /// Who plays there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) players: Vec<String>,
    /// Whether the reader does.
    pub(super) yours: bool,
    /// Whether the computer is the other player; where nobody else is let in, the player is led there at once.
    pub(super) solo: bool,
    /// Whether only some are let in.
    pub(super) private: bool,
    /// Whether the reader decides who.
    pub(super) made: bool,
    /// Whether its game is over.
    pub(super) over: bool,
}

/// A message that leads to a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct RoomLinkJson {
    /// The room's name.
    pub(super) name: String,
    /// What is played there, and by whom.
    pub(super) title: String,
    /// Whether the reader plays there.
    pub(super) yours: bool,
}

/// The wish for a new channel.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewChannelInput {
    /// The seat of the tab.
    pub(super) seat: BrowserSeat,
    /// The channel's name.
    pub(super) name: String,
    /// Whether only those who are invited are let in.
    #[serde(default)]
    pub(super) private: bool,
}

/// Who is let into a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct MembersJson {
    /// All of them, its maker first.
    pub(super) members: Vec<PersonJson>,
    /// Whether the reader decides who.
    pub(super) made: bool,
    /// Where whoever opens it comes in; its maker alone is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) link: Option<String>,
}

/// What somebody wants to be different about who is let into a room.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MembersInput {
    /// The seat of the tab.
    pub(super) seat: BrowserSeat,
    /// Who shall no longer be let in, by name; oneself is leaving.
    pub(super) without: Option<String>,
    /// Whether the link that invites shall be another one.
    #[serde(default)]
    pub(super) relink: bool,
}

/// The wish for a link to the seat that one's own open challenge leaves.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InviteInput {
    /// The seat of the tab.
    pub(super) seat: BrowserSeat,
    /// Where the challenge is open.
    pub(super) channel: String,
}

/// A link that invites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct InviteLinkJson {
    /// The address, without the host.
    pub(super) href: String,
}

/// Whoever opened a link sits there now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct InviteSeatJson {
    /// The channel's name.
    pub(super) channel: String,
    /// Whether there was a seat in a game, and not only a room.
    pub(super) plays: bool,
}

/// One field of the form that begins a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct StartFieldJson {
    /// The option's key.
    pub(super) key: &'static str,
    /// What it is called.
    pub(super) label: String,
    /// What may stand there, in one line.
    pub(super) hint: String,
    /// What kind of field it is.
    pub(super) kind: StartFieldKind,
    /// The words one of which is chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) words: Vec<StartFieldWord>,
    /// The word that leaving it out means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) default: Option<&'static str>,
    /// The games it goes with; with all if there are none here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) only_with: Vec<&'static str>,
    /// Whether a set-up can have it, too.
    pub(super) in_setup: bool,
}

/// What kind of field an option needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StartFieldKind {
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
pub(super) struct StartFieldWord {
    /// As it is sent.
    pub(super) word: String,
    /// As it is shown.
    pub(super) label: String,
}

/// The form that begins a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct StartForm {
    /// Its fields, in order.
    pub(super) fields: Vec<StartFieldJson>,
    /// How strong the computer can be; nothing where it does not play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) levels: Option<Levels>,
}

/// How strong the computer can be: from level 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Levels {
    /// The level where nobody says one.
    pub(super) usual: u8,
    /// The strongest.
    pub(super) most: u8,
}

/// The form, filled in.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartFormInput {
    /// The seat of the tab.
    pub(super) seat: BrowserSeat,
    /// The page's id of this event.
    pub(super) id: String,
    /// The channel's name.
    pub(super) channel: String,
    /// Whether the pieces are to be set up first.
    #[serde(default)]
    pub(super) setup: bool,
    /// Whether whoever opens a link is the opponent.
    #[serde(default)]
    pub(super) by_link: bool,
    /// The level of the computer, if that is the opponent.
    #[serde(default)]
    pub(super) computer: Option<u8>,
    /// The values, by the options' keys.
    pub(super) values: BTreeMap<String, String>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct StartResult {
    /// Where.
    pub(super) channel: String,
    /// The link that leads to the other seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) link: Option<String>,
}

/// Why nothing came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct StartFormError {
    /// The field with which something is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) field: Option<&'static str>,
    /// What to do instead.
    pub(super) text: String,
}
