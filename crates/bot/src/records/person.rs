//! Records of people, which an event changes in the same batch as its channel: both players' at
//! once, whatever other games of theirs begin or end elsewhere at that moment. Not here: their
//! content (`game`).

use adoube_store::{Batch, BatchWrite, CommitOutcome, Key, Table};

use super::{
    OutboxEntry, Repository, RepositoryError, ScheduledJob, UnitOfWork, VersionedRecord, contacts, job,
    side_changes::{SideChanges, by_record},
    write,
};
use crate::{
    ChannelId, Language, PersonId, ReaderProfile,
    game::{GameRecord, PersonEvent, PersonRecord, Preference},
};

/// The newest games of a person among which those are looked for that still run.
const LOOKED_AT: usize = 500;

/// Everything an event causes: a batch, and changes of side records, whose versions are not part of the batch.
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
    /// Changes of the records of people alone.
    pub(crate) fn of_persons(persons: Vec<(PersonId, PersonEvent)>) -> Self {
        Self { batch: Batch::new(), side: SideChanges { persons, ..SideChanges::default() } }
    }

    /// What it writes, without the changes of side records.
    pub(crate) fn batch(&self) -> &Batch {
        &self.batch
    }

    /// The lane in which it posts something.
    pub(crate) fn posts_in(&self) -> Option<ChannelId> {
        self.batch.writes.iter().find_map(|write| match write {
            BatchWrite::Put { table: Table::Outbox, key, .. } => OutboxEntry::channel_of(key),
            _ => None,
        })
    }

    /// When the first thing is due that this adds, in milliseconds since 1970.
    pub(crate) fn soonest(&self) -> Option<u64> {
        job::soonest(&self.batch)
    }

    /// What the computer has to do from then on.
    pub(crate) fn of_computer(&self) -> Vec<(ChannelId, ScheduledJob)> {
        job::of_computer(&self.batch)
    }
}

impl Repository {
    /// What is known of a person; the empty record where nothing is yet.
    pub(crate) async fn person(
        &self,
        id: &PersonId,
    ) -> Result<VersionedRecord<PersonRecord>, RepositoryError> {
        self.load_or_default(Table::Person, &key(id)).await
    }

    /// The same, without its version: nothing where the record cannot be read, as no game waits for that.
    pub(crate) async fn person_or_none(&self, id: &PersonId) -> Result<PersonRecord, RepositoryError> {
        Ok(self.readable_person(id).await?.map(|kept| kept.value).unwrap_or_default())
    }

    /// The same with its version.
    async fn readable_person(
        &self,
        id: &PersonId,
    ) -> Result<Option<VersionedRecord<PersonRecord>>, RepositoryError> {
        match self.person(id).await {
            Ok(kept) => Ok(Some(kept)),
            Err(error @ (RepositoryError::Unreadable { .. } | RepositoryError::NewerVersion { .. })) => {
                tracing::error!(%error, "a person's record is passed over");
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Whether a person ever began a game; no, where their record cannot be read.
    pub(crate) async fn has_begun(&self, id: &PersonId) -> Result<bool, RepositoryError> {
        Ok(self.person_or_none(id).await?.begun > 0)
    }

    /// A person's newest games, and behind them those that are older and still run. How many run is known where all of
    /// them were counted.
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

    /// Writes what an event causes, with its changes of side records: of people, their contacts, and communities. Nothing is
    /// read where there are none, as with every move that ends no game. Where another commit was faster with a side record, only
    /// the side records are read again.
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
                // A side record has changed: another commit succeeded, so this loop ends. Where the decision itself went by a
                // record that has changed, it is made again.
                CommitOutcome::Conflict { table, key }
                    if !contacts::expects(&batch.version_checks, table, &key) => {}
                committed => return Ok(committed),
            }
        }
    }

    /// A record that cannot be read is left as it is: no game waits for it.
    async fn add_persons(
        &self,
        mut batch: Batch,
        persons: &[(PersonId, PersonEvent)],
    ) -> Result<Batch, RepositoryError> {
        for (person, events) in by_record(persons) {
            let Some(VersionedRecord { mut value, version }) = self.readable_person(person).await? else {
                continue;
            };
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
    /// Notes a choice that somebody made.
    pub(crate) fn prefer(&mut self, person: &PersonId, preference: Preference) {
        self.side.persons.push((person.clone(), PersonEvent::Prefers(preference)));
    }

    /// How somebody reads after this, who read so before; `language` is what the platform says.
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

    /// Notes something about each person who plays the running game.
    pub(super) fn note_players(&mut self, event: &PersonEvent) {
        let Some(game) = &self.channel.game else { return };
        self.side.persons.extend(game.seats.people().map(|person| (person.id.clone(), event.clone())));
    }
}

fn key(id: &PersonId) -> Key {
    Key::new().text("record").text(&id.0)
}
