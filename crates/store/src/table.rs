//! The list of a store's tables, with their names on disk, and which of them have a shard key. What
//! their keys and values mean is known to the tables' owners alone.

use std::fmt;

/// A key space of records with one owner: the only part of the program that writes it.
///
/// The name is on disk and in exports: it never changes once released.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Table {
    /// Games in their present state.
    Game,
    /// Events of games, a record each.
    Event,
    /// Channels and their settings.
    Channel,
    /// People and their settings.
    Person,
    /// The outbox: notices not yet delivered.
    Outbox,
    /// Records of platforms from before each of them had a table.
    Message,
    /// Settings of this installation.
    Setting,
    /// Jobs, ordered by the time they are due.
    Deadline,
    /// Secondary indexes to records of other tables.
    Index,
    /// Metadata of the program.
    Meta,
    /// Records of the Discord platform.
    Discord,
    /// Records of the Matrix platform.
    Matrix,
    /// Records of the web chat.
    Web,
}

impl Table {
    /// Every table.
    pub const ALL: [Self; 13] = [
        Self::Game,
        Self::Event,
        Self::Channel,
        Self::Person,
        Self::Outbox,
        Self::Message,
        Self::Setting,
        Self::Deadline,
        Self::Index,
        Self::Meta,
        Self::Discord,
        Self::Matrix,
        Self::Web,
    ];

    /// The name on disk and in exports: lower-case ASCII letters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Event => "event",
            Self::Channel => "channel",
            Self::Person => "person",
            Self::Outbox => "outbox",
            Self::Message => "message",
            Self::Setting => "setting",
            Self::Deadline => "deadline",
            Self::Index => "index",
            Self::Meta => "meta",
            Self::Discord => "discord",
            Self::Matrix => "matrix",
            Self::Web => "web",
        }
    }

    /// The part of a key, counted from 0, from which the shard key follows: the channel, the person or the game that the
    /// record is about. It never changes once released.
    pub(crate) const fn shard_key_part(self) -> usize {
        match self {
            Self::Game | Self::Event | Self::Channel | Self::Message | Self::Setting => 0,
            Self::Person
            | Self::Outbox
            | Self::Index
            | Self::Meta
            | Self::Discord
            | Self::Matrix
            | Self::Web => 1,
            Self::Deadline => 2,
        }
    }

    /// The table of this name, if there is one.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|table| table.name() == name)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
