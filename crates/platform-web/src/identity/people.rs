//! The persons of the web chat: their names and choices in the store, and names for completions.
//! Not here: who is here at the moment (`presence`), what a name may look like (`names`), who has which (`register`),
//! which browser a person belongs to (`identity`), how they are kept (`records`).

use std::sync::Arc;

use adoube_bot::{
    BoxFuture, ChannelId, Language, Person, PersonDirectory, PersonId, PlatformLease, ReaderProfile, Timer,
    forms::{self, FormError},
    is_called,
};
use adoube_render::ThemeKey;
use adoube_store::{Batch, CommitOutcome, Key, Store, StoreError};

use crate::{
    channels::directory,
    identity::{
        moderators::Moderators,
        name::{NameError, PersonName, fold},
        name_registry::{self, NameFormsError},
        reserved_names::ReservedNames,
    },
    limits::COMPLETIONS,
    presence::board::PresenceBoard,
    records::{self, PERSON, StoredWebProfile, TABLE},
};

/// What is kept of a person, and what they have chosen everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WebProfile {
    /// What they are called.
    pub(crate) name: String,
    /// What their browser said that they read.
    pub(crate) language: Language,
    /// The key of the theme that was chosen here before there were choices for all platforms.
    pub(crate) theme: String,
    /// How they read: as they have chosen, or else as it says here. It is not kept with the rest.
    pub(crate) reading: ReaderProfile,
}

impl WebProfile {
    /// The theme of their boards; the default one when theirs is no longer known.
    pub(crate) fn theme(&self) -> ThemeKey {
        self.reading.taste.theme.or_else(|| ThemeKey::from_key(&self.theme)).unwrap_or_default()
    }

    /// The same person reading so.
    pub(crate) fn read_as(self, reading: ReaderProfile) -> Self {
        Self { reading, ..self }
    }
}

/// What somebody wants to be different about themselves.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProfileChanges {
    /// A name as it was typed.
    pub(crate) name: Option<String>,
    /// A language.
    pub(crate) language: Option<Language>,
    /// A theme for boards.
    pub(crate) theme: Option<ThemeKey>,
}

/// What names mean beside who has them.
pub(crate) struct NameRules {
    /// Those that nobody takes.
    pub(crate) reserved: ReservedNames,
    /// Those whose first bearers moderate.
    pub(crate) moderators: Moderators,
}

/// Why a person is not as they wish to be.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PersonError {
    /// The name is none.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Somebody else has the name, or one that looks like it.
    #[error("the name is taken")]
    Taken,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What is kept of a person cannot be read, or not be written.
    #[error(transparent)]
    Form(#[from] FormError),
}

/// Whoever uses the web chat. Cheap to clone; every clone knows the same people.
#[derive(Clone)]
pub struct WebPeople {
    store: Arc<dyn Store>,
    /// Those who have a socket open.
    pub(crate) here: PresenceBoard,
}

impl WebPeople {
    /// The people kept in this store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        let here = if store.is_shared() { PresenceBoard::shared() } else { PresenceBoard::default() };
        Self { store, here }
    }

    /// What is kept of a person, and the version of it.
    async fn stored(&self, id: &PersonId) -> Result<Option<(WebProfile, u64)>, PersonError> {
        let Some(record) = self.store.get(TABLE, person_key(id).as_ref()).await? else { return Ok(None) };
        let profile = forms::read::<StoredWebProfile>(&record.value)
            .inspect_err(|error| tracing::error!(%error, person = %id, "a person cannot be read"))?;
        Ok(Some((profile.into(), record.version)))
    }

    /// What is kept of a person; `None` before their first visit.
    pub(crate) async fn profile(&self, id: &PersonId) -> Result<Option<WebProfile>, PersonError> {
        Ok(self.stored(id).await?.map(|(profile, _)| profile))
    }

    /// Gets ready to give names out. Of several processes whoever has the lease does so for all.
    pub(crate) async fn prepare(
        &self,
        lease: &PlatformLease,
        timer: &dyn Timer,
    ) -> Result<(), NameFormsError> {
        name_registry::prepare(self, &*self.store, lease, timer).await
    }

    /// What somebody is called, as far as that can be read.
    pub(crate) async fn name_of(&self, id: &PersonId) -> Result<Option<String>, PersonError> {
        match self.profile(id).await {
            Err(PersonError::Form(_)) => Ok(None),
            profile => Ok(profile?.map(|profile| profile.name)),
        }
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
            let stored = self.stored(id).await?;
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

    async fn named(&self, name: &str) -> Result<Option<Person>, PersonError> {
        if let Some(id) = name_registry::holder_of(&*self.store, name).await? {
            return Ok(self.profile(&id).await?.map(|profile| Person { id, name: profile.name }));
        }
        // Marks on letters are often left out.
        let Some(id) = name_registry::holder_of_look(&*self.store, name).await? else { return Ok(None) };
        let named = self.profile(&id).await?.map(|profile| Person { id, name: profile.name });
        Ok(named.filter(|person| is_called(&person.name, name)))
    }

    /// Those of these people who are let into a channel: nobody else can play there.
    async fn let_in(&self, channel: &ChannelId, people: Vec<Person>) -> Vec<Person> {
        if self.lets_in(channel, &PersonId(String::new())).await {
            return people;
        }
        let mut let_in = Vec::new();
        for person in people {
            if self.lets_in(channel, &person.id).await {
                let_in.push(person);
            }
        }
        let_in
    }

    async fn beginning(&self, prefix: &str) -> Result<Vec<Person>, PersonError> {
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

impl PersonDirectory for WebPeople {
    fn find<'a>(&'a self, channel: &'a ChannelId, name: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(async move {
            match self.named(name.trim().trim_start_matches('@')).await {
                Ok(person) => self.let_in(channel, person.into_iter().collect()).await,
                Err(error) => {
                    tracing::error!(%error, "a person could not be looked up");
                    Vec::new()
                }
            }
        })
    }

    fn complete<'a>(&'a self, channel: &'a ChannelId, prefix: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(async move {
            let prefix = prefix.trim().trim_start_matches('@');
            let mut people = self.here.beginning(channel, prefix, COMPLETIONS);
            let known = self.beginning(prefix).await.unwrap_or_else(|error| {
                tracing::error!(%error, "people could not be looked up");
                Vec::new()
            });
            let others: Vec<Person> =
                known.into_iter().filter(|other| people.iter().all(|person| person.id != other.id)).collect();
            people.extend(others);
            people.truncate(COMPLETIONS);
            self.let_in(channel, people).await
        })
    }

    fn name_of<'a>(&'a self, _: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, Option<String>> {
        Box::pin(async move {
            Self::name_of(self, person).await.unwrap_or_else(|error| {
                tracing::error!(%error, %person, "a name cannot be read");
                None
            })
        })
    }

    fn lets_in<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, bool> {
        Box::pin(async move {
            directory::lets_in(&*self.store, channel, person).await.unwrap_or_else(|error| {
                tracing::error!(%error, %channel, "whom a channel lets in cannot be read");
                false
            })
        })
    }
}

fn person_key(id: &PersonId) -> Key {
    records::key(PERSON).text(&id.0)
}
