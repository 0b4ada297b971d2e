//! Directory of people on Discord: finds them by mention, by id, and by the names of people seen
//! before, and stores these names.
//!
//! Not here: the visibility of channels (`visibility`).

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use adoube_bot::{
    BoxFuture, ChannelId, Clock, Language, Person, PersonDirectory, PersonId, forms, is_called,
};
use adoube_discord_client::{DiscordApi, GuildId, UserId};
use adoube_store::{Batch, Store, StoreError};

use crate::{
    ids::{PLATFORM, bot_person, discord_user},
    records,
    state::{
        channel_repository::ChannelRepository,
        person::{MentionedPerson, person},
        profile::{DiscordProfile, StoredDiscordProfile},
        record_cache::RecordCache,
        visibility::Visibility,
    },
};

/// Maximum number of cached people, and of people cached as having no record.
const MAX_CACHED: usize = 20_000;
/// Channels whose people are kept in memory, and people of each, at most.
const MAX_CHANNELS: usize = 5_000;
const MAX_PEOPLE_OF_CHANNEL: usize = 25;
/// Time limit of a request about a user.
const USER_TIMEOUT: Duration = Duration::from_millis(800);

/// The people seen on Discord. Cloning is cheap; all clones share their data.
#[derive(Clone)]
pub struct DiscordPeople {
    inner: Arc<DiscordPeopleInner>,
}

struct DiscordPeopleInner {
    store: Arc<dyn Store>,
    names: Mutex<SeenNames>,
    contexts: Arc<ChannelRepository>,
    visibility: Visibility,
    api: OnceLock<Arc<dyn DiscordApi>>,
}

/// People seen in each channel, and their profiles.
struct SeenNames {
    profiles: RecordCache<PersonId, DiscordProfile>,
    channels: HashMap<ChannelId, VecDeque<PersonId>>,
}

impl DiscordPeople {
    pub(crate) fn new(store: Arc<dyn Store>, contexts: Arc<ChannelRepository>) -> Self {
        let names = SeenNames { profiles: RecordCache::new(MAX_CACHED), channels: HashMap::new() };
        let (names, api) = (Mutex::new(names), OnceLock::new());
        let visibility = Visibility::new(Arc::clone(&contexts));
        Self { inner: Arc::new(DiscordPeopleInner { store, names, contexts, visibility, api }) }
    }

    /// Gives access to Discord, which exists only after the settings were checked.
    pub(crate) fn connect(&self, api: Arc<dyn DiscordApi>, clock: Arc<dyn Clock>) {
        self.inner.visibility.connect(Arc::clone(&api), clock);
        // A second connection would be equivalent.
        let _ = self.inner.api.set(api);
    }

    fn names(&self) -> MutexGuard<'_, SeenNames> {
        // Each update is a single step, so the data is consistent after a panic elsewhere.
        self.inner.names.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Drops the cached visibility in a server, because roles or channels changed.
    pub(crate) fn forget_guild(&self, guild: GuildId) {
        self.inner.visibility.forget(guild);
    }

    /// Drops the cached visibility of a channel, because it changed.
    pub(crate) fn forget_channel(&self, channel: adoube_discord_client::ChannelId) {
        self.inner.visibility.forget_channel(channel);
    }

    /// Records a person who acted or was mentioned in a channel of this server; `language` if they
    /// acted.
    pub(crate) async fn record_seen(
        &self,
        (channel, guild): (&ChannelId, Option<u64>),
        person: &Person,
        language: Option<Language>,
    ) -> Result<(), StoreError> {
        self.names().add(channel, &person.id);
        let before = self.profile(&person.id).await?;
        let profile = DiscordProfile::after_seen(before.as_ref(), guild, &person.name, language);
        if before.as_ref() == Some(&profile) {
            return Ok(());
        }
        if let Ok(value) = forms::write(&StoredDiscordProfile::from(&profile)) {
            let key = records::person_key(&person.id);
            self.inner.store.commit(Batch::new().put(records::TABLE, key, value)).await?;
        }
        self.names().profiles.keep(&person.id, profile);
        Ok(())
    }

