//! What is kept of the web chat: where it lies, and in which forms. Not here: what is done with it, and the forms of what
//! processes tell one another (`shared`).
//!
//! | key | value |
//! |---|---|
//! | `log`, channel, number | [`StoredWebEntry`], for everybody |
//! | `own`, channel, person, number | [`StoredWebEntry`], for them alone |
//! | `head`, channel, and a person for theirs | [`StoredLogTail`]; only in stores that several processes write |
//! | `person`, person | [`StoredWebProfile`] |
//! | `name`, folded name | [`StoredOwner`] of it |
//! | `look`, a form of the name that tells it apart | [`StoredOwner`] of it |
//! | `looks` | [`StoredNameForms`] |
//! | `channel`, name | [`StoredChannelInfo`] |
//! | `listed` | [`StoredListVersion`]: channels have changed; only in stores that several processes write |
//! | `bell`, person | [`StoredWakeup`]; only in stores that several processes write |
//! | `here`, place | [`StoredPresenceSlot`]: the process at that place; only in stores that several processes write |
//! | `present`, place, channel | [`StoredPresenceList`]: whom it serves there; only while there are several |
//! | `leaving`, channel | [`StoredChannelRemoval`]: it is no more, and what was said there goes |
//! | `hidden`, name | [`StoredChannelInfo`] of a channel that is no more and was not for everybody |
//! | `invite`, digest of the secret | [`StoredInvite`] |
//! | `moderator`, folded name | [`StoredOwner`]: whom it means |
//! | `secret` | [`StoredSecret`] |

pub(crate) mod shared;

use adoube_bot::{
    Language, Notice, Person, PersonId, PublicText,
    forms::{self, FormError, FormPart, StoredForm, part},
};
use adoube_store::{Key, KeyRange, Record, ScanOrder, Store, StoreError, Table};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};

use crate::{
    channels::directory::{ChannelDetails, GameRoomInfo, PrivateAccess},
    http::routes::invites::{InviteDestination, InviteTarget},
    identity::people::WebProfile,
    log::chat_log::{LogContent, LogEntry},
};

/// Where all of it lies.
pub(crate) const TABLE: Table = Table::Web;

pub(crate) const LOG: &str = "log";
pub(crate) const OWN: &str = "own";
pub(crate) const HEAD: &str = "head";
pub(crate) const PERSON: &str = "person";
pub(crate) const NAME: &str = "name";
pub(crate) const LOOK: &str = "look";
pub(crate) const LOOKS: &str = "looks";
pub(crate) const CHANNEL: &str = "channel";
pub(crate) const HIDDEN: &str = "hidden";
pub(crate) const LEAVING: &str = "leaving";
pub(crate) const LISTED: &str = "listed";
pub(crate) const BELL: &str = "bell";
pub(crate) const HERE: &str = "here";
pub(crate) const PRESENT: &str = "present";
pub(crate) const INVITE: &str = "invite";
pub(crate) const MODERATOR: &str = "moderator";
pub(crate) const SECRET: &str = "secret";

/// The key of one kind of record.
pub(crate) fn key(kind: &str) -> Key {
    Key::new().text(kind)
}

/// Rows that are read at once.
const PAGE: usize = 512;

/// Up to `most` rows of one kind, page by page.
pub(crate) async fn all(
    store: &dyn Store,
    kind: &str,
    most: usize,
) -> Result<Vec<(Vec<u8>, Record)>, StoreError> {
    let mut rows: Vec<(Vec<u8>, Record)> = Vec::new();
    loop {
        let range = KeyRange::prefix(key(kind));
        let range = match rows.last() {
            Some((last, _)) => range.after(last),
            None => range,
        };
        let page = store.scan(TABLE, range, ScanOrder::Ascending, PAGE).await?;
        let is_last = page.len() < PAGE;
        rows.extend(page);
        if is_last || rows.len() >= most {
            rows.truncate(most);
            return Ok(rows);
        }
    }
}

/// Something said in a channel.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredWebEntry {
    at: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<u64>,
    what: StoredLogContent,
    /// Bytes of everything that was ever in the log, up to and with this one; at first it was not said.
    #[serde(default)]
    pub(crate) upto: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum StoredLogContent {
    Said {
        by: StoredPerson,
        text: PublicText,
    },
    Command {
        by: StoredPerson,
        text: String,
    },
    Notice(#[serde(with = "part::boxed")] Box<Notice>),
    Private {
        to: PersonId,
        #[serde(with = "part::boxed")]
        notice: Box<Notice>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        in_place_of: Option<u64>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredPerson {
    id: PersonId,
    name: String,
}

/// What is known of a person.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredWebProfile {
    name: String,
    language: Language,
    theme: String,
}

/// Whose something is.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredOwner {
    pub(crate) person: PersonId,
}

/// How the forms are made that tell names apart.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredNameForms {
    pub(crate) form: String,
}

