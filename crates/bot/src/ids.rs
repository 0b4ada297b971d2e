//! Identities: persons, channels, communities and viewers, and the directory of people that a
//! platform provides. Seats belong to the game record.

use std::{fmt, future::Future, pin::Pin};

use fluent_bundle::FluentValue;
use serde::{Deserialize, Serialize};

use crate::{Language, ReaderProfile, ReadingPreferences};

/// A person as the platform knows them, with the platform in front: `web:5f0c…`, `discord:8035…`. Stable and opaque.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(pub String);

/// A place where one game runs at a time, with the platform in front: `web:lobby`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChannelId(pub String);

impl ChannelId {
    /// The part before the first colon: the platform that delivers what is said here.
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

/// What has settings in common, with the platform in front: a server, `discord:guild/8035…`, or a room, `matrix:!abc:hs`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommunityId(pub String);

impl fmt::Display for CommunityId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// When a game gets a thread of its own: a channel within the channel, in which it is played apart from the talk and
/// from other games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThreadPolicy {
    /// Always, where the platform can open one.
    Always,
    /// When another game is played in the channel.
    #[default]
    #[serde(rename = "busy")]
    WhenBusy,
    /// There are none here, or none are wanted.
    Never,
    /// As the platform's rooms have it, which are made for single games. No word and no setting says so.
    #[serde(skip)]
    Rooms {
        /// Whether a game between people gets a room when another one is played in the channel.
        people: bool,
        /// When a game against the computer gets one.
        solo: SoloRoom,
    },
}

/// When a game against the computer gets a room of its own, on a platform that keeps such games apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoloRoom {
    /// Always: it concerns nobody else in the channel.
    Always,
    /// When another game is played in the channel, which is such a room.
    WhenBusy,
    /// Never, as the player has all they may have; the channel is such a room, and is used again when its game is over.
    Here,
    /// The player has all they may have, and games against the computer are not played in the channel.
    NoneLeft,
}

impl ThreadPolicy {
    /// When a game between people gets a thread.
    #[must_use]
    pub(crate) fn of_people(self) -> Self {
        match self {
            Self::Rooms { people: true, .. } => Self::WhenBusy,
            Self::Rooms { people: false, .. } => Self::Never,
            other => other,
        }
    }
}

/// A person and the name others see. The name is theirs to choose: it is shown, never interpreted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Person {
    /// Who.
    pub id: PersonId,
    /// The name they go by in this channel; records keep it, so adapters bound it (Discord's limit is 32 characters).
    pub name: String,
}

/// For whom a notice is put into words and pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// Who looks; `None` for a channel as a whole (a platform that shows everybody the same message).
    pub person: Option<PersonId>,
    /// The language they read.
    pub language: Language,
    /// What the bot hears where they read it.
    pub hearing: MessageAccess,
    /// What they have chosen of how they read; nothing for a channel as a whole.
    pub taste: ReadingPreferences,
}

impl Viewer {
    /// How they read.
    pub(crate) fn reading(&self) -> ReaderProfile {
        ReaderProfile { language: self.language, taste: self.taste }
    }

    /// Whether a move by itself counts where they read this, as sentences ask for it.
    pub(crate) fn may_just_say(&self) -> (&'static str, FluentValue<'static>) {
        ("said", u8::from(self.hearing == MessageAccess::Everything).into())
    }
}

/// Which of people's words the bot hears in a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MessageAccess {
    /// Of some people none: they can only press what a message has.
    Presses,
    /// Those that are said to it.
    #[default]
    Called,
    /// All, so that a move by itself counts.
    Everything,
}

/// A boxed future, so that traits with asynchronous methods stay usable as objects.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What an adapter knows about who can be addressed in a channel.
pub trait PersonDirectory: Send + Sync + 'static {
    /// The persons whom `name` (as typed: a name, a mention, with or without `@`) may mean in `channel`; at most 25.
    fn find<'a>(&'a self, channel: &'a ChannelId, name: &'a str) -> BoxFuture<'a, Vec<Person>>;

    /// Persons in `channel` whose names begin with `prefix`, for autocomplete; at most 25.
    fn complete<'a>(&'a self, channel: &'a ChannelId, prefix: &'a str) -> BoxFuture<'a, Vec<Person>>;

    /// Whether `name` (as typed) means the bot itself, on platforms where it has an account that people can name.
    fn is_bot<'a>(&'a self, channel: &'a ChannelId, name: &'a str) -> BoxFuture<'a, bool> {
        let _ = (channel, name);
        Box::pin(std::future::ready(false))
    }

    /// What `person` is called now, as people read it in `channel`; nothing where the platform does not know.
    fn name_of<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, Option<String>> {
        let _ = (channel, person);
        Box::pin(std::future::ready(None))
    }

    /// Whether the bot can show anything in `channel`, as far as is known. Platforms that do not know say nothing.
    fn has_place<'a>(&'a self, channel: &'a ChannelId) -> BoxFuture<'a, bool> {
        let _ = channel;
        Box::pin(std::future::ready(true))
    }

    /// Whether nobody but the bot and `person` reads `channel`, so that nobody else could answer there. Platforms that do not
    /// know say nothing.
    fn is_alone_with<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, bool> {
        let _ = (channel, person);
        Box::pin(std::future::ready(false))
    }

    /// Whether `person` may know what happens in `channel`, wherever they ask about it. Platforms whose channels are open
    /// to everybody who can ask say nothing.
    fn lets_in<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, bool> {
        let _ = (channel, person);
        Box::pin(std::future::ready(true))
    }

    /// Whether games of `channel` may be shown in `here` to those who are let into both, or to everybody who reads in `here`.
    /// Platforms on which everybody gets answers of their own, and channels belong to no server, say nothing.
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
