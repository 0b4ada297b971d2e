//! The name registry in the store: finds the holder of a name, and gives each name to one person,
//! so that nobody can take a name that looks like another person's.
//!
//! Look-alike forms are stored with the names. People with similar names from before that keep
//! them; the forms belong to the first of them, and block the others only when these change their
//! names.

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

/// Rows read in one step.
const PAGE: usize = 128;
/// Pause before the next look whether another process has finished.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// Adds the version checks and writes of a change of name to a batch; `None` if another person has
/// the name or one that looks like it.
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

/// The holder of a name, compared in folded form.
pub(crate) async fn holder_of(store: &dyn Store, name: &str) -> Result<Option<PersonId>, StoreError> {
    holder(store, &name_key(&fold(name))).await
}

/// The holder of a name that looks like this one.
pub(crate) async fn holder_of_look(store: &dyn Store, name: &str) -> Result<Option<PersonId>, StoreError> {
    for look in looks(name) {
        if let Some(holder) = holder(store, &look_key(&look)).await? {
            return Ok(Some(holder));
        }
    }
    Ok(None)
}

/// People whose names begin with `prefix`; at most `limit`.
pub(crate) async fn beginning(
    store: &dyn Store,
    prefix: &str,
    limit: usize,
) -> Result<Vec<PersonId>, StoreError> {
    let mut key: Vec<u8> = name_key(&fold(prefix)).into();
    // Without the terminator of the key's text.
    key.pop();
    let rows = store.scan(TABLE, KeyRange::prefix(key), ScanOrder::Ascending, limit).await?;
    Ok(rows.into_iter().map(|(key, record)| person(&key, &record.value)).collect())
}

/// Why the look-alike forms of names are not ready.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NameFormsError {
    /// A record cannot be read or written.
    #[error(transparent)]
    Person(#[from] PersonError),
    /// The lease cannot be acquired.
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

/// Writes the look-alike forms of all names again if the stored ones come from another version of
/// the program or of Unicode. Of several processes, the holder of the lease does so; late writes of
/// an earlier holder fail.
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

/// Whether the stored forms are of this program's version.
async fn is_prepared(store: &dyn Store) -> Result<bool, PersonError> {
    let Some(kept) = store.get(TABLE, records::key(LOOKS).as_ref()).await? else { return Ok(false) };
    match forms::read(&kept.value) {
        Ok(StoredNameForms { form: kept }) => Ok(kept == form()),
        // Forms of a newer program stay: it may distinguish more names than this one.
        Err(error @ FormError::Newer { .. }) => Err(error.into()),
        Err(_) => Ok(false),
    }
}

/// Writes look-alike forms, under the lease if several processes share the store.
struct NameFormsWriter<'t> {
    store: &'t dyn Store,
    lease: Option<&'t PlatformLease>,
}

impl NameFormsWriter<'_> {
    /// Commits a batch if this process still holds the lease; returns whether it does.
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

    /// Writes all forms again; returns whether this process held the lease to the end.
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

/// The version of the look-alike forms, which changes with the Unicode data.
fn form() -> String {
    looks_version()
}

async fn holder(store: &dyn Store, key: &Key) -> Result<Option<PersonId>, StoreError> {
    Ok(store.get(TABLE, key.as_ref()).await?.map(|record| person(key.as_ref(), &record.value)))
}

/// The holder of a name. A record that cannot be read still counts as held, by an unknown person.
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
