//! List of all kinds of rows the bot stores: tells the kind of a row by its table and key, and
//! whether its value can be read, for checks of a whole store. Not here: comparison of rows with
//! one another (`audit`).

#[cfg(test)]
use std::fmt::Debug;

use super::{
    channel::ChannelRecord,
    event_log::event_of,
    job_rows::StoredJob,
    leases::{LeaseExpiry, LeaseHolder},
    outage::{StoredAlive, StoredOutage},
    outbox::OutboxEntry,
};
use crate::{
    Notice,
    core::{
        decision::StoredAnswer,
        forms::{FormError, GameLocation, ListMembership, read},
        game::{
            BarList, Checkpoint, CommunitySettings, Contacts, GameAnalysis, GameId, GameLogEntry, GameRecord,
            PersonRecord,
        },
    },
};

/// A kind of the bot's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowKind {
    Channel,
    Game,
    Checkpoint,
    Analysis,
    Person,
    Contacts,
    Place,
    Barred,
    Event,
    Notice,
    Answer,
    Home,
    Listed,
    Due,
    Holder,
    Until,
    Outage,
    Alive,
}

impl RowKind {
    #[cfg(test)]
    pub(crate) const ALL: [Self; 18] = [
        Self::Channel,
        Self::Game,
        Self::Checkpoint,
        Self::Analysis,
        Self::Person,
        Self::Contacts,
        Self::Place,
        Self::Barred,
        Self::Event,
        Self::Notice,
        Self::Answer,
        Self::Home,
        Self::Listed,
        Self::Due,
        Self::Holder,
        Self::Until,
        Self::Outage,
        Self::Alive,
    ];

    /// The kind by table and first part of the key; `None` for rows of platforms.
    pub(crate) fn of(table: &str, key: &str) -> Option<Self> {
        let first = key.split('/').next().unwrap_or_default();
        Some(match (table, first) {
            ("channel", place) if place.contains(':') => Self::Channel,
            ("game", _) if key.contains("/checkpoint/") => Self::Checkpoint,
            ("game", _) if key.contains("/analysis/") => Self::Analysis,
            ("game", id) if GameId::parse(id).is_some() => Self::Game,
            ("person", "record") => Self::Person,
            ("person", "contacts") => Self::Contacts,
            ("event", _) if event_of(key.as_bytes()).is_some() => Self::Event,
            ("outbox", _) if OutboxEntry::channel_of(key.as_bytes()).is_some() => Self::Notice,
            ("index", "game") => Self::Home,
            ("index", "person" | "channel") => Self::Listed,
            ("deadline", "due") => Self::Due,
            ("meta", "place") => Self::Place,
            ("meta", "barred") => Self::Barred,
            ("meta", "lease" | "lane") => Self::Holder,
            ("meta", "lease-until") => Self::Until,
            ("meta", "outage" | "outage-open") => Self::Outage,
            ("meta", "alive") => Self::Alive,
            _ => return None,
        })
    }

    /// Checks whether a row can be read.
    ///
    /// # Errors
    ///
    /// [`FormError::Newer`] and [`FormError::Unreadable`].
    pub(crate) fn check(self, bytes: &[u8]) -> Result<(), FormError> {
        match self {
            Self::Channel => read::<ChannelRecord>(bytes).map(drop),
            Self::Checkpoint => read::<Checkpoint>(bytes).map(drop),
            Self::Analysis => read::<GameAnalysis>(bytes).map(drop),
            Self::Game => read::<GameRecord>(bytes).map(drop),
            Self::Person => read::<PersonRecord>(bytes).map(drop),
            Self::Contacts => read::<Contacts>(bytes).map(drop),
            Self::Place => read::<CommunitySettings>(bytes).map(drop),
            Self::Barred => read::<BarList>(bytes).map(drop),
            Self::Event => read::<GameLogEntry>(bytes).map(drop),
            Self::Notice => read::<Notice>(bytes).map(drop),
            Self::Answer => read::<StoredAnswer>(bytes).map(drop),
            Self::Home => read::<GameLocation>(bytes).map(drop),
            Self::Listed => read::<ListMembership>(bytes).map(drop),
            Self::Due => read::<StoredJob>(bytes).map(drop),
            Self::Holder => read::<LeaseHolder>(bytes).map(drop),
            Self::Until => read::<LeaseExpiry>(bytes).map(drop),
            Self::Outage => read::<StoredOutage>(bytes).map(drop),
            Self::Alive => read::<StoredAlive>(bytes).map(drop),
        }
    }

    /// A row as read and written again by this program.
    #[cfg(test)]
    pub(crate) fn again(self, bytes: &[u8]) -> Result<Vec<u8>, FormError> {
        match self {
            Self::Channel => again::<ChannelRecord>(bytes),
            Self::Checkpoint => again::<Checkpoint>(bytes),
            Self::Analysis => again::<GameAnalysis>(bytes),
            Self::Game => again::<GameRecord>(bytes),
            Self::Person => again::<PersonRecord>(bytes),
            Self::Contacts => again::<Contacts>(bytes),
            Self::Place => again::<CommunitySettings>(bytes),
            Self::Barred => again::<BarList>(bytes),
            Self::Event => again::<GameLogEntry>(bytes),
            Self::Notice => again::<Notice>(bytes),
            Self::Answer => again::<StoredAnswer>(bytes),
            Self::Home => again::<GameLocation>(bytes),
            Self::Listed => again::<ListMembership>(bytes),
            Self::Due => again::<StoredJob>(bytes),
            Self::Holder => again::<LeaseHolder>(bytes),
            Self::Until => again::<LeaseExpiry>(bytes),
            Self::Outage => again::<StoredOutage>(bytes),
            Self::Alive => again::<StoredAlive>(bytes),
        }
    }

    /// The newest version of the kind's stored form.
    #[cfg(test)]
    pub(crate) fn version(self) -> u64 {
        use crate::core::forms::StoredForm as _;

        match self {
            Self::Channel => ChannelRecord::VERSION,
            Self::Checkpoint => Checkpoint::VERSION,
            Self::Analysis => GameAnalysis::VERSION,
            Self::Game => GameRecord::VERSION,
            Self::Person => PersonRecord::VERSION,
            Self::Contacts => Contacts::VERSION,
            Self::Place => CommunitySettings::VERSION,
            Self::Barred => BarList::VERSION,
            Self::Event => GameLogEntry::VERSION,
            Self::Notice => Notice::VERSION,
            Self::Answer => StoredAnswer::VERSION,
            Self::Home => GameLocation::VERSION,
            Self::Listed => ListMembership::VERSION,
            Self::Due => StoredJob::VERSION,
            Self::Holder => LeaseHolder::VERSION,
            Self::Until => LeaseExpiry::VERSION,
            Self::Outage => StoredOutage::VERSION,
            Self::Alive => StoredAlive::VERSION,
        }
    }
}

#[cfg(test)]
fn again<F: crate::core::forms::StoredForm + PartialEq + Debug>(bytes: &[u8]) -> Result<Vec<u8>, FormError> {
    let form = read::<F>(bytes)?;
    let written = crate::core::forms::write(&form)?;
    assert_eq!(read::<F>(&written)?, form, "what is written is read as the same");
    Ok(written)
}
