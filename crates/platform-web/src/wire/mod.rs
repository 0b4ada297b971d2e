//! Messages between page and server over the WebSocket, as JSON. The page's side is in
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

/// What a page sends over its socket.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ClientMessage {
    /// Follow a channel: everything after `seen`, or the latest page when nothing was seen yet.
    Watch {
        /// The channel's name.
        channel: String,
        /// The place up to which everything was received.
        seen: Option<FeedCursor>,
    },
    /// Words or a command.
    Say {
        /// The page's id of this event.
        id: String,
        /// The channel's name.
        channel: String,
        /// What was written.
        text: String,
    },
    /// A button or a menu was used.
    Press {
        /// The page's id of this event.
        id: String,
        /// The channel's name.
        channel: String,
        /// The message with the control.
        message: EntryId,
        /// The control.
        component: String,
        /// What was picked.
        value: Option<String>,
    },
    /// Something was done on the board one can touch: as pressing a control, but of no message.
    Act {
        /// The page's id of this event.
        id: String,
        /// The channel's name.
        channel: String,
        /// What is pressed.
        component: String,
        /// With which value.
        value: Option<String>,
    },
    /// What could follow this line?
    Suggest {
        /// Tells answers apart.
        number: u64,
        /// The channel's name.
        channel: String,
        /// The line without its slash.
        line: String,
    },
    /// A page of entries before this place.
    Older {
        /// The channel's name.
        channel: String,
        /// The place.
        before: FeedCursor,
    },
}

/// What the server sends over a socket.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ServerMessage {
    /// Entries of a log, oldest first.
    Entries {
        /// The channel's name.
        channel: String,
        /// Where they belong.
        place: Insertion,
        /// The entries.
        entries: Vec<EntryJson>,
        /// The place up to which everything has been sent now; not with older pages.
        #[serde(skip_serializing_if = "Option::is_none")]
        upto: Option<FeedCursor>,
        /// The place before which there is more; not with new entries.
        #[serde(skip_serializing_if = "Option::is_none")]
        before: Option<FeedCursor>,
    },
    /// The board one can touch, as it is for the reader now.
    Board {
        /// The channel's name.
        channel: String,
        /// The newest game of the channel; nothing if there never was one.
        board: Option<Box<BoardJson>>,
    },
    /// An event was dealt with.
    Done {
        /// Its id.
        id: String,
        /// The room of the game against the computer that has begun by it, where the page goes.
        #[serde(skip_serializing_if = "Option::is_none")]
        room: Option<String>,
        /// What is asked about it, beside the board on which it was done.
        #[serde(skip_serializing_if = "Option::is_none")]
        question: Option<Box<Question>>,
    },
    /// An event was not dealt with.
    Refused {
        /// Its id.
        id: String,
        /// Why.
        reason: RefusalReason,
        /// What was written, to be given back.
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// An event cannot be kept now, or not all that came of it, or too much else is going on. The page sends it again, under
    /// the same id, when something can be kept again or a moment later.
    Postponed {
        /// Its id.
        id: String,
    },
    /// What could follow a line.
    Suggestions {
        /// The number of the question.
        number: u64,
        /// The answers, best first.
        suggestions: Vec<InputCompletion>,
    },
    /// Who is in the channel.
    People {
        /// The channel's name.
        channel: String,
        /// The first of them, by name.
        people: Vec<PersonJson>,
        /// How many more there are.
        more: usize,
    },
    /// How the list of people differs from what the page knows.
    PeopleChanged {
        /// The channel's name.
        channel: String,
        /// The names that are gone.
        went: Vec<String>,
        /// Who is new, after those have gone, and where; the first place first.
        came: Vec<NewcomerJson>,
        /// How many more there are.
        more: usize,
    },
    /// The running games of the page's own person, those in which it is their turn first.
    Games {
        /// Each of them, up to a limit.
        games: Vec<MyGameJson>,
    },
    /// Somebody calls the page's own person in a channel it does not show.
    Called(Call),
    /// Which channels there are.
    Channels {
        /// Their names.
        names: Vec<String>,
        /// What those are that are more than a name.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        rooms: Vec<RoomJson>,
        /// The channel that the page asked for or was in, if that is none for it, or none any more.
        #[serde(skip_serializing_if = "Option::is_none")]
        gone: Option<String>,
    },
    /// The reader is new in a channel in which something was said before.
    Greet {
        /// The channel's name.
        channel: String,
        /// Whether others play there.
        playing: bool,
    },
    /// Whether what is said can be kept: a disk may be full for a while. Nothing is said while it always could.
    Storage {
        /// Whether it can.
        writable: bool,
    },
    /// The page's own person, when another tab has changed them.
    Person {
        /// As they are now.
        person: OwnPersonJson,
    },
}

/// Where entries belong in a page's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Insertion {
    /// They are the whole list.
    Start,
    /// Behind everything.
    New,
    /// Before everything.
    Older,
}
