//! JSON of log entries as the server sends them to the page: people's messages, commands, and the
//! bot's messages with pictures and buttons.

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
    /// The entry's id, as the reader's pages use it.
    pub(crate) seq: EntryId,
    /// The feed cursor before it.
    pub(crate) before: FeedCursor,
    /// When it was written, in milliseconds since 1970.
    pub(crate) at: u64,
    /// The kind of entry.
    pub(crate) kind: EntryKindJson,
    /// The author, unless it was the bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<PersonJson>,
    /// What the author wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    /// The bot's message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<MessageJson>,
    /// The page's own id of the event that caused it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) event: Option<String>,
    /// The message that it replaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) replaces: Option<EntryId>,
}

/// The kind of a log entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EntryKindJson {
    /// Text of a person, for everybody.
    Said,
    /// A command, visible to its author only.
    Command,
    /// A message of the bot for everybody.
    Notice,
    /// A message of the bot for this person only.
    Private,
}

/// A message of the bot in the reader's language.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct MessageJson {
    /// The text.
    pub(crate) blocks: Vec<TextPieceJson>,
    /// The picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) picture: Option<PictureJson>,
    /// The animation of the game whose last board the picture shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) animation: Option<FileJson>,
    /// Buttons and menus.
    pub(crate) rows: Vec<ControlRow>,
    /// An attached file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) attachment: Option<FileJson>,
    /// Whether it notifies the reader.
    pub(crate) calls: bool,
    /// The room that it links to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) room: Option<RoomLinkJson>,
    /// The page of the piece book about its topic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) book: Option<FileJson>,
    /// Whether it is the reader's own challenge, for which an invite link can be made.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) invite: bool,
    /// The series of messages that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) series: Option<String>,
}

/// The address and size of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PictureJson {
    /// Its address.
    pub(crate) src: String,
    /// Its alt text.
    pub(crate) alt: String,
    /// Width in pixels.
    pub(crate) width: u32,
    /// Height in pixels.
    pub(crate) height: u32,
}

/// A link to a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct FileJson {
    /// Its name.
    pub(crate) name: String,
    /// Its address.
    pub(crate) href: String,
}
