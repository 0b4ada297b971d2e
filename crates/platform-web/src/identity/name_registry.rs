//! The name registry: each name belongs to one person, and nobody takes one that looks like
//! another's.
//!
//! People who had names that look alike before look-alike forms were stored keep them; the forms
//! then belong to the first of them, and stand in the other's way only when that person wants
//! another name.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use adoube_bot::{
    PersonId, PlatformLease, RepositoryError, Timer,
    forms::{self, FormError},
    looks, looks_version,
};
use adoube_store::{Batch, CommitOutcome, Key, KeyRange, ScanOrder, Store, StoreError};

use crate::{
    identity::{
        name::fold,
        person_error::PersonError,
        profile_store::load_name,
        stored::{StoredNameForms, StoredOwner},
    },
    records::{self, LOOK, LOOKS, NAME, TABLE},
};

/// Rows looked at in one step.
const PAGE: usize = 128;
/// How soon it is looked again whether another process is done.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// Adds to a batch what a person's change of names expects and writes; nothing when the name is somebody else's.
pub(crate) async fn name_writes(
    store: &dyn Store,
    person: &PersonId,
    (before, after): (Option<&str>, &str),
    mut batch: Batch,
) -> Result<Option<Batch>, PersonError> {
    let held = forms::write(&StoredOwner { person: person.clone() })?;
    let (old, new) = (before.map(fold), fold(after));
    let stays = old.as_ref() == Some(&new);
    if !stays {
        if holder(store, &name_key(&new)).await?.is_some() {
            return Ok(None);
        }
        batch = batch.expect_absent(TABLE, name_key(&new)).put(TABLE, name_key(&new), held.clone());
        if let Some(old) = old {
            batch = batch.delete(TABLE, name_key(&old));
        }
    }
    let (old, new) = (before.map(looks).unwrap_or_default(), looks(after));
    for look in old.union(&new) {
        let key = look_key(look);
        match (holder(store, &key).await?, new.contains(look)) {
            (Some(holder), true) if holder != *person && !stays => return Ok(None),
            (Some(holder), false) if holder == *person => batch = batch.delete(TABLE, key),
            (None, true) => {
                batch = batch.expect_absent(TABLE, key.clone()).put(TABLE, key, held.clone());
            }
            _ => {}
        }
    }
    Ok(Some(batch))
}

/// Who has this name, however it is written.
pub(crate) async fn holder_of(store: &dyn Store, name: &str) -> Result<Option<PersonId>, StoreError> {
    holder(store, &name_key(&fold(name))).await
}

/// Who has a name that looks like this one.
pub(crate) async fn holder_of_look(store: &dyn Store, name: &str) -> Result<Option<PersonId>, StoreError> {
    for look in looks(name) {
        if let Some(holder) = holder(store, &look_key(&look)).await? {
            return Ok(Some(holder));
        }
    }
    Ok(None)
}

/// Whose names begin like this; at most `limit`.
pub(crate) async fn beginning(
    store: &dyn Store,
    prefix: &str,
    limit: usize,
) -> Result<Vec<PersonId>, StoreError> {
    let mut key: Vec<u8> = name_key(&fold(prefix)).into();
    // Without the mark that ends a text.
    key.pop();
    let rows = store.scan(TABLE, KeyRange::prefix(key), ScanOrder::Ascending, limit).await?;
    Ok(rows.into_iter().map(|(key, record)| person(&key, &record.value)).collect())
}

