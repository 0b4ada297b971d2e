//! Repository: typed access to the bot's records, their tables and keys, and the batch with which
//! all changes of one event are committed. Not here: what is changed when (`handlers`), and the
//! stored forms (`forms`).
//!
//! | table | key | value |
//! |---|---|---|
//! | channel | channel | [`ChannelRecord`]: the running game, open challenges and panels, rows of jobs, a count of posts |
//! | game | game id | [`GameRecord`] of a game that has ended |
//! | game | channel, game id, `checkpoint`, plies | a [`Checkpoint`](crate::game::Checkpoint) |
//! | event | channel, game id, number | a [`GameLogEntry`](crate::game::GameLogEntry); earlier programs wrote it under the game's id alone (`event_log`) |
//! | person | `record`, person | a [`PersonRecord`](crate::game::PersonRecord) |
//! | person | `contacts`, person | [`Contacts`](crate::game::Contacts): whom they block, and whom they have challenged lately |
//! | outbox | platform, channel, number | [`Notice`] not yet delivered |
//! | outbox | `unreadable`, platform, channel, number | an unreadable notice in quarantine |
//! | deadline | `due`, instant, channel, subject, revision, kind | a scheduled job, in order of time (`job`) |
//! | deadline | `unreadable`, former key | an unreadable job in quarantine |
//! | meta | `outage` and `alive`, … | when the bot was unreachable (`outage`) |
//! | meta | `place`, place | the [`CommunitySettings`](crate::game::CommunitySettings) of a server or a room |
//! | meta | `barred`, place | the [`BarList`](crate::game::BarList) of a server or a room |
//! | meta | `check`, event | the event, while a self-test writes and reads it |
//! | meta | `lease` and `lease-until`, name | holder and end of a lease (`leases`) |
//! | meta | `lane`, channel | the owner of a lane in a shared store (`lane_ownership`) |
//! | index | `game`, game id | the channel it belongs to |
//! | index | `person` or `channel`, its id, time, game id | none: the key has all |

mod analysis;
mod audit;
mod bars;
mod channel_form;
mod checkpoint;
mod community;
mod contacts;
mod earlier_job;
mod event_log;
#[cfg(test)]
mod fixture;
mod job;
mod lane_ownership;
mod leases;
mod new_posts;
mod outage;
mod outbox;
mod pause_times;
mod person;
mod quarantine;
mod relocation;
pub(crate) mod row_kinds;
mod side_changes;
mod side_writes;
mod unit_of_work;

pub use audit::RecordAudit;
pub(crate) use earlier_job::EarlierJobSignal;
pub(crate) use job::{JobKind, JobRow, ScheduledJob};
pub(crate) use lane_ownership::{DeliveringPlatforms, LaneOwnership, watch as watch_deliverers};
pub(crate) use leases::{FencingToken, Lease, LeaseManager, LeaseStatus};
pub(crate) use new_posts::NewPostTracker;
pub(crate) use outage::{LastContact, OpenOutage, OutageScope, row as outage_row};
pub use outbox::OutboxEntry;
pub(crate) use pause_times::PlayerGame;
pub(crate) use person::PendingCommit;
pub use quarantine::quarantine;
pub(crate) use unit_of_work::UnitOfWork;

use std::sync::Arc;

use adoube_store::{Batch, Key, KeyRange, KeyReader, ScanOrder, Store, StoreError, Table};

use crate::{
    ChannelId, IdempotencyKey, PersonId,
    decision::StoredAnswer,
    forms::{self, FormError, GameLocation, ListMembership, StoredForm},
    game::{Challenge, GameId, GameRecord, SetupPanel},
    notice::GameRefusal,
};

/// The record of a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChannelRecord {
    /// The running game.
    pub(crate) game: Option<GameRecord>,
    /// Open challenges, oldest first.
    pub(crate) challenges: Vec<Challenge>,
    /// Open set-up panels, the last changed one at the end; one for each person.
    pub(crate) panels: Vec<SetupPanel>,
    /// Whether this is a thread that was opened for a game: it is closed when the game is over.
    pub(crate) closes_with_game: bool,
    /// How many notices were ever posted: the next one's number.
    pub(crate) posts: u64,
    /// The channel's rows of jobs as they stand in the store, so that a change of the record need
    /// not look for them there.
    due: Vec<ScheduledJob>,
}

impl ChannelRecord {
    /// Whether the store has this row for the channel.
    pub(crate) fn has_row(&self, due: &ScheduledJob) -> bool {
        self.due.contains(due)
    }

    /// Whether the computer still has the job of this row, which may have been put off since.
    pub(crate) fn has_computer_job(&self, due: &ScheduledJob) -> bool {
        let now = self.game.as_ref().and_then(ScheduledJob::of_computer);
        now.is_some_and(|now| (now.subject, now.revision) == (due.subject.clone(), due.revision))
    }

    /// The time job of the running game.
    pub(crate) fn game_due(&self) -> Option<ScheduledJob> {
        self.game.as_ref().and_then(ScheduledJob::of_game)
    }

