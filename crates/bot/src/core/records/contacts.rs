//! Reads and changes the stored contacts of a person: whom they block and have challenged lately.
//! Never read when a person moves. Not here: their content (`game`), and the refusals
//! (`gameplay::contacts`).

use adoube_store::{Batch, Key, Table};

use super::{
    codec::write,
    error::{RepositoryError, readable},
    repository::{Repository, VersionedRecord},
    side_changes::by_record,
    unit_of_work::UnitOfWork,
};
use crate::{
    ChannelId, PersonId,
    core::game::{Challenge, ContactEvent, Contacts, OpenDirectChallenge},
};

impl Repository {
    /// The contacts of a person; empty at first.
    pub(crate) async fn contacts(&self, id: &PersonId) -> Result<VersionedRecord<Contacts>, RepositoryError> {
        self.load_or_default(Table::Person, &key(id)).await
    }

    /// The same; `None` if they cannot be read, as no game depends on them.
    pub(crate) async fn contacts_or_none(
        &self,
        id: &PersonId,
    ) -> Result<Option<VersionedRecord<Contacts>>, RepositoryError> {
        readable(self.contacts(id).await, "a person's contacts are passed over")
    }

    /// Adds an event's changes of contacts to a batch. Unreadable contacts stay as they are. A
    /// version that the batch expects already is kept.
    pub(super) async fn add_contacts(
        &self,
        mut batch: Batch,
        changes: &[(PersonId, ContactEvent)],
    ) -> Result<Batch, RepositoryError> {
        for (person, events) in by_record(changes) {
            let Some(VersionedRecord { mut value, version }) = self.contacts_or_none(person).await? else {
                continue;
            };
            let (before, key) = (value.clone(), key(person));
            for event in events {
                value.note(event.clone());
            }
            if value == before {
                continue;
            }
            if !batch.checks(Table::Person, key.as_ref()) {
                batch = batch.expect(Table::Person, key.clone(), version);
            }
            batch = if value.is_empty() {
                batch.delete(Table::Person, key)
            } else {
                let value = write(&value)?;
                batch.put(Table::Person, key, value)
            };
        }
        Ok(batch)
    }
}

impl UnitOfWork {
    /// Records a change of a person's contacts, beside other writes to them in the same batch.
    pub(crate) fn note_contact(&mut self, person: PersonId, event: ContactEvent) {
        self.side.contacts.push((person, event));
    }

    /// The same for a decision that read this version of the contacts: another version is a
    /// conflict.
    pub(crate) fn note_contact_at(&mut self, person: PersonId, version: Option<u64>, event: ContactEvent) {
        self.batch = std::mem::take(&mut self.batch).expect(Table::Person, key(&person), version);
        self.note_contact(person, event);
    }
}

impl ContactEvent {
    /// The change for a challenge addressed to one person; `None` for an open challenge.
    pub(crate) fn approach(challenge: &Challenge, channel: &ChannelId) -> Option<Self> {
        let open = OpenDirectChallenge {
            channel: channel.clone(),
            challenge: challenge.id.clone(),
            made_at: challenge.made_at,
        };
        Some(Self::Approached { person: challenge.opponent.as_ref()?.id.clone(), open })
    }
}

fn key(id: &PersonId) -> Key {
    Key::new().text("contacts").text(&id.0)
}
