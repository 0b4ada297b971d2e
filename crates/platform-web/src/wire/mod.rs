//! Messages between page and server over the WebSocket, as JSON types. The page's side is in
//! `assets/web/js`.

pub(crate) mod board;
pub(crate) mod entry;
pub(crate) mod entry_id;
pub(crate) mod games;
pub(crate) mod person;
pub(crate) mod rejection;
pub(crate) mod rooms;
pub(crate) mod seat;

use adoube_bot::InputCompletion;
use serde::{Deserialize, Serialize};

use crate::wire::{
    board::{BoardJson, Question},
    entry::EntryJson,
    entry_id::{EntryId, FeedCursor},
    games::{Call, MyGameJson},
    person::{NewcomerJson, OwnPersonJson, PersonJson},
    rejection::RefusalReason,
    rooms::RoomJson,
};

pub(crate) mod text;

/// A message from a page to the server.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ClientMessage {
    /// Follows a channel: all entries after `seen`, or the latest ones when the page has none yet.
    Watch {
        /// The channel's name.
        channel: String,
        /// The cursor up to which the page has all entries.
        seen: Option<FeedCursor>,
    },
    /// A line of text or a command.
    Say {
        /// The page's id of this event.
        id: String,
        /// The channel's name.
        channel: String,
        /// The text.
        text: String,
    },
    /// Uses a button or a menu.
    Press {
        /// The page's id of this event.
        id: String,
        /// The channel's name.
        channel: String,
        /// The message that holds the control.
        message: EntryId,
        /// The control's button id.
        component: String,
        /// The chosen value of a menu.
        value: Option<String>,
    },
    /// Uses a control of the live board, which belongs to no message.
    Act {
        /// The page's id of this event.
        id: String,
        /// The channel's name.
        channel: String,
        /// The control's button id.
        component: String,
        /// The chosen value.
        value: Option<String>,
    },
    /// Asks for completions of a line.
    Suggest {
        /// The number that the answer repeats.
        number: u64,
        /// The channel's name.
        channel: String,
        /// The line without its slash.
        line: String,
    },
    /// Asks for a page of entries before a cursor.
    Older {
        /// The channel's name.
        channel: String,
        /// The cursor.
        before: FeedCursor,
    },
}

/// A message from the server to a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ServerMessage {
    /// Entries of a log, oldest first.
    Entries {
        /// The channel's name.
        channel: String,
        /// Where they belong in the page's list.
        place: Insertion,
        /// The entries.
        entries: Vec<EntryJson>,
        /// The cursor up to which the page now has all entries; absent for older entries.
        #[serde(skip_serializing_if = "Option::is_none")]
        upto: Option<FeedCursor>,
        /// The cursor before which there are more entries; absent for new entries.
        #[serde(skip_serializing_if = "Option::is_none")]
        before: Option<FeedCursor>,
    },
    /// The live board as the reader may see it now.
    Board {
        /// The channel's name.
        channel: String,
        /// The newest game of the channel; `None` if there never was one.
        board: Option<Box<BoardJson>>,
    },
    /// An event was handled.
    Done {
        /// The event's id.
        id: String,
        /// The room of the game against the computer that the event began; the page goes there.
        #[serde(skip_serializing_if = "Option::is_none")]
        room: Option<String>,
        /// A confirmation question, shown beside the board on which the control was used.
        #[serde(skip_serializing_if = "Option::is_none")]
        question: Option<Box<Question>>,
    },
    /// An event was refused.
    Refused {
        /// The event's id.
        id: String,
        /// The reason.
        reason: RefusalReason,
        /// The text, given back to its author.
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// An event, or part of its results, cannot be stored now, or the server is overloaded. The
    /// page sends the event again with the same id when the store takes writes again, or a moment
    /// later.
    Postponed {
        /// The event's id.
        id: String,
    },
    /// Completions of a line.
    Suggestions {
        /// The number of the request.
        number: u64,
        /// The completions, best first.
        suggestions: Vec<InputCompletion>,
    },
    /// The people in the channel.
    People {
        /// The channel's name.
        channel: String,
        /// The first people, by name.
        people: Vec<PersonJson>,
        /// How many more people there are.
        more: usize,
    },
    /// Changes to the list of people that the page has.
    PeopleChanged {
        /// The channel's name.
        channel: String,
        /// The names to remove.
        went: Vec<String>,
        /// The people to insert after the removal, by ascending position.
        came: Vec<NewcomerJson>,
        /// How many more people there are.
        more: usize,
    },
    /// The running games of the page's own person; games in which it is their turn come first.
    Games {
        /// The games, up to a limit.
        games: Vec<MyGameJson>,
    },
    /// The page's own person is called in a channel that the page does not show.
    Called(Call),
    /// The channels that the person may see.
    Channels {
        /// Their names.
        names: Vec<String>,
        /// Details of the channels that are rooms.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        rooms: Vec<RoomJson>,
        /// The channel that the page requested or showed, if the person may not see it any more.
        #[serde(skip_serializing_if = "Option::is_none")]
        gone: Option<String>,
    },
    /// The reader is new in a channel in which there are messages already.
    Greet {
        /// The channel's name.
        channel: String,
        /// Whether other people play there.
        playing: bool,
    },
    /// Whether the store takes writes; it may not, for example while a disk is full. Sent only
    /// after a failure.
    Storage {
        /// Whether it takes writes.
        writable: bool,
    },
    /// The page's own person, after a change in another tab.
    Person {
        /// The person after the change.
        person: OwnPersonJson,
    },
}

/// The place of new entries in a page's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Insertion {
    /// The entries are the whole list.
    Start,
    /// After all other entries.
    New,
    /// Before all other entries.
    Older,
}
