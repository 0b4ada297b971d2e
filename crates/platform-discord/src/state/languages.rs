//! Finds the language in which a server or a person reads, and stores which one most public actions
//! of a server are in.
//!
//! A server's language is, in this order: the choice of its moderators; the locale of a Community
//! server; the language of the person who set the bot up; the language of most public actions
//! there. It does not depend on who moves next.

use std::sync::{Arc, Mutex, PoisonError};

use adoube_bot::{Bot, Language, PersonId, ReaderProfile, forms, forms::StoredForm};
use adoube_platform::steady_language::SteadyLanguage;
use adoube_store::{Batch, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::{
    ids::community,
    records,
    state::{channel_context::ChannelContext, people::DiscordPeople, record_cache::RecordCache},
};

/// Maximum number of cached servers, and of servers cached as having no record.
const MAX_CACHED: usize = 10_000;

/// The language of most public actions in each server.
pub(crate) struct ServerLanguages {
    store: Arc<dyn Store>,
    cache: Mutex<RecordCache<u64, SteadyLanguage>>,
}

impl ServerLanguages {
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        Self { store, cache: Mutex::new(RecordCache::new(MAX_CACHED)) }
    }

    /// The language state of a server.
    async fn get(&self, guild: u64) -> Result<Option<SteadyLanguage>, StoreError> {
        // Each update is a single step, so the data is consistent after a panic elsewhere.
        let cache = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        // In a shared store another process may have written a newer record.
        if !self.store.is_shared()
            && let Some(cached) = cache().find(&guild)
        {
            return Ok(cached.copied());
        }
        let key = records::language_key(guild);
        let (stored, _) = records::read::<StoredSteadyLanguage>(&*self.store, &key).await?;
        let found = stored.map(|StoredSteadyLanguage(found)| found);
        cache().store_read(&guild, found);
        Ok(found)
    }

    /// Counts a public action of a person with this language.
    async fn count(&self, guild: u64, language: Language) -> Result<(), StoreError> {
        let before = self.get(guild).await?;
        let after = SteadyLanguage::after(before, language);
        if before == Some(after) {
            return Ok(());
        }
        // If two processes write at once, one action is not counted, which is harmless.
        if let Ok(value) = forms::write(&StoredSteadyLanguage(after)) {
            let batch = Batch::new().put(records::TABLE, records::language_key(guild), value);
            self.store.commit(batch).await?;
        }
        self.cache.lock().unwrap_or_else(PoisonError::into_inner).keep(&guild, after);
        Ok(())
    }
}

/// Chooses the language for a channel or a person.
pub(crate) struct ReaderLanguages {
    bot: Bot,
    people: DiscordPeople,
    servers: ServerLanguages,
}

impl ReaderLanguages {
    pub(crate) fn new(bot: Bot, people: DiscordPeople, servers: ServerLanguages) -> Self {
        Self { bot, people, servers }
    }

    /// The language of public messages in a channel.
    pub(crate) async fn of_channel(&self, context: &ChannelContext) -> Language {
        let Some(guild) = context.guild else { return context.language() };
        let (mut chosen, mut set_up_in) = (None, None);
        if let Some(settings) = community(context.guild) {
            match self.bot.languages_of(&settings).await {
                Ok(found) => (chosen, set_up_in) = found,
                Err(error) => tracing::error!(%error, guild, "the language of a server cannot be read"),
            }
        }
        if let Some(language) = chosen.or(context.guild_language).or(set_up_in) {
            return language;
        }
        let spoken = self.servers.get(guild).await;
        let spoken =
            spoken.inspect_err(|error| tracing::error!(%error, guild, "what a server speaks cannot be read"));
        spoken.ok().flatten().map_or(context.language(), |steady| steady.language)
    }

    /// A person's language: their choice, else that of their Discord client, else `otherwise`.
    pub(crate) async fn of_person(&self, person: &PersonId, otherwise: Language) -> Language {
        self.reader(person, otherwise).await.language
    }

    /// A person's reader profile, with the language of [`Self::of_person`].
    pub(crate) async fn reader(&self, person: &PersonId, otherwise: Language) -> ReaderProfile {
        let client = self.people.language(person).await.unwrap_or(otherwise);
        self.bot.reading(person, client).await
    }

    /// Records a public action in a server by a person with this language.
    pub(crate) async fn note_public_action(&self, guild: Option<u64>, language: Language) {
        let Some(guild) = guild else { return };
        if let Err(error) = self.servers.count(guild, language).await {
            tracing::error!(%error, guild, "what a server speaks cannot be noted");
        }
    }
}

/// Stored form of the language of most public actions in a server.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct StoredSteadyLanguage(SteadyLanguage);

impl StoredForm for StoredSteadyLanguage {
    const KIND: &'static str = "in which language most is done in a server on Discord";
    const VERSION: u64 = 1;
}
