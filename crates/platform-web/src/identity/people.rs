//! People in the store: reads their profiles, renames them, and finds them by name or by its
//! beginning. Not here: who is connected (`presence`), valid names (`name.rs`).

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

/// What names mean beside who has them.
pub(crate) struct NameRules {
    /// Those that nobody takes.
    pub(crate) reserved: ReservedNames,
    /// Those whose first bearers moderate.
    pub(crate) moderators: Moderators,
}

/// The people of the web chat, as they are stored. Cheap to clone; every clone knows the same people.
#[derive(Clone)]
pub(crate) struct WebPeople {
    store: Arc<dyn Store>,
}

impl WebPeople {
    /// The people kept in this store.
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        Self { store }
    }

    /// What is kept of a person; `None` before their first visit.
    pub(crate) async fn profile(&self, id: &PersonId) -> Result<Option<WebProfile>, PersonError> {
        Ok(load_profile(&*self.store, id).await?.map(|(profile, _)| profile))
    }

    /// Gets ready to give names out. Of several processes whoever has the lease does so for all.
    pub(crate) async fn prepare(
        &self,
        lease: &PlatformLease,
        timer: &dyn Timer,
    ) -> Result<(), NameFormsError> {
        name_registry::prepare(&*self.store, lease, timer).await
    }

    /// What somebody is called, as far as that can be read.
    pub(crate) async fn name_of(&self, id: &PersonId) -> Result<Option<String>, PersonError> {
        load_name(&*self.store, id).await
    }

    /// Gives a person a name, or changes what is kept of them. Whoever sees them is to be told.
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
                // Another tab, or somebody who wants the same name, was faster: look again.
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

    /// The person who has this name, or one that is the same without marks on letters.
    pub(crate) async fn named(&self, name: &str) -> Result<Option<Person>, PersonError> {
        if let Some(id) = name_registry::holder_of(&*self.store, name).await? {
            return Ok(self.profile(&id).await?.map(|profile| Person { id, name: profile.name }));
        }
        // Marks on letters are often left out.
        let Some(id) = name_registry::holder_of_look(&*self.store, name).await? else { return Ok(None) };
        let named = self.profile(&id).await?.map(|profile| Person { id, name: profile.name });
        Ok(named.filter(|person| is_called(&person.name, name)))
    }

    /// People whose names begin so.
    pub(crate) async fn beginning(&self, prefix: &str) -> Result<Vec<Person>, PersonError> {
        let mut people = Vec::new();
        for id in name_registry::beginning(&*self.store, prefix, COMPLETIONS).await? {
            people.extend(self.profile(&id).await?.map(|profile| Person { id, name: profile.name }));
        }
        Ok(people)
    }
}

/// Writes a profile, if nobody has changed it since that version.
fn batch(id: &PersonId, version: Option<u64>, after: &WebProfile) -> Result<Batch, PersonError> {
    let (key, value) = (person_key(id), forms::write(&StoredWebProfile::from(after))?);
    Ok(Batch::new().expect(TABLE, key.clone(), version).put(TABLE, key, value))
}

/// How a person is, given what they were and what they want; `None` for a newcomer without a name.
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
