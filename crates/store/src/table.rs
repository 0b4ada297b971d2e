//! The named tables. What their keys and values mean is the business of whoever writes them.

use std::fmt;

/// A named group of records with keys of its own, and one owner: whatever part of the program writes it, and nobody else.
///
/// The name is on disk and in exports: it never changes once released.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Table {
    /// Games as they stand.
    Game,
    /// What happened in games, one record per event.
    Event,
    /// Channels and their choices.
    Channel,
    /// People and their choices.
    Person,
    /// Outgoing messages not yet delivered.
    Outbox,
    /// What adapters kept before each of them had a table of its own.
    Message,
    /// Settings of this installation.
    Setting,
    /// Deadlines, ordered by time.
    Deadline,
    /// Ways to find records of other tables.
    Index,
    /// Notes the program keeps about itself.
    Meta,
    /// What the adapter for Discord keeps.
    Discord,
    /// What the adapter for Matrix keeps.
    Matrix,
    /// What the web chat keeps.
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

    /// Which part of its keys names the home of a record, counted from 0: the channel, the person or the game that it is
    /// about. It never changes once released.
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