    async fn profile(&self, person: &PersonId) -> Result<Option<DiscordProfile>, StoreError> {
        // In a shared store another process may have written a newer record.
        if !self.inner.store.is_shared()
            && let Some(cached) = self.names().profiles.find(person)
        {
            return Ok(cached.cloned());
        }
        let key = records::person_key(person);
        let (stored, _) = records::read::<StoredDiscordProfile>(&*self.inner.store, &key).await?;
        let profile = stored.map(DiscordProfile::from);
        // The cache also serves the completion of typed names.
        self.names().profiles.store_read(person, profile.clone());
        Ok(profile)
    }

    /// Whether a user is the bot itself, which plays as the computer.
    fn is_own(&self, user: UserId) -> bool {
        self.inner.api.get().is_some_and(|api| api.is_own(user))
    }

    /// Whether a mentioned person is a program other than this bot; programs do not play.
    pub(crate) fn has_other_bot(&self, named: &[MentionedPerson]) -> bool {
        let is_own = |person: &Person| discord_user(&person.id).is_some_and(|user| self.is_own(user));
        named.iter().any(|named| named.is_bot && !is_own(&named.person))
    }

    /// The language of a person's Discord client, if they have used the bot.
    pub(crate) async fn language(&self, person: &PersonId) -> Option<Language> {
        let profile = self.profile(person).await;
        profile.inspect_err(|error| tracing::error!(%error, "a person cannot be read")).ok()??.language
    }

    /// A user with their name in the server of this channel.
    async fn by_id(&self, channel: &ChannelId, user: UserId) -> Option<Person> {
        let id = bot_person(user);
        let guild = self.inner.visibility.guild_of(channel).await;
        let known = self.profile(&id).await;
        let known =
            known.inspect_err(|error| tracing::error!(%error, "a person cannot be read")).ok().flatten();
        if let Some(name) = known.as_ref().and_then(|profile| profile.name_in(guild)) {
            return Some(Person { id, name: name.clone() });
        }
        if let Some(guild) = guild
            && let Some(member) = self.inner.visibility.member(guild, user).await
        {
            return (!member.user.bot).then(|| person(&member.user));
        }
        let api = self.inner.api.get()?;
        let user = tokio::time::timeout(USER_TIMEOUT, api.user(user)).await.ok()?.ok()?;
        (!user.bot).then(|| person(&user))
    }

    /// People seen in a channel whose names have this prefix, the latest first.
    async fn with_prefix(&self, channel: &ChannelId, prefix: &str) -> Vec<Person> {
        let prefix = prefix.to_lowercase();
        let mut seen = self.seen_in(channel).await;
        seen.retain(|person| person.name.to_lowercase().starts_with(&prefix));
        seen
    }

    /// People seen in a channel, the latest first.
    async fn seen_in(&self, channel: &ChannelId) -> Vec<Person> {
        let guild = self.inner.visibility.guild_of(channel).await;
        let seen = self.names();
        let ids = seen.channels.get(channel).into_iter().flatten();
        let name = |id: &PersonId| seen.profiles.get(id)?.name_in(guild).cloned();
        ids.filter_map(|id| Some(Person { id: id.clone(), name: name(id)? })).collect()
    }

    /// Members of the channel's server with exactly this name.
    async fn members_called(&self, channel: &ChannelId, name: &str) -> Vec<Person> {
        let Ok(Some(context)) = self.inner.contexts.get(channel).await else { return Vec::new() };
        let (Some(api), Some(guild)) = (self.inner.api.get(), context.guild.and_then(GuildId::new)) else {
            return Vec::new();
        };
        if !context.can_post {
            return Vec::new();
        }
        let asked = api.members(guild, name, MAX_PEOPLE_OF_CHANNEL as u64);
        let Ok(Ok(members)) = tokio::time::timeout(USER_TIMEOUT, asked).await else { return Vec::new() };
        let people = members.iter().filter(|member| !member.bot).map(person);
        people.filter(|person| is_called(&person.name, name)).collect()
    }
}

