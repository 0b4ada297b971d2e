//! Types of identities (people, channels, communities, viewers of a message), the trait of the
//! directory of people that a platform provides, and what a platform says of itself: threads,
//! private rooms, access to messages. Seats belong to the game record.

use std::{fmt, future::Future, pin::Pin};

use fluent_bundle::FluentValue;
use serde::{Deserialize, Serialize};

use crate::{Language, ReaderProfile, ReadingPreferences};

/// A person's id: platform prefix and the platform's own id: `web:5f0c…`, `discord:8035…`. Stable
/// and opaque.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(pub String);

/// A channel's id with the platform prefix: `web:lobby`. One game runs there at a time.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChannelId(pub String);

impl ChannelId {
    /// The part before the first colon: the platform that delivers the channel's notices.
    pub fn platform(&self) -> &str {
        self.0.split_once(':').map_or("", |(platform, _)| platform)
    }
}

impl PersonId {
    /// The part before the first colon: the platform that knows the person.
    pub fn platform(&self) -> &str {
        self.0.split_once(':').map_or("", |(platform, _)| platform)
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for ChannelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A community's id with the platform prefix: a server, `discord:guild/8035…`, or a room,
/// `matrix:!abc:hs`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommunityId(pub String);

impl fmt::Display for CommunityId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// When a game gets a thread of its own: a channel within the channel, apart from the talk and from
/// other games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThreadPolicy {
    /// Always, where the platform can open one.
    Always,
    /// When another game is played in the channel.
    #[default]
    #[serde(rename = "busy")]
    WhenBusy,
    /// Never: the platform has no threads, or none are wanted.
    Never,
    /// By the rules of a platform whose rooms are made for single games; no command or setting
    /// chooses this.
    #[serde(skip)]
    Rooms {
        /// Whether a game between people gets a room when another game is played in the channel.
        people: bool,
        /// When a game against the computer gets one.
        solo: SoloRoom,
    },
}

/// When a game against the computer gets a room of its own, on a platform that keeps such games
/// apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoloRoom {
    /// Always: it concerns nobody else in the channel.
    Always,
    /// When another game is played in the channel, which is itself such a room.
    WhenBusy,
    /// Never, as the player has the maximal number of rooms; the channel is such a room, and is
    /// used again after its game.
    Here,
    /// The player has the maximal number of rooms, and games against the computer are not played in
    /// the channel.
    NoneLeft,
}

impl ThreadPolicy {
    /// The policy for a game between people.
    #[must_use]
    pub(crate) fn of_people(self) -> Self {
        match self {
            Self::Rooms { people: true, .. } => Self::WhenBusy,
            Self::Rooms { people: false, .. } => Self::Never,
            other => other,
        }
    }
}

/// A person with their shown name. People choose their names: they are shown, never interpreted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Person {
    /// The id.
    pub id: PersonId,
    /// The name in this channel. Records store it, so platforms bound it (Discord's limit is 32
    /// characters).
    pub name: String,
}

/// The addressee for whom a notice is put into words and pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// The person; `None` for a channel as a whole (a platform that shows everybody the same
    /// message).
    pub person: Option<PersonId>,
    /// The reader's language.
    pub language: Language,
    /// Which messages the bot receives in the channel.
    pub hearing: MessageAccess,
    /// The reader's preferences; the defaults for a channel as a whole.
    pub taste: ReadingPreferences,
}

impl Viewer {
    /// A channel as a whole, in which the bot receives all messages.
    pub fn of_channel(language: Language) -> Self {
        let (person, taste) = (None, ReadingPreferences::default());
        Self { person, language, hearing: MessageAccess::Everything, taste }
    }

    /// The reader profile.
    pub(crate) fn reading(&self) -> ReaderProfile {
        ReaderProfile { language: self.language, taste: self.taste }
    }

    /// Whether a bare move in a message counts in this channel, as an argument of sentences.
    pub(crate) fn may_just_say(&self) -> (&'static str, FluentValue<'static>) {
        ("said", u8::from(self.hearing == MessageAccess::Everything).into())
    }
}

/// Which messages of people the bot receives in a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MessageAccess {
    /// None of some people's: they can only press buttons.
    Presses,
    /// Those addressed to the bot.
    #[default]
    Called,
    /// All, so that a bare move counts.
    Everything,
}

/// A boxed future, so that traits with asynchronous methods stay usable as objects.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What a platform knows about the people in a channel.
pub trait PersonDirectory: Send + Sync + 'static {
    /// The people whom `name` may mean in `channel`, as typed: a name, a mention, with or without
    /// `@`; at most 25.
    fn find<'a>(&'a self, channel: &'a ChannelId, name: &'a str) -> BoxFuture<'a, Vec<Person>>;

    /// People in `channel` whose names begin with `prefix`, for completion; at most 25.
    fn complete<'a>(&'a self, channel: &'a ChannelId, prefix: &'a str) -> BoxFuture<'a, Vec<Person>>;

    /// Whether `name` (as typed) means the bot itself, on platforms where the bot has an account.
    fn is_bot<'a>(&'a self, channel: &'a ChannelId, name: &'a str) -> BoxFuture<'a, bool> {
        let _ = (channel, name);
        Box::pin(std::future::ready(false))
    }

    /// The present name of `person` in `channel`; `None` if the platform does not know it.
    fn name_of<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, Option<String>> {
        let _ = (channel, person);
        Box::pin(std::future::ready(None))
    }

    /// Whether the bot can post in `channel`, as far as known. The default is yes.
    fn has_place<'a>(&'a self, channel: &'a ChannelId) -> BoxFuture<'a, bool> {
        let _ = channel;
        Box::pin(std::future::ready(true))
    }

    /// Whether only the bot and `person` read `channel`, so that nobody else could answer there.
    /// The default is no.
    fn is_alone_with<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, bool> {
        let _ = (channel, person);
        Box::pin(std::future::ready(false))
    }

    /// Whether `person` may know what happens in `channel`, wherever they ask. The default, for
    /// platforms with open channels, is yes.
    fn lets_in<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, bool> {
        let _ = (channel, person);
        Box::pin(std::future::ready(true))
    }

    /// Whether games of `channel` may be shown in `here`: to people with access to both, or to
    /// `everybody` who reads `here`. By default they are shown to the former only, for platforms
    /// with private replies and without servers.
    fn shares<'a>(
        &'a self,
        channel: &'a ChannelId,
        here: &'a ChannelId,
        everybody: bool,
    ) -> BoxFuture<'a, bool> {
        let _ = (channel, here);
        Box::pin(std::future::ready(!everybody))
    }
}
