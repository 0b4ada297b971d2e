//! What travels between page and server, as JSON. The page's side of it is in `assets/web/js`. Not here: what any of it
//! leads to (`socket`, `requests`).

pub(crate) mod rooms;
pub(crate) mod text;

use adoube_bot::{ControlRow, InputCompletion, Language, LiveBoard};
use adoube_render::BoardColours;
use serde::{Deserialize, Serialize};

use crate::{
    chat::my_games::Call,
    identity::cookie::BrowserSeat,
    log::feed::{EntryId, FeedCursor},
    view::live_board::Question,
    wire::{
        rooms::{RoomJson, RoomLinkJson},
        text::TextPieceJson,
    },
};

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

/// A board one can touch, in the reader's colours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct BoardJson {
    /// The board.
    #[serde(flatten)]
    pub(crate) board: LiveBoard,
    /// How it looks.
    pub(crate) look: BoardColours,
}

/// A running game of the page's own person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct MyGameJson {
    /// Which.
    pub(crate) game: String,
    /// The name of the channel it is played in.
    pub(crate) channel: String,
    /// Against whom.
    pub(crate) with: String,
    /// Which rules.
    pub(crate) variant: String,
    /// Whether it is their turn.
    pub(crate) your_turn: bool,
    /// When their time is up then, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) deadline: Option<u64>,
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

/// Somebody, as a page sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PersonJson {
    /// Their name.
    pub(crate) name: String,
    /// Whether it is the page's own person.
    pub(crate) you: bool,
}

/// Somebody new in a list of people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct NewcomerJson {
    /// Their place in it, from 0.
    pub(crate) at: usize,
    /// Who.
    #[serde(flatten)]
    pub(crate) person: PersonJson,
}

/// The page's own person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct OwnPersonJson {
    /// The seat.
    pub(crate) seat: u8,
    /// The name.
    pub(crate) name: String,
    /// The language, as its tag.
    pub(crate) language: Language,
    /// The boards' theme.
    pub(crate) theme: &'static str,
}

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

/// Why something was refused: `error-` and this is the key of a sentence in `web.ftl` that says
/// what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RefusalReason {
    /// No name.
    NameEmpty,
    /// A long name.
    NameLong,
    /// Characters that names do not have.
    NameCharacters,
    /// Somebody else's name, or one that looks like it.
    NameTaken,
    /// A name that is kept free.
    NameReserved,
    /// A name no channel can have.
    ChannelName,
    /// Another channel's name.
    ChannelTaken,
    /// Enough channels.
    ChannelLimit,
    /// Enough channels of one person, or from one address.
    ChannelOwnLimit,
    /// Too much at once.
    TooFast,
    /// Too many words for a while.
    TooMuch,
    /// Too long.
    TooLong,
    /// Too many sockets.
    TooMany,
    /// Too much at once from one address.
    Crowded,
    /// More than can be dealt with in time.
    Overloaded,
    /// Too many new persons at once.
    Newcomers,
    /// No such channel.
    UnknownChannel,
    /// Enough rooms of games.
    Rooms,
    /// As many people in a room as may be.
    RoomFull,
    /// Only the maker of a room may do that.
    NotYours,
    /// Who plays in a room stays in it.
    Plays,
    /// There is no open challenge.
    NoOpenSeat,
    /// No such link.
    InviteUnknown,
    /// The link leads nowhere any more.
    InviteOver,
    /// Somebody else has opened the link.
    InviteTaken,
    /// The link is for somebody else.
    InviteOwn,
    /// The computer was named where pieces are set up for a person.
    ComputerSetup,
    /// Not the reader's fault.
    Internal,
}

/// Who asks, by the browser's cookie and this.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct SeatQuery {
    /// The seat of the tab.
    pub(crate) seat: BrowserSeat,
}

/// The wish of a person to be called, to read or to see otherwise.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PersonInput {
    /// The seat of the tab.
    pub(crate) seat: BrowserSeat,
    /// A name.
    pub(crate) name: Option<String>,
    /// A language's tag.
    pub(crate) language: Option<String>,
    /// A theme's key.
    pub(crate) theme: Option<String>,
    /// Which letters stand for pieces.
    pub(crate) letters: Option<String>,
    /// Whether boards show which pieces may move.
    pub(crate) hints: Option<bool>,
    /// Where to be reminded.
    pub(crate) reminders: Option<String>,
    /// Whether vacation protects from losing on time.
    pub(crate) protection: Option<bool>,
}

/// Somebody on a seat, with what the dialog shows beside their name and looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SeatedPersonJson {
    /// Who.
    #[serde(flatten)]
    pub(crate) person: OwnPersonJson,
    /// What they have chosen.
    pub(crate) choices: PreferencesJson,
}

/// What somebody has chosen for all their games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PreferencesJson {
    /// Which letters stand for pieces.
    pub(crate) letters: &'static str,
    /// Whether boards show which pieces may move.
    pub(crate) hints: bool,
    /// Where they are reminded.
    pub(crate) reminders: &'static str,
    /// Whether vacation protects them from losing on time.
    pub(crate) protection: bool,
}

/// What a page has to know before anything else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SessionJson {
    /// How many seats a browser has.
    pub(crate) seats: u8,
    /// Who sits on them.
    pub(crate) persons: Vec<SeatedPersonJson>,
    /// What can be read.
    pub(crate) languages: Vec<LanguageChoice>,
    /// How boards can look.
    pub(crate) themes: Vec<&'static str>,
}

/// A language to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct LanguageChoice {
    /// Its tag.
    pub(crate) tag: Language,
    /// What its speakers call it.
    pub(crate) name: String,
}