impl SeenNames {
    fn add(&mut self, channel: &ChannelId, person: &PersonId) {
        if self.channels.len() >= MAX_CHANNELS && !self.channels.contains_key(channel) {
            self.channels.clear();
        }
        let people = self.channels.entry(channel.clone()).or_default();
        people.retain(|other| other != person);
        people.push_front(person.clone());
        people.truncate(MAX_PEOPLE_OF_CHANNEL);
    }
}

/// The user behind `<@80351…>`, `<@!80351…>` or the bare number.
fn mentioned(name: &str) -> Option<UserId> {
    let inner = name.strip_prefix("<@").and_then(|rest| rest.strip_suffix('>')).unwrap_or(name);
    discord_user(&PersonId(format!("{PLATFORM}:{}", inner.trim_start_matches('!'))))
}

impl PersonDirectory for DiscordPeople {
    fn find<'a>(&'a self, channel: &'a ChannelId, name: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(async move {
            let name = name.trim();
            if let Some(user) = mentioned(name) {
                return self.by_id(channel, user).await.into_iter().collect();
            }
            let name = name.trim_start_matches('@');
            let mut found = self.seen_in(channel).await;
            found.retain(|person| is_called(&person.name, name));
            if found.is_empty() {
                found = self.members_called(channel, name).await;
            }
            found
        })
    }

    fn has_place<'a>(&'a self, channel: &'a ChannelId) -> BoxFuture<'a, bool> {
        Box::pin(async move {
            let known = self.inner.contexts.get(channel).await;
            !matches!(known, Ok(Some(known)) if known.block.is_some())
        })
    }

    fn is_bot<'a>(&'a self, _: &'a ChannelId, name: &'a str) -> BoxFuture<'a, bool> {
        let is_own = mentioned(name.trim()).is_some_and(|user| self.is_own(user));
        Box::pin(std::future::ready(is_own))
    }

    fn is_alone_with<'a>(&'a self, channel: &'a ChannelId, _: &'a PersonId) -> BoxFuture<'a, bool> {
        Box::pin(async move {
            // Outside of servers the bot can post only in its own direct messages.
            let known = self.inner.contexts.get(channel).await;
            matches!(known, Ok(Some(known)) if known.guild.is_none() && known.can_post)
        })
    }

    fn complete<'a>(&'a self, channel: &'a ChannelId, prefix: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(async move { self.with_prefix(channel, prefix.trim().trim_start_matches('@')).await })
    }

    fn name_of<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, Option<String>> {
        Box::pin(async move {
            let guild = self.inner.visibility.guild_of(channel).await;
            let profile = self.profile(person).await.unwrap_or_else(|error| {
                tracing::error!(%error, %person, "a name cannot be read");
                None
            });
            profile?.name_in(guild).cloned()
        })
    }

    fn lets_in<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, bool> {
        Box::pin(self.inner.visibility.is_seen_by(channel, person))
    }

    fn shares<'a>(
        &'a self,
        channel: &'a ChannelId,
        here: &'a ChannelId,
        everybody: bool,
    ) -> BoxFuture<'a, bool> {
        Box::pin(self.inner.visibility.is_shown_in(channel, here, everybody))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_name_a_user() {
        for (text, user) in [
            ("<@80351110224678912>", Some(80_351_110_224_678_912)),
            ("<@!80351110224678912>", Some(80_351_110_224_678_912)),
            ("80351110224678912", Some(80_351_110_224_678_912)),
            ("<@0>", None),
            ("<@&80351110224678912>", None),
            ("@bob", None),
            ("<@80351110224678912", None),
            ("<@99999999999999999999999>", None),
        ] {
            assert_eq!(mentioned(text).map(UserId::get), user, "{text}");
        }
    }
}
