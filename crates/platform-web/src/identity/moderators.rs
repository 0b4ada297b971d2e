//! Tells who moderates all channels, configured by name or id. A name stands for the first person
//! who has it, also after that person is renamed, so that nobody becomes a moderator by taking a
//! name that was given up.

use std::collections::{BTreeSet, HashSet};

use adoube_bot::{
    PersonId,
    forms::{self, FormError},
};
use adoube_store::{Batch, CommitOutcome, Key, KeyRange, KeyReader, ScanOrder, Store, StoreError};

use crate::{
    identity::{name::fold, name_registry, person_error::PersonError, stored::StoredOwner},
    records::{self, MODERATOR, PLATFORM, TABLE},
};

/// Bound for the scan of stored names; no configuration has that many.
const MOST: usize = 1024;

/// The configured moderators.
#[derive(Debug, Default)]
pub(crate) struct Moderators {
    /// By name, folded.
    names: BTreeSet<String>,
    /// By id.
    ids: HashSet<PersonId>,
}

impl Moderators {
    /// Reads the configuration, binds its names to the people who have them, and deletes the
    /// bindings of names that it no longer contains.
    pub(crate) async fn open(store: &dyn Store, configured: &[String]) -> Result<Self, PersonError> {
        // No name has a colon in it.
        let is_id = |entry: &&String| entry.starts_with(&format!("{PLATFORM}:"));
        let ids = configured.iter().filter(is_id).map(|id| PersonId(id.clone())).collect();
        let names = configured.iter().filter(|entry| !is_id(entry)).map(|name| fold(name.trim())).collect();
        let moderators = Self { names, ids };
        moderators.forget_others(store).await?;
        for name in &moderators.names {
            let Some(person) = name_registry::holder_of(store, name).await? else {
                // A name that is already bound may have been given up by its person.
                if moderators.awaits(store, name).await? {
                    tracing::info!(
                        name,
                        "web.moderators: nobody has this name yet; the first who takes it moderates"
                    );
                }
                continue;
            };
            // The name's record cannot be read, so its holder is unknown; a later start binds the
            // name.
            if person.0.is_empty() {
                continue;
            }
            if moderators.awaits(store, name).await?
                && store.commit(Self::bind(Batch::new(), &person, name)?).await? == CommitOutcome::Applied
            {
                Self::tell(&person, name);
            }
        }
        Ok(moderators)
    }

    async fn forget_others(&self, store: &dyn Store) -> Result<(), StoreError> {
        let range = KeyRange::prefix(records::key(MODERATOR));
        let rows = store.scan(TABLE, range, ScanOrder::Ascending, MOST).await?;
        let mut batch = Batch::new();
        for (key, _) in rows {
            let mut reader = KeyReader::new(&key);
            let name = reader.text().and_then(|_| reader.text());
            if !name.is_some_and(|name| self.names.contains(&name)) {
                batch = batch.delete(TABLE, key);
            }
        }
        store.commit(batch).await?;
        Ok(())
    }

    /// Whether the next person who takes this name becomes its moderator.
    pub(crate) async fn awaits(&self, store: &dyn Store, name: &str) -> Result<bool, StoreError> {
        let name = fold(name);
        Ok(self.names.contains(&name) && store.get(TABLE, key(&name).as_ref()).await?.is_none())
    }

    /// Adds the binding of a name to the batch in which a person takes the name.
    pub(crate) fn bind(batch: Batch, person: &PersonId, name: &str) -> Result<Batch, FormError> {
        let (key, meant) = (key(&fold(name)), forms::write(&StoredOwner { person: person.clone() })?);
        Ok(batch.expect_absent(TABLE, key.clone()).put(TABLE, key, meant))
    }

    /// Whether a person is a configured moderator.
    pub(crate) async fn contain(&self, store: &dyn Store, person: &PersonId) -> Result<bool, StoreError> {
        if self.ids.contains(person) {
            return Ok(true);
        }
        for name in &self.names {
            let key = key(name);
            let bound = store.get(TABLE, key.as_ref()).await?;
            let bound = bound.and_then(|bound| forms::read_or_tell(key.as_ref(), &bound.value));
            if bound.is_some_and(|bound: StoredOwner| bound.person == *person) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Logs which person a name is bound to.
    pub(crate) fn tell(person: &PersonId, name: &str) {
        tracing::info!(%person, name, "web.moderators means this person from now on, whatever they are called later");
    }
}

fn key(folded: &str) -> Key {
    records::key(MODERATOR).text(folded)
}
