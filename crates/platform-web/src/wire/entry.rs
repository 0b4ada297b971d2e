//! Log entries in the page's JSON: talk, commands, and messages of the bot with pictures and buttons.

use adoube_bot::ControlRow;
use serde::Serialize;

use crate::wire::{
    entry_id::{EntryId, FeedCursor},
    person::PersonJson,
    rooms::RoomLinkJson,
    text::TextPieceJson,
};

/// An entry of a log as one person sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct EntryJson {
    /// What the reader calls it.
    pub(crate) seq: EntryId,
    /// The place before it.
    pub(crate) before: FeedCursor,
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
    /// What kind of entry.
    pub(crate) kind: EntryKindJson,
    /// Who said it, unless it was the bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<PersonJson>,
    /// The words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    /// The bot's message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<MessageJson>,
    /// The page's own id of the event it came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) event: Option<String>,
    /// The message in whose place it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) replaces: Option<EntryId>,
}

/// What kind of entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EntryKindJson {
    /// Words to everybody.
    Said,
    /// A command, seen by its giver.
    Command,
    /// The bot to everybody.
    Notice,
    /// The bot to this person.
    Private,
}

/// A message of the bot in a reader's words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct MessageJson {
    /// The words.
    pub(crate) blocks: Vec<TextPieceJson>,
    /// The picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) picture: Option<PictureJson>,
    /// The game whose last board the picture is, moving.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) animation: Option<FileJson>,
    /// Buttons and menus.
    pub(crate) rows: Vec<ControlRow>,
    /// A file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) attachment: Option<FileJson>,
    /// Whether it calls the reader.
    pub(crate) calls: bool,
    /// The room it leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) room: Option<RoomLinkJson>,
    /// Where the piece book tells more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) book: Option<FileJson>,
    /// Whether it is the reader's own challenge, to whose other seat a link may lead.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) invite: bool,
    /// Of which series it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) series: Option<String>,
}

/// Where a picture is, and how large.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PictureJson {
    /// Its address.
    pub(crate) src: String,
    /// What it shows, in words.
    pub(crate) alt: String,
    /// In pixels.
    pub(crate) width: u32,
    /// In pixels.
    pub(crate) height: u32,
}

/// Where a file is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct FileJson {
    /// Its name.
    pub(crate) name: String,
    /// Its address.
    pub(crate) href: String,
}
