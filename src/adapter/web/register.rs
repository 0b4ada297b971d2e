//! Who has which name in the web chat. A name leads to one person, and nobody takes one that looks like another's. Not
//! here: which texts are names and which look alike (`names`).
//!
//! | table | key | value |
//! |---|---|---|
//! | index | `web-name`, folded name | the person's id |
//! | index | `web-look`, a form of the name that tells it apart | the person's id |
//! | setting | `web-looks` | how those forms are made |
//!
//! People who had names that look alike before there were such forms keep them; the forms are then the first one's, and
//! stand in the other's way only when they want another name.

use std::collections::{BTreeMap, BTreeSet};

use adoube_service::PersonId;
use adoube_store::{Batch, Key, KeyRange, Order, Store, StoreError, Table};

use super::{
    names::{fold, looks},
    people::{People, PersonError},
};

/// The first part of keys of names.
const NAMES: &str = "web-name";
/// The first part of keys of what tells names apart.
const LOOKS: &str = "web-look";
/// Rows looked at in one step.
const PAGE: usize = 128;

/// Adds to a batch what a person's change of names expects and writes; nothing when the name is somebody else's.
pub(super) async fn claim(
    store: &dyn Store,
    person: &PersonId,
    (before, after): (Option<&str>, &str),
    mut batch: Batch,
) -> Result<Option<Batch>, StoreError> {
    let (old, new) = (before.map(fold), fold(after));
    let stays = old.as_ref() == Some(&new);
    if !stays {
        if holder(store, &name_key(&new)).await?.is_some() {
            return Ok(None);
        }
        batch = batch.expect_absent(Table::Index, name_key(&new)).put(
            Table::Index,
            name_key(&new),
            person.0.as_bytes(),
        );
        if let Some(old) = old {
            batch = batch.delete(Table::Index, name_key(&old));
        }
    }
    let (old, new) = (before.map(looks).unwrap_or_default(), looks(after));
    for look in old.union(&new) {
        let key = look_key(look);
        match (holder(store, &key).await?, new.contains(look)) {
            (Some(holder), true) if holder != *person && !stays => return Ok(None),
            (Some(holder), false) if holder == *person => batch = batch.delete(Table::Index, key),
            (None, true) => {
                batch = batch.expect_absent(Table::Index, key.clone()).put(
                    Table::Index,
                    key,
                    person.0.as_bytes(),
                );
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
    let rows = store.scan(Table::Index, KeyRange::prefix(key), Order::Ascending, limit).await?;
    Ok(rows.into_iter().map(|(_, record)| person(&record.value)).collect())
}

/// Writes the forms of all names anew when they are made in another way than those that are kept: by an earlier version
/// of the program or of Unicode.
pub(super) async fn prepare(store: &dyn Store, people: &People) -> Result<(), PersonError> {
    let (place, form) = (Key::new().text("web-looks"), form());
    let kept = store.get(Table::Setting, place.as_ref()).await?;
    if kept.is_some_and(|kept| kept.value == form.as_bytes()) {
        return Ok(());
    }
    forget_looks(store).await?;
    let mut rest = KeyRange::prefix(Key::new().text(NAMES));
    loop {
        let rows = store.scan(Table::Index, rest.clone(), Order::Ascending, PAGE).await?;
        let Some((last, _)) = rows.last() else { break };
        rest = rest.after(last);
        let mut wanted: BTreeMap<String, PersonId> = BTreeMap::new();
        for (_, record) in &rows {
            let person = person(&record.value);
            let looks = people.name_of(&person).await?.map_or_else(BTreeSet::new, |name| looks(&name));
            for look in looks {
                wanted.entry(look).or_insert_with(|| person.clone());
            }
        }
        let mut batch = Batch::new();
        for (look, person) in wanted {
            if holder(store, &look_key(&look)).await?.is_none() {
                batch = batch.put(Table::Index, look_key(&look), person.0.as_bytes());
            }
        }
        store.commit(batch).await?;
    }
    store.commit(Batch::new().put(Table::Setting, place, form)).await?;
    Ok(())
}

/// How the forms are made, which changes with the data of Unicode.
fn form() -> String {
    let (major, minor, patch) = unicode_security::UNICODE_VERSION;
    format!("1, Unicode {major}.{minor}.{patch}")
}

async fn forget_looks(store: &dyn Store) -> Result<(), StoreError> {
    loop {
        let range = KeyRange::prefix(Key::new().text(LOOKS));
        let rows = store.scan(Table::Index, range, Order::Ascending, PAGE).await?;
        if rows.is_empty() {
            return Ok(());
        }
        let batch = rows.into_iter().fold(Batch::new(), |batch, (key, _)| batch.delete(Table::Index, key));
        store.commit(batch).await?;
    }
}

async fn holder(store: &dyn Store, key: &Key) -> Result<Option<PersonId>, StoreError> {
    Ok(store.get(Table::Index, key.as_ref()).await?.map(|record| person(&record.value)))
}

fn person(id: &[u8]) -> PersonId {
    PersonId(String::from_utf8_lossy(id).into_owned())
}

fn name_key(folded: &str) -> Key {
    Key::new().text(NAMES).text(folded)
}

fn look_key(look: &str) -> Key {
    Key::new().text(LOOKS).text(look)
}
