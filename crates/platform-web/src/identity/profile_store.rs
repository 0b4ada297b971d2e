//! Reads profiles of people from the store.

use adoube_bot::{PersonId, forms};
use adoube_store::{Key, Store};

use crate::{
    identity::{person_error::PersonError, profile::WebProfile, stored::StoredWebProfile},
    records::{self, PERSON, TABLE},
};

/// The key of a person's profile.
pub(crate) fn person_key(id: &PersonId) -> Key {
    records::key(PERSON).text(&id.0)
}

/// A person's profile and its version; `None` before their first visit.
pub(crate) async fn load_profile(
    store: &dyn Store,
    id: &PersonId,
) -> Result<Option<(WebProfile, u64)>, PersonError> {
    let Some(record) = store.get(TABLE, person_key(id).as_ref()).await? else { return Ok(None) };
    let profile = forms::read::<StoredWebProfile>(&record.value)
        .inspect_err(|error| tracing::error!(%error, person = %id, "a person cannot be read"))?;
    Ok(Some((profile.into(), record.version)))
}

/// A person's name; `None` if it cannot be read.
pub(crate) async fn load_name(store: &dyn Store, id: &PersonId) -> Result<Option<String>, PersonError> {
    match load_profile(store, id).await {
        Err(PersonError::Form(_)) => Ok(None),
        profile => Ok(profile?.map(|(profile, _)| profile.name)),
    }
}
