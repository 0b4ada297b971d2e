//! Records of people, which an event changes in the same batch as its channel: both players' at
//! once, whatever other games of theirs begin or end elsewhere at that moment. Not here: their
//! content (`game`).

use std::collections::BTreeMap;

use adoube_store::{Batch, BatchWrite, CommitOutcome, Key, Table};

use super::{
    OutboxEntry, Repository, RepositoryError, ScheduledJob, UnitOfWork, VersionedRecord, bars, community,
    contacts, job, side_changes::SideChanges, write,
};
use crate::{
    ChannelId, Language, PersonId, ReaderProfile,
    game::{GameRecord, PersonEvent, PersonRecord, Preference},
};

/// The newest games of a person among which those are looked for that still run.
const LOOKED_AT: usize = 500;

/// Everything an event causes, and what it adds to the records of people, whose versions are not part of it.
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
    /// What it adds to the records of people.
    pub(crate) fn of_persons(batch: Batch, persons: Vec<(PersonId, PersonEvent)>) -> Self {
        Self { batch, side: SideChanges { persons, ..SideChanges::default() } }
    }

    /// What it writes, beside the records of people.
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
        match self.person(id).await {
            Ok(kept) => Ok(kept.value),
            Err(error @ (RepositoryError::Unreadable { .. } | RepositoryError::NewerVersion { .. })) => {
                tracing::error!(%error, "a person's record is passed over");
                Ok(PersonRecord::default())
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

    /// Writes what an event causes, and with it what that adds to the records of people. Nothing is read where it adds
    /// nothing, as with every move that ends no game. Where a game of the same people was faster elsewhere, only their
    /// records are read again.
    pub(crate) async fn commit(&self, decided: PendingCommit) -> Result<CommitOutcome, RepositoryError> {
        let PendingCommit { batch, side } = decided;
        if side.is_empty() {
            return Ok(self.store.commit(batch).await?);
        }
        let SideChanges { persons, contacts, settings, bars } = side;
        loop {
            let mut whole = self.add_persons(batch.clone(), &persons).await?;
            whole = self.add_contacts(whole, &contacts).await?;
            if let Some(settings) = &settings {
                whole = self.add_settings(whole, settings).await?;
            }
            if let Some(bars) = &bars {
                whole = self.add_bars(whole, bars).await?;
            }
            match self.store.commit(whole).await? {
                // Another commit succeeded, so this loop ends. A decision that read the changed row is made again.
                CommitOutcome::Conflict { table: Table::Person, key }
                    if !contacts::expects(&batch.version_checks, &key) => {}
                CommitOutcome::Conflict { table, key }
                    if settings
                        .as_ref()
                        .is_some_and(|settings| community::is_about(settings, table, &key))
                        || bars.as_ref().is_some_and(|bars| bars::is_about(bars, table, &key)) => {}
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
        let mut changes: BTreeMap<&PersonId, Vec<PersonEvent>> = BTreeMap::new();
        for (person, event) in persons {
            changes.entry(person).or_default().push(event.clone());
        }
        for (person, events) in changes {
            let VersionedRecord { mut value, version } = match self.person(person).await {
                Ok(kept) => kept,
                Err(error @ (RepositoryError::Unreadable { .. } | RepositoryError::NewerVersion { .. })) => {
                    tracing::error!(%error, "a person's record stays as it is");
                    continue;
                }
                Err(error) => return Err(error),
            };
            for event in events {
                value.record_event(event);
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
