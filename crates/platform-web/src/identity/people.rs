//! Directory of people in the store: reads their profiles, renames them, and finds them by name or
//! prefix. Not here: who is connected (`presence`), valid names (`name.rs`).

use std::sync::Arc;

use adoube_bot::{Person, PersonId, PlatformLease, Timer, forms, is_called};
use adoube_store::{Batch, CommitOutcome, Store};

use crate::{
    identity::{
        moderators::Moderators,
        name::{NameError, PersonName, fold},
        name_registry::{self, NameFormsError},
        person_error::PersonError,
        profile::{ProfileChanges, WebProfile},
        profile_store::{load_name, load_profile, person_key},
        reserved_names::ReservedNames,
        stored::StoredWebProfile,
    },
    limits::COMPLETIONS,
    records::TABLE,
};

/// Rules for names that a person may take.
pub(crate) struct NameRules {
    /// Names that nobody can take.
    pub(crate) reserved: ReservedNames,
    /// Names whose first holders are moderators.
    pub(crate) moderators: Moderators,
}

/// The stored people of the web chat. Cheap to clone.
#[derive(Clone)]
pub(crate) struct WebPeople {
    store: Arc<dyn Store>,
}

impl WebPeople {
    /// Opens the people in this store.
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        Self { store }
    }

    /// A person's profile; `None` before their first visit.
    pub(crate) async fn profile(&self, id: &PersonId) -> Result<Option<WebProfile>, PersonError> {
        Ok(load_profile(&*self.store, id).await?.map(|(profile, _)| profile))
    }

    /// Prepares the name registry. Of several processes, the holder of the lease does so for all.
    pub(crate) async fn prepare(
        &self,
        lease: &PlatformLease,
        timer: &dyn Timer,
    ) -> Result<(), NameFormsError> {
        name_registry::prepare(&*self.store, lease, timer).await
    }

    /// A person's name; `None` if it cannot be read.
    pub(crate) async fn name_of(&self, id: &PersonId) -> Result<Option<String>, PersonError> {
        load_name(&*self.store, id).await
    }

    /// Creates or changes a person. The caller updates the pages that show them.
    pub(crate) async fn change(
        &self,
        id: &PersonId,
        changes: &ProfileChanges,
        rules: &NameRules,
    ) -> Result<WebProfile, PersonError> {
        let name = changes.name.as_deref().map(PersonName::parse).transpose()?;
        loop {
            let stored = load_profile(&*self.store, id).await?;
            let before = stored.as_ref().map(|(profile, _)| profile);
            let Some(profile) = changed(before, name.as_ref(), changes) else {
                return Err(NameError::Empty.into());
            };
            let is_new = before.is_none_or(|before| fold(&before.name) != fold(&profile.name));
            if is_new && rules.reserved.contains(&profile.name) {
                return Err(NameError::Reserved.into());
            }
            let mut batch = batch(id, stored.as_ref().map(|(_, version)| *version), &profile)?;
            let names = (before.map(|before| before.name.as_str()), profile.name.as_str());
            batch = name_registry::name_writes(&*self.store, id, names, batch)
                .await?
                .ok_or(PersonError::Taken)?;
            let moderates = rules.moderators.awaits(&*self.store, &profile.name).await?;
            if moderates {
                batch = Moderators::bind(batch, id, &profile.name)?;
            }
            match self.store.commit(batch).await? {
                // Another tab, or a person who wants the same name, was faster: read again.
                CommitOutcome::Conflict { .. } => {}
                CommitOutcome::Applied | CommitOutcome::Duplicate { .. } => {
                    if moderates {
                        Moderators::tell(id, &profile.name);
                    }
                    return Ok(profile);
                }
            }
        }
    }

    /// The person with this name, or with one that differs only by marks on letters.
    pub(crate) async fn named(&self, name: &str) -> Result<Option<Person>, PersonError> {
        if let Some(id) = name_registry::holder_of(&*self.store, name).await? {
            return Ok(self.profile(&id).await?.map(|profile| Person { id, name: profile.name }));
        }
        // Marks on letters are often left out.
        let Some(id) = name_registry::holder_of_look(&*self.store, name).await? else { return Ok(None) };
        let named = self.profile(&id).await?.map(|profile| Person { id, name: profile.name });
        Ok(named.filter(|person| is_called(&person.name, name)))
    }

    /// People whose names begin with `prefix`.
    pub(crate) async fn beginning(&self, prefix: &str) -> Result<Vec<Person>, PersonError> {
        let mut people = Vec::new();
        for id in name_registry::beginning(&*self.store, prefix, COMPLETIONS).await? {
            people.extend(self.profile(&id).await?.map(|profile| Person { id, name: profile.name }));
        }
        Ok(people)
    }
}

/// The batch that writes a profile over the given version.
fn batch(id: &PersonId, version: Option<u64>, after: &WebProfile) -> Result<Batch, PersonError> {
    let (key, value) = (person_key(id), forms::write(&StoredWebProfile::from(after))?);
    Ok(Batch::new().expect(TABLE, key.clone(), version).put(TABLE, key, value))
}

/// The profile after the changes; `None` for a new person without a name.
fn changed(
    before: Option<&WebProfile>,
    name: Option<&PersonName>,
    changes: &ProfileChanges,
) -> Option<WebProfile> {
    let theme = changes.theme.map(|theme| theme.key().to_owned());
    let language = changes.language.or_else(|| before.map(|before| before.language)).unwrap_or_default();
    Some(WebProfile {
        name: name
            .map(|name| name.as_str().to_owned())
            .or_else(|| before.map(|before| before.name.clone()))?,
        language,
        reading: language.into(),
        theme: theme.or_else(|| before.map(|before| before.theme.clone())).unwrap_or_default(),
    })
}