    /// All jobs of the channel in its present state.
    fn things_due(&self) -> Vec<ScheduledJob> {
        let challenges = self.challenges.iter().map(|challenge| ScheduledJob {
            at: challenge.expires_at(),
            subject: challenge.id.clone(),
            revision: 0,
            kind: JobKind::Challenge,
        });
        let panels = self.panels.iter().map(|panel| ScheduledJob {
            at: panel.expires_at(),
            subject: panel.id.clone(),
            revision: panel.version,
            kind: JobKind::Panel,
        });
        let game =
            self.game.iter().flat_map(|game| [ScheduledJob::of_game(game), ScheduledJob::of_computer(game)]);
        challenges.chain(panels).chain(game.flatten()).collect()
    }
}

/// An error of the store or in its records.
#[derive(Debug, thiserror::Error)]
pub enum RepositoryError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record cannot be read.
    #[error("the record {key} in table {table} cannot be read: {reason}")]
    Unreadable {
        /// Its table.
        table: Table,
        /// Its key, as text.
        key: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A newer program wrote a record.
    #[error(
        "the record {key} in table {table} is {kind} of version {found}, this program knows versions up to {known}; use a newer program"
    )]
    NewerVersion {
        /// Its table.
        table: Table,
        /// Its key, as text.
        key: String,
        /// The kind of record.
        kind: &'static str,
        /// Its version.
        found: u64,
        /// The newest this program knows.
        known: u64,
    },
    /// A record cannot be written.
    #[error(transparent)]
    Unwritable(FormError),
    /// The program has a bug, and panicked.
    #[error("the program broke while it dealt with {0}")]
    Panicked(String),
}

impl RepositoryError {
    /// Whether this program cannot read a record: it is damaged, or a newer program wrote it.
    pub(crate) fn is_unreadable(&self) -> bool {
        matches!(self, Self::Unreadable { .. } | Self::NewerVersion { .. })
    }

    /// The refusal that people read. For damaged and newer records it suggests no retry, which
    /// would not help.
    pub(crate) fn refusal(&self) -> GameRefusal {
        match self {
            Self::Unreadable { .. } | Self::Store(StoreError::Damaged { .. }) => GameRefusal::RecordDamaged,
            Self::NewerVersion { .. } => GameRefusal::NewerRecord,
            // A database that refuses one write refuses others as well.
            Self::Store(StoreError::Database { .. }) => GameRefusal::StoreUnavailable,
            Self::Store(error) if error.is_transient() => GameRefusal::StoreUnavailable,
            Self::Store(_) | Self::Unwritable(_) | Self::Panicked(_) => GameRefusal::InternalError,
        }
    }
}

/// A record with the version it was read at.
#[derive(Clone, Debug)]
pub(crate) struct VersionedRecord<T> {
    pub(crate) value: T,
    pub(crate) version: Option<u64>,
}

/// Typed access to the store.
#[derive(Clone)]
pub(crate) struct Repository {
    store: Arc<dyn Store>,
}