/// Who made a channel.
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

/// The game whose room a channel is.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredRoom {
    parent: String,
    players: Vec<StoredPerson>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    over_at: Option<u64>,
}

/// Whom a channel lets in.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredPrivate {
    title: String,
    members: Vec<StoredPerson>,
    link: u64,
}

/// That a channel is no more.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredChannelRemoval {
    /// Since when, in milliseconds since 1970.
    pub(crate) at: u64,
}

/// What a link leads to.
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
enum StoredInviteDestination {
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

// As serde asks for it.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_not(flag: &bool) -> bool {
    !flag
}

/// The key that signs cookies, in base64.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredSecret {
    secret: String,
}

impl StoredForm for StoredWebEntry {
    const KIND: &'static str = "an entry of a log of the web chat";
    const VERSION: u64 = 1;
    const PARTS: &'static [FormPart] =
        &[FormPart::of::<Notice>("/what/notice"), FormPart::of::<Notice>("/what/private/notice")];
}

impl StoredForm for StoredWebProfile {
    const KIND: &'static str = "what is known of a person in the web chat";
    const VERSION: u64 = 1;
}

impl StoredForm for StoredOwner {
    const KIND: &'static str = "whose a name is in the web chat";
    const VERSION: u64 = 2;
}

impl StoredForm for StoredNameForms {
    const KIND: &'static str = "how names are told apart in the web chat";
    const VERSION: u64 = 2;
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

impl StoredForm for StoredSecret {
    const KIND: &'static str = "the key that signs cookies";
    const VERSION: u64 = 2;
}

/// What to keep of the key that signs cookies.
pub(crate) fn write_secret(secret: &[u8]) -> Result<Vec<u8>, FormError> {
    forms::write(&StoredSecret { secret: STANDARD.encode(secret) })
}

/// The key of this length that signs cookies; `None` when there is no key in it.
pub(crate) fn read_secret(bytes: &[u8], length: usize) -> Result<Option<Vec<u8>>, FormError> {
    let StoredSecret { secret } = forms::read(bytes)?;
    Ok(STANDARD.decode(secret).ok().filter(|secret| secret.len() == length))
}

impl StoredWebEntry {
    /// An entry, when so many bytes were ever in the log up to it.
    pub(crate) fn new(entry: &LogEntry, upto: u64) -> Self {
        let LogEntry { at, event, after, what } = entry;
        Self { at: *at, event: event.clone(), after: *after, what: what.into(), upto }
    }
}

impl From<StoredWebEntry> for LogEntry {
    fn from(stored: StoredWebEntry) -> Self {
        let StoredWebEntry { at, event, after, what, upto: _ } = stored;
        Self { at, event, after, what: what.into() }
    }
}

impl From<&LogContent> for StoredLogContent {
    fn from(what: &LogContent) -> Self {
        match what {
            LogContent::Said { by, text } => Self::Said { by: by.into(), text: text.clone() },
            LogContent::Command { by, text } => Self::Command { by: by.into(), text: text.clone() },
            LogContent::Notice(notice) => Self::Notice(notice.clone()),
            LogContent::Private { to, notice, in_place_of } => {
                Self::Private { to: to.clone(), notice: notice.clone(), in_place_of: *in_place_of }
            }
        }
    }
}

impl From<StoredLogContent> for LogContent {
    fn from(stored: StoredLogContent) -> Self {
        match stored {
            StoredLogContent::Said { by, text } => Self::Said { by: by.into(), text },
            StoredLogContent::Command { by, text } => Self::Command { by: by.into(), text },
            StoredLogContent::Notice(notice) => Self::Notice(notice),
            StoredLogContent::Private { to, notice, in_place_of } => {
                Self::Private { to, notice, in_place_of }
            }
        }
    }
}

impl From<&Person> for StoredPerson {
    fn from(person: &Person) -> Self {
        let Person { id, name } = person;
        Self { id: id.clone(), name: name.clone() }
    }
}

impl From<StoredPerson> for Person {
    fn from(stored: StoredPerson) -> Self {
        let StoredPerson { id, name } = stored;
        Self { id, name }
    }
}

impl From<&WebProfile> for StoredWebProfile {
    fn from(profile: &WebProfile) -> Self {
        let WebProfile { name, language, theme, reading: _ } = profile;
        Self { name: name.clone(), language: *language, theme: theme.clone() }
    }
}

impl From<StoredWebProfile> for WebProfile {
    fn from(stored: StoredWebProfile) -> Self {
        let StoredWebProfile { name, language, theme } = stored;
        Self { name, language, theme, reading: language.into() }
    }
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

#[cfg(test)]
mod tests;