/// Why the forms of names are not ready.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NameFormsError {
    /// What is kept cannot be read or written.
    #[error(transparent)]
    Person(#[from] PersonError),
    /// The lease cannot be had.
    #[error(transparent)]
    Lease(#[from] RepositoryError),
}

impl From<StoreError> for NameFormsError {
    fn from(error: StoreError) -> Self {
        Self::Person(error.into())
    }
}

impl From<FormError> for NameFormsError {
    fn from(error: FormError) -> Self {
        Self::Person(error.into())
    }
}

/// Writes the forms of all names anew when they are made in another way than those that are kept: by an earlier version
/// of the program or of Unicode. Of several processes one does, and what another one does late is refused.
pub(crate) async fn prepare(
    store: &dyn Store,
    lease: &PlatformLease,
    timer: &dyn Timer,
) -> Result<(), NameFormsError> {
    let lease = store.is_shared().then_some(lease);
    let turn = NameFormsWriter { store, lease };
    while !is_prepared(store).await? {
        if !turn.rewrite().await? {
            timer.until(timer.now() + LOOK_AGAIN).await;
        }
    }
    match lease {
        Some(lease) => Ok(lease.give_back().await?),
        None => Ok(()),
    }
}

/// Whether the forms that are kept are made as they are here.
async fn is_prepared(store: &dyn Store) -> Result<bool, PersonError> {
    let Some(kept) = store.get(TABLE, records::key(LOOKS).as_ref()).await? else { return Ok(false) };
    match forms::read(&kept.value) {
        Ok(StoredNameForms { form: kept }) => Ok(kept == form()),
        // What a newer program made stands: it may tell more forms apart than are known here.
        Err(error @ FormError::Newer { .. }) => Err(error.into()),
        Err(_) => Ok(false),
    }
}

/// One of several processes that may write the forms of names, where there are several.
struct NameFormsWriter<'t> {
    store: &'t dyn Store,
    lease: Option<&'t PlatformLease>,
}

impl NameFormsWriter<'_> {
    /// Writes something if it is still this process's turn; whether it is.
    async fn commit(&self, mut batch: Batch) -> Result<bool, NameFormsError> {
        let Some(lease) = self.lease else {
            self.store.commit(batch).await?;
            return Ok(true);
        };
        let Some(term) = lease.hold().await? else { return Ok(false) };
        batch.version_checks.push(term.expect());
        let is_lost = matches!(self.store.commit(batch).await?, CommitOutcome::Conflict { .. });
        if is_lost {
            lease.lost(&term);
        }
        Ok(!is_lost)
    }

    /// Writes all forms anew; whether it was this process's turn until the end.
    async fn rewrite(&self) -> Result<bool, NameFormsError> {
        if !self.forget_looks().await? {
            return Ok(false);
        }
        let mut rest = KeyRange::prefix(records::key(NAME));
        loop {
            let rows = self.store.scan(TABLE, rest.clone(), ScanOrder::Ascending, PAGE).await?;
            let Some((last, _)) = rows.last() else { break };
            rest = rest.after(last);
            let mut wanted: BTreeMap<String, PersonId> = BTreeMap::new();
            for (key, record) in &rows {
                let person = person(key, &record.value);
                let looks =
                    load_name(self.store, &person).await?.map_or_else(BTreeSet::new, |name| looks(&name));
                for look in looks {
                    wanted.entry(look).or_insert_with(|| person.clone());
                }
            }
            let mut batch = Batch::new();
            for (look, person) in wanted {
                if holder(self.store, &look_key(&look)).await?.is_none() {
                    batch = batch.put(TABLE, look_key(&look), forms::write(&StoredOwner { person })?);
                }
            }
            if !self.commit(batch).await? {
                return Ok(false);
            }
        }
        let looks = forms::write(&StoredNameForms { form: form() })?;
        self.commit(Batch::new().put(TABLE, records::key(LOOKS), looks)).await
    }

    async fn forget_looks(&self) -> Result<bool, NameFormsError> {
        loop {
            let range = KeyRange::prefix(records::key(LOOK));
            let rows = self.store.scan(TABLE, range, ScanOrder::Ascending, PAGE).await?;
            let is_done = rows.is_empty();
            let batch = rows.into_iter().fold(Batch::new(), |batch, (key, _)| batch.delete(TABLE, key));
            if !self.commit(batch).await? {
                return Ok(false);
            }
            if is_done {
                return Ok(true);
            }
        }
    }
}

/// How the forms are made, which changes with the data of Unicode.
fn form() -> String {
    looks_version()
}

async fn holder(store: &dyn Store, key: &Key) -> Result<Option<PersonId>, StoreError> {
    Ok(store.get(TABLE, key.as_ref()).await?.map(|record| person(key.as_ref(), &record.value)))
}

/// Whose it is. What cannot be read is somebody's nevertheless, of whom nothing is known.
fn person(key: &[u8], bytes: &[u8]) -> PersonId {
    let holder = forms::read_or_tell(key, bytes);
    holder.map_or_else(|| PersonId(String::new()), |StoredOwner { person }| person)
}

fn name_key(folded: &str) -> Key {
    records::key(NAME).text(folded)
}

fn look_key(look: &str) -> Key {
    records::key(LOOK).text(look)
}