impl Repository {
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        Self { store }
    }

    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// Writes a record, reads it and deletes it again; returns whether it could be read.
    pub(crate) async fn probe_write(&self, event: &IdempotencyKey) -> Result<bool, StoreError> {
        let (key, value) = (Key::new().text("check").text(event.as_str()), event.as_str().as_bytes());
        self.store.commit(Batch::new().put(Table::Meta, key.clone(), value)).await?;
        let there = self.store.get(Table::Meta, key.as_ref()).await?;
        self.store.commit(Batch::new().delete(Table::Meta, key)).await?;
        Ok(there.is_some_and(|record| record.value == value))
    }

    /// The stored answer to an event in a channel.
    pub(crate) async fn answer(
        &self,
        channel: &ChannelId,
        event: &IdempotencyKey,
    ) -> Result<Option<StoredAnswer>, RepositoryError> {
        let bytes = self.store.answer(&event.clone().in_shard(&channel.0)).await?;
        bytes.map(|bytes| read_answer(event, &bytes)).transpose()
    }

    /// The channel's record; an empty one at first.
    pub(crate) async fn channel(
        &self,
        id: &ChannelId,
    ) -> Result<VersionedRecord<ChannelRecord>, RepositoryError> {
        let key = channel_key(id);
        let Some(record) = self.store.get(Table::Channel, key.as_ref()).await? else {
            return Ok(VersionedRecord { value: ChannelRecord::default(), version: None });
        };
        let value = read(Table::Channel, key.as_ref(), &record.value)?;
        Ok(VersionedRecord { value, version: Some(record.version) })
    }

    /// A game by its id, running or ended.
    pub(crate) async fn game(&self, id: &GameId) -> Result<Option<GameRecord>, RepositoryError> {
        if let Some(ended) = self.ended_game(id).await? {
            return Ok(Some(ended));
        }
        let Some(channel) = self.channel_of(id).await? else { return Ok(None) };
        match self.channel(&channel).await?.value.game.filter(|game| game.id == *id) {
            Some(running) => Ok(Some(running)),
            // The game may have ended between the two reads.
            None => self.ended_game(id).await,
        }
    }

    async fn ended_game(&self, id: &GameId) -> Result<Option<GameRecord>, RepositoryError> {
        let key = game_key(id);
        let record = self.store.get(Table::Game, key.as_ref()).await?;
        record.map(|record| read(Table::Game, key.as_ref(), &record.value)).transpose()
    }

    async fn channel_of(&self, id: &GameId) -> Result<Option<ChannelId>, RepositoryError> {
        let key = index_game_key(id);
        let record = self.store.get(Table::Index, key.as_ref()).await?;
        let home = record.map(|record| read(Table::Index, key.as_ref(), &record.value)).transpose()?;
        Ok(home.map(|GameLocation(channel)| channel))
    }

    /// The newest games of a person.
    pub(crate) async fn games_of(
        &self,
        person: &PersonId,
        limit: usize,
    ) -> Result<Vec<GameRecord>, RepositoryError> {
        self.listed(Key::new().text("person").text(&person.0), limit).await
    }

    /// The newest games of a channel.
    pub(crate) async fn games_in(
        &self,
        channel: &ChannelId,
        limit: usize,
    ) -> Result<Vec<GameRecord>, RepositoryError> {
        self.listed(Key::new().text("channel").text(&channel.0), limit).await
    }

    async fn listed(&self, prefix: Key, limit: usize) -> Result<Vec<GameRecord>, RepositoryError> {
        let rows =
            self.store.scan(Table::Index, KeyRange::prefix(prefix), ScanOrder::Descending, limit).await?;
        let mut games = Vec::new();
        for (key, row) in rows {
            match self.of_line(&key, &row.value).await {
                Ok(game) => games.extend(game),
                // An unreadable game does not hide the others.
                Err(error) if error.is_unreadable() => {
                    tracing::error!(%error, line = %key.escape_ascii(), "a game is left out of a list");
                }
                Err(error) => return Err(error),
            }
        }
        Ok(games)
    }

    /// The game of a row of a list.
    async fn of_line(&self, key: &[u8], value: &[u8]) -> Result<Option<GameRecord>, RepositoryError> {
        let ListMembership = read(Table::Index, key, value)?;
        match last_text(key).as_deref().and_then(GameId::parse) {
            Some(id) => self.game(&id).await,
            None => Ok(None),
        }
    }
}

pub(crate) fn channel_key(id: &ChannelId) -> Key {
    Key::new().text(&id.0)
}

fn game_key(id: &GameId) -> Key {
    Key::new().text(&id.to_string())
}

fn index_game_key(id: &GameId) -> Key {
    Key::new().text("game").text(&id.to_string())
}

fn last_text(key: &[u8]) -> Option<String> {
    let mut reader = KeyReader::new(key);
    let (_, _, _) = (reader.text()?, reader.text()?, reader.number()?);
    reader.text()
}

/// Decodes the stored answer to an event.
pub(crate) fn read_answer(event: &IdempotencyKey, bytes: &[u8]) -> Result<StoredAnswer, RepositoryError> {
    let key = event.as_str().as_bytes();
    read(Table::Meta, key, bytes)
}

impl Repository {
    /// A record with its version; the default of its type where there is none.
    async fn load_or_default<T: StoredForm + Default>(
        &self,
        table: Table,
        key: &Key,
    ) -> Result<VersionedRecord<T>, RepositoryError> {
        let Some(record) = self.store.get(table, key.as_ref()).await? else {
            return Ok(VersionedRecord { value: T::default(), version: None });
        };
        let value = read(table, key.as_ref(), &record.value)?;
        Ok(VersionedRecord { value, version: Some(record.version) })
    }
}

/// The record that was read; `None` if it cannot be read, which is logged with the sentence
/// `passed_over`.
///
/// # Errors
///
/// Any other error, such as one of the store.
pub(crate) fn readable<T>(
    found: Result<T, RepositoryError>,
    passed_over: &str,
) -> Result<Option<T>, RepositoryError> {
    match found {
        Ok(record) => Ok(Some(record)),
        Err(error) if error.is_unreadable() => {
            tracing::error!(%error, "{passed_over}");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Serialises a record in its stored form.
fn write(form: &impl StoredForm) -> Result<Vec<u8>, RepositoryError> {
    forms::write(form).map_err(RepositoryError::Unwritable)
}

/// Deserialises a record from its stored form.
fn read<F: StoredForm>(table: Table, key: &[u8], bytes: &[u8]) -> Result<F, RepositoryError> {
    forms::read(bytes).map_err(|error| match error {
        FormError::Newer { kind, found, known } => RepositoryError::NewerVersion {
            table,
            key: String::from_utf8_lossy(key).into_owned(),
            kind,
            found,
            known,
        },
        error => unreadable(table, key, error.to_string()),
    })
}

fn unreadable(table: Table, key: &[u8], reason: String) -> RepositoryError {
    RepositoryError::Unreadable { table, key: String::from_utf8_lossy(key).into_owned(), reason }
}
