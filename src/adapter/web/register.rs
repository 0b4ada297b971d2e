//! Who has which name in the web chat. A name leads to one person, and nobody takes one that looks like another's. Not
//! here: which texts are names and which look alike (`names`), how it is kept (`records`).
//!
//! People who had names that look alike before there were such forms keep them; the forms are then the first one's, and
//! stand in the other's way only when they want another name.

use std::collections::{BTreeMap, BTreeSet};

use adoube_service::{
    PersonId,
    stored::{self, FormError},
};
use adoube_store::{Batch, Key, KeyRange, Order, Store, StoreError};

use super::{
    names::{fold, looks},
    people::{People, PersonError},
    records::{self, LOOK, LOOKS, NAME, StoredHolder, StoredLooks, TABLE},
};

/// Rows looked at in one step.
const PAGE: usize = 128;

/// Adds to a batch what a person's change of names expects and writes; nothing when the name is somebody else's.
pub(super) async fn claim(
    store: &dyn Store,
    person: &PersonId,
    (before, after): (Option<&str>, &str),
    mut batch: Batch,
) -> Result<Option<Batch>, PersonError> {
    let held = stored::write(&StoredHolder { person: person.clone() })?;
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
pub(super) async fn holder_of(store: &dyn Store, name: &str) -> Result<Option<PersonId>, StoreError> {
    holder(store, &name_key(&fold(name))).await
}

/// Whose names begin like this; at most `limit`.
pub(super) async fn beginning(
    store: &dyn Store,
    prefix: &str,
    limit: usize,
) -> Result<Vec<PersonId>, StoreError> {
    let mut key: Vec<u8> = name_key(&fold(prefix)).into();
    // Without the mark that ends a text.
    key.pop();
    let rows = store.scan(TABLE, KeyRange::prefix(key), Order::Ascending, limit).await?;
    Ok(rows.into_iter().map(|(key, record)| person(&key, &record.value)).collect())
}

/// Writes the forms of all names anew when they are made in another way than those that are kept: by an earlier version
/// of the program or of Unicode.
pub(super) async fn prepare(store: &dyn Store, people: &People) -> Result<(), PersonError> {
    let (place, form) = (records::key(LOOKS), form());
    if let Some(kept) = store.get(TABLE, place.as_ref()).await? {
        match stored::read(&kept.value) {
            Ok(StoredLooks { form: kept }) if kept == form => return Ok(()),
            // What a newer program made stands: it may tell more forms apart than are known here.
            Err(error @ FormError::Newer { .. }) => return Err(error.into()),
            Ok(_) | Err(_) => {}
        }
    }
    forget_looks(store).await?;
    let mut rest = KeyRange::prefix(records::key(NAME));
    loop {
        let rows = store.scan(TABLE, rest.clone(), Order::Ascending, PAGE).await?;
        let Some((last, _)) = rows.last() else { break };
        rest = rest.after(last);
        let mut wanted: BTreeMap<String, PersonId> = BTreeMap::new();
        for (key, record) in &rows {
            let person = person(key, &record.value);
            let looks = people.name_of(&person).await?.map_or_else(BTreeSet::new, |name| looks(&name));
            for look in looks {
                wanted.entry(look).or_insert_with(|| person.clone());
            }
        }
        let mut batch = Batch::new();
        for (look, person) in wanted {
            if holder(store, &look_key(&look)).await?.is_none() {
                batch = batch.put(TABLE, look_key(&look), stored::write(&StoredHolder { person })?);
            }
        }
        store.commit(batch).await?;
    }
    let looks = stored::write(&StoredLooks { form })?;
    store.commit(Batch::new().put(TABLE, place, looks)).await?;
    Ok(())
}

/// How the forms are made, which changes with the data of Unicode.
fn form() -> String {
    let (major, minor, patch) = unicode_security::UNICODE_VERSION;
    format!("1, Unicode {major}.{minor}.{patch}")
}

async fn forget_looks(store: &dyn Store) -> Result<(), StoreError> {
    loop {
        let range = KeyRange::prefix(records::key(LOOK));
        let rows = store.scan(TABLE, range, Order::Ascending, PAGE).await?;
        if rows.is_empty() {
            return Ok(());
        }
        let batch = rows.into_iter().fold(Batch::new(), |batch, (key, _)| batch.delete(TABLE, key));
        store.commit(batch).await?;
    }
}

async fn holder(store: &dyn Store, key: &Key) -> Result<Option<PersonId>, StoreError> {
    Ok(store.get(TABLE, key.as_ref()).await?.map(|record| person(key.as_ref(), &record.value)))
}

/// Whose it is. What cannot be read is somebody's nevertheless, of whom nothing is known.
fn person(key: &[u8], bytes: &[u8]) -> PersonId {
    let holder = stored::read_or_tell(key, bytes);
    holder.map_or_else(|| PersonId(String::new()), |StoredHolder { person }| person)
}

fn name_key(folded: &str) -> Key {
    records::key(NAME).text(folded)
}

fn look_key(look: &str) -> Key {
    records::key(LOOK).text(look)
}
