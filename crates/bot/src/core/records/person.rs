//! Reads the stored records of people, and adds changes of them to a batch, so that both players'
//! records change together with their channel's, even when other games of theirs begin or end at
//! the same moment. Not here: their content (`game`), and the commit of the batch
//! (`pending_commit`).

use adoube_store::{Batch, Key, Table};

use super::{
    codec::write,
    error::{RepositoryError, readable},
    repository::{Repository, VersionedRecord},
    side_changes::by_record,
    unit_of_work::UnitOfWork,
};
use crate::{
    Language, PersonId, ReaderProfile,
    core::game::{PersonEvent, PersonRecord, Preference},
};

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

    /// Adds changes of people's records to a batch. Unreadable records stay: no game depends on
    /// them.
    pub(super) async fn add_persons(
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
