//! In which language everybody in a server is spoken to: the one its moderators have chosen; the server's own, where it is a
//! Community and says so; that of the person who set the bot up; or that of most of what is done there. Whoever moves next
//! changes nothing about it. Not here: the language of one person (`people`).

use std::sync::{Arc, Mutex, PoisonError};

use adoube_bot::{Language, forms};
use adoube_platform::steady_language::SteadyLanguage;
use adoube_store::{Batch, Store, StoreError};

use crate::{
    DiscordPlatform, guild_place,
    records::{self, StoredSteadyLanguage},
    state::{channel_context::ChannelContext, record_cache::RecordCache},
};

/// Servers kept in memory, and others of which nothing is kept.
const REMEMBERED: usize = 10_000;

/// The languages in which most is done in servers.
pub(crate) struct ServerLanguages {
    store: Arc<dyn Store>,
    known: Mutex<RecordCache<u64, SteadyLanguage>>,
}

impl ServerLanguages {
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        Self { store, known: Mutex::new(RecordCache::new(REMEMBERED)) }
    }

    /// The one of a server.
    async fn get(&self, guild: u64) -> Result<Option<SteadyLanguage>, StoreError> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        // Where other processes write, too, what they wrote last counts.
        if !self.store.is_shared() {
            let known = known();
            let found = known.get(&guild).copied();
            if found.is_some() || known.is_missing(&guild) {
                return Ok(found);
            }
        }
        let key = records::language_key(guild);
        let record = self.store.get(records::TABLE, key.as_ref()).await?;
        let read = |value: &[u8]| forms::read_or_tell::<StoredSteadyLanguage>(key.as_ref(), value);
        let found = record.and_then(|record| read(&record.value)).map(|StoredSteadyLanguage(found)| found);
        match found {
            Some(found) => known().keep(&guild, found),
            None => known().miss(&guild),
        }
        Ok(found)
    }

    /// A person with this language has done something public.
    async fn hear(&self, guild: u64, language: Language) -> Result<(), StoreError> {
        let before = self.get(guild).await?;
        let after = SteadyLanguage::after(before, language);
        if before == Some(after) {
            return Ok(());
        }
        // Where two processes write at once one of both is not counted, which makes no difference.
        if let Ok(value) = forms::write(&StoredSteadyLanguage(after)) {
            let batch = Batch::new().put(records::TABLE, records::language_key(guild), value);
            self.store.commit(batch).await?;
        }
        self.known.lock().unwrap_or_else(PoisonError::into_inner).keep(&guild, after);
        Ok(())
    }
}

impl DiscordPlatform {
    /// The language for everybody in a channel.
    pub(crate) async fn language_in(&self, place: &ChannelContext) -> Language {
        let Some(guild) = place.guild else { return place.language() };
        let (mut chosen, mut set_up_in) = (None, None);
        if let Some(settings) = guild_place(place.guild) {
            match self.service.languages_of(&settings).await {
                Ok(found) => (chosen, set_up_in) = found,
                Err(error) => tracing::error!(%error, guild, "the language of a server cannot be read"),
            }
        }
        if let Some(language) = chosen.or(place.chosen).or(set_up_in) {
            return language;
        }
        let spoken = self.spoken.get(guild).await;
        let spoken =
            spoken.inspect_err(|error| tracing::error!(%error, guild, "what a server speaks cannot be read"));
        spoken.ok().flatten().map_or(place.language(), |steady| steady.language)
    }

    /// Records that a person with this language has done something public in a server.
    pub(crate) async fn note_language(&self, guild: Option<u64>, language: Language) {
        let Some(guild) = guild else { return };
        if let Err(error) = self.spoken.hear(guild, language).await {
            tracing::error!(%error, guild, "what a server speaks cannot be noted");
        }
    }
}
