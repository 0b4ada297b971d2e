//! Reads and changes the stored records of people, and commits a decision together with its changes
//! of people, contacts and communities: both players' records change in the same batch as their
//! channel, even when other games of theirs begin or end at the same moment. Not here: their
//! content (`game`).

use adoube_store::{Batch, BatchWrite, CommitOutcome, Key, Table};

use super::{
    OutboxEntry, Repository, RepositoryError, ScheduledJob, UnitOfWork, VersionedRecord, job, readable,
    side_changes::{SideChanges, by_record},
    write,
};
use crate::{
    ChannelId, Language, PersonId, ReaderProfile,
    game::{GameRecord, PersonEvent, PersonRecord, Preference},
};

/// How many of a person's newest games are read to find those that still run.
const LOOKED_AT: usize = 500;

/// All writes of a decision: a batch, and changes of side records, which it does not contain yet.
#[derive(Clone)]
pub(crate) struct PendingCommit {
    pub(super) batch: Batch,
    pub(super) side: SideChanges,
}

impl From<Batch> for PendingCommit {
    fn from(batch: Batch) -> Self {
        Self { batch, side: SideChanges::default() }
    }
}

impl PendingCommit {
    /// Changes of records of people alone.
    pub(crate) fn of_persons(persons: Vec<(PersonId, PersonEvent)>) -> Self {
        Self { batch: Batch::new(), side: SideChanges { persons, ..SideChanges::default() } }
    }

    /// The batch without the changes of side records.
    pub(crate) fn batch(&self) -> &Batch {
        &self.batch
    }

    /// The lane to which the batch posts.
    pub(crate) fn posts_in(&self) -> Option<ChannelId> {
        self.batch.writes.iter().find_map(|write| match write {
            BatchWrite::Put { table: Table::Outbox, key, .. } => OutboxEntry::channel_of(key),
            _ => None,
        })
    }

    /// The earliest due time of the jobs that the batch adds, in milliseconds since 1970.
    pub(crate) fn soonest(&self) -> Option<u64> {
        job::soonest(&self.batch)
    }

    /// The computer's jobs that the batch adds.
    pub(crate) fn of_computer(&self) -> Vec<(ChannelId, ScheduledJob)> {
        job::of_computer(&self.batch)
    }
}

impl Repository {
    /// The record of a person; empty at first.
    pub(crate) async fn person(
        &self,
        id: &PersonId,
    ) -> Result<VersionedRecord<PersonRecord>, RepositoryError> {
        self.load_or_default(Table::Person, &key(id)).await
    }

    /// The same without its version; empty if it cannot be read, as no game depends on it.
    pub(crate) async fn person_or_none(&self, id: &PersonId) -> Result<PersonRecord, RepositoryError> {
        let kept = readable(self.person(id).await, "a person's record is passed over")?;
        Ok(kept.map(|kept| kept.value).unwrap_or_default())
    }

    /// Whether a person ever began a game; false if their record cannot be read.
    pub(crate) async fn has_begun(&self, id: &PersonId) -> Result<bool, RepositoryError> {
        Ok(self.person_or_none(id).await?.begun > 0)
    }

    /// A person's newest games, followed by older ones that still run. The reads stop early where
    /// the counters of the record say that all running ones were found.
    pub(crate) async fn with_running_of(
        &self,
        id: &PersonId,
        mut games: Vec<GameRecord>,
    ) -> Result<Vec<GameRecord>, RepositoryError> {
        let counted = self.person_or_none(id).await?;
        let running = usize::try_from(counted.begun.saturating_sub(counted.ended)).unwrap_or(usize::MAX);
        let found = games.iter().filter(|game| game.is_running()).count();
        if found >= running.min(LOOKED_AT) {
            return Ok(games);
        }
        let looked = games.len();
        let older = self.games_of(id, LOOKED_AT).await?.into_iter().skip(looked);
        games.extend(older.filter(GameRecord::is_running));
        Ok(games)
    }

    /// Commits a decision with its changes of side records: people, their contacts, and
    /// communities. Without such changes, as with every move that ends no game, nothing is read.
    /// After a version conflict on a side record only the side records are read again.
    pub(crate) async fn commit(&self, decided: PendingCommit) -> Result<CommitOutcome, RepositoryError> {
        let PendingCommit { batch, side } = decided;
        if side.is_empty() {
            return Ok(self.store.commit(batch).await?);
        }
        loop {
            let mut whole = self.add_persons(batch.clone(), &side.persons).await?;
            whole = self.add_contacts(whole, &side.contacts).await?;
            whole = self.add_settings(whole, &side.settings).await?;
            whole = self.add_bars(whole, &side.bars).await?;
            match self.store.commit(whole).await? {
                // A side record has changed: another commit succeeded, so the loop ends some time.
                // A conflict on a record that the decision itself has read goes to the caller,
                // which decides again.
                CommitOutcome::Conflict { table, key } if !batch.checks(table, &key) => {}
                committed => return Ok(committed),
            }
        }
    }

    /// Adds changes of people's records to a batch. Unreadable records stay: no game depends on
    /// them.
    async fn add_persons(
        &self,
        mut batch: Batch,
        persons: &[(PersonId, PersonEvent)],
    ) -> Result<Batch, RepositoryError> {
        for (person, events) in by_record(persons) {
            let kept = readable(self.person(person).await, "a person's record stays as it is")?;
            let Some(VersionedRecord { mut value, version }) = kept else { continue };
            for event in events {
                value.record_event(event.clone());
            }
            let key = key(person);
            let value = write(&value)?;
            batch = batch.expect(Table::Person, key.clone(), version).put(Table::Person, key, value);
        }
        Ok(batch)
    }
}

impl UnitOfWork {
    /// Records a person's choice of a preference.
    pub(crate) fn prefer(&mut self, person: &PersonId, preference: Preference) {
        self.side.persons.push((person.clone(), PersonEvent::Prefers(preference)));
    }

    /// A person's preferences after this decision; `language` is what the platform reports.
    pub(crate) fn chosen_by(
        &self,
        person: &PersonId,
        language: Language,
        before: ReaderProfile,
    ) -> ReaderProfile {
        let chosen = self.side.persons.iter().filter(|(chooser, _)| chooser == person);
        chosen.fold(before, |reading, (_, event)| match event {
            PersonEvent::Prefers(preference) => preference.applied(reading, language),
            _ => reading,
        })
    }

    /// Records an event for each player of the running game.
    pub(super) fn note_players(&mut self, event: &PersonEvent) {
        let Some(game) = &self.channel.game else { return };
        self.side.persons.extend(game.seats.people().map(|person| (person.id.clone(), event.clone())));
    }
}

fn key(id: &PersonId) -> Key {
    Key::new().text("record").text(&id.0)
}
