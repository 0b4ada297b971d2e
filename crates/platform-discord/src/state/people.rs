//! The people on Discord as the bot's directory knows them: by mention, by id, and by the names of those who were
//! seen. Not here: who may do what, how it is kept (`records`).

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use adoube_bot::{
    BoxFuture, ChannelId, Clock, Language, Person, PersonDirectory, PersonId, forms, is_called,
};
use adoube_discord_client::{DiscordApi, DiscordUser, GuildId, UserId};
use adoube_store::{Batch, Record, Store, StoreError};

use crate::{
    PLATFORM,
    message::render::user_id,
    records::{self, StoredDiscordProfile},
    state::{
        channel_context::ChannelContexts, received_interaction::MentionedPerson, record_cache::RecordCache,
        visibility::Visibility,
    },
};

/// People kept in memory, and others of whom nothing is kept.
const REMEMBERED: usize = 20_000;
/// Channels whose people are kept in memory, and people of each.
const CHANNELS: usize = 5_000;
const OF_CHANNEL: usize = 25;
/// Characters of a name; Discord's own limit.
const NAME: usize = 32;
/// Servers for which a person's name is stored, at most.
const NAMES: usize = 50;
/// In place of a server where there is none.
const NO_GUILD: u64 = 0;
/// How long Discord may take when it is asked about somebody.
const PATIENCE: Duration = Duration::from_millis(800);

/// What is kept of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DiscordProfile {
    /// The name they had where they were seen last.
    pub(crate) name: String,
    /// The name they have in each server, which is nobody's business in another one.
    pub(crate) names: BTreeMap<u64, String>,
    /// The language of their Discord, once they have used the bot.
    pub(crate) language: Option<Language>,
}

impl DiscordProfile {
    /// Their name in a server, or outside of all.
    fn name_in(&self, guild: Option<GuildId>) -> Option<&String> {
        self.names.get(&guild.map_or(NO_GUILD, GuildId::get))
    }
}

/// Whoever was seen on Discord. Cheap to clone; every clone knows the same people.
#[derive(Clone)]
pub struct DiscordPeople {
    inner: Arc<DiscordPeopleInner>,
}

struct DiscordPeopleInner {
    store: Arc<dyn Store>,
    seen: Mutex<SeenNames>,
    known_channels: Arc<ChannelContexts>,
    visibility: Visibility,
    link: OnceLock<Arc<dyn DiscordApi>>,
}

struct SeenNames {
    profiles: RecordCache<PersonId, DiscordProfile>,
    channels: HashMap<ChannelId, VecDeque<PersonId>>,
}

/// A person's id.
pub(crate) fn person_id(user: UserId) -> PersonId {
    PersonId(format!("{PLATFORM}:{user}"))
}

/// A user as the bot knows people, under the name they have where they are.
pub(crate) fn person(user: &DiscordUser) -> Person {
    Person { id: person_id(user.id), name: user.name.chars().take(NAME).collect() }
}

impl DiscordPeople {
    pub(crate) fn new(store: Arc<dyn Store>, known_channels: Arc<ChannelContexts>) -> Self {
        let seen = SeenNames { profiles: RecordCache::new(REMEMBERED), channels: HashMap::new() };
        let (seen, link) = (Mutex::new(seen), OnceLock::new());
        let visibility = Visibility::new(Arc::clone(&known_channels));
        Self { inner: Arc::new(DiscordPeopleInner { store, seen, known_channels, visibility, link }) }
    }

    /// From now on Discord can be asked.
    pub(crate) fn connect(&self, link: Arc<dyn DiscordApi>, clock: Arc<dyn Clock>) {
        self.inner.visibility.connect(Arc::clone(&link), clock);
        // A second one would ask the same Discord.
        let _ = self.inner.link.set(link);
    }

    fn names(&self) -> MutexGuard<'_, SeenNames> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.inner.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something was changed in a server by which it may go who sees what.
    pub(crate) fn changed_in(&self, guild: GuildId) {
        self.inner.visibility.forget(guild);
    }

    /// A channel was changed, and perhaps who sees it.
    pub(crate) fn changed_channel(&self, channel: adoube_discord_client::ChannelId) {
        self.inner.visibility.forget_channel(channel);
    }

    /// Records a person who was named or acted in a channel of this server; `language` where they acted.
    pub(crate) async fn see(
        &self,
        (channel, guild): (&ChannelId, Option<u64>),
        person: &Person,
        language: Option<Language>,
    ) -> Result<(), StoreError> {
        self.names().place(channel, &person.id);
        let before = self.profile(&person.id).await?;
        let language = language.or_else(|| before.as_ref().and_then(|before| before.language));
        let mut names = before.as_ref().map(|before| before.names.clone()).unwrap_or_default();
        let guild = guild.unwrap_or(NO_GUILD);
        if names.len() >= NAMES && !names.contains_key(&guild) {
            names.pop_first();
        }
        names.insert(guild, person.name.clone());
        let profile = DiscordProfile { name: person.name.clone(), names, language };
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
        // Where other processes write, too, what they wrote last counts.
        if !self.inner.store.is_shared() {
            let seen = self.names();
            let profile = seen.profiles.get(person);
            if profile.is_some() || seen.profiles.is_missing(person) {
                return Ok(profile.cloned());
            }
        }
        let key = records::person_key(person);
        let record = self.inner.store.get(records::TABLE, key.as_ref()).await?;
        let read = |record: Record| forms::read_or_tell::<StoredDiscordProfile>(key.as_ref(), &record.value);
        let profile = record.and_then(read).map(DiscordProfile::from);
        match &profile {
            // For names that are typed, which people see before they choose.
            Some(profile) => self.names().profiles.keep(person, profile.clone()),
            None => self.names().profiles.miss(person),
        }
        Ok(profile)
    }

    /// Whether a user is the bot itself, which plays as the computer.
    fn is_own(&self, user: UserId) -> bool {
        self.inner.link.get().is_some_and(|link| link.is_own(user))
    }

    /// Whether one of these is another program than the bot: those do not play.
    pub(crate) fn have_another_bot(&self, named: &[MentionedPerson]) -> bool {
        let is_own = |person: &Person| user_id(&person.id).is_some_and(|user| self.is_own(user));
        named.iter().any(|named| named.bot && !is_own(&named.person))
    }

    /// The language a person reads, when they have been here.
    pub(crate) async fn language(&self, person: &PersonId) -> Option<Language> {
        let profile = self.profile(person).await;
        profile.inspect_err(|error| tracing::error!(%error, "a person cannot be read")).ok()??.language
    }

    /// A user under the name they have where this channel is.
    async fn by_id(&self, channel: &ChannelId, user: UserId) -> Option<Person> {
        let id = person_id(user);
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
        let link = self.inner.link.get()?;
        let user = tokio::time::timeout(PATIENCE, link.user(user)).await.ok()?.ok()?;
        (!user.bot).then(|| person(&user))
    }

    /// People seen in a channel whose names begin like this, the latest first.
    async fn beginning(&self, channel: &ChannelId, prefix: &str) -> Vec<Person> {
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
        let Ok(Some(place)) = self.inner.known_channels.get(channel).await else { return Vec::new() };
        let (Some(link), Some(guild)) = (self.inner.link.get(), place.guild.and_then(GuildId::new)) else {
            return Vec::new();
        };
        if !place.open {
            return Vec::new();
        }
        let asked = link.members(guild, name, OF_CHANNEL as u64);
        let Ok(Ok(members)) = tokio::time::timeout(PATIENCE, asked).await else { return Vec::new() };
        let people = members.iter().filter(|member| !member.bot).map(person);
        people.filter(|person| is_called(&person.name, name)).collect()
    }
}

impl SeenNames {
    fn place(&mut self, channel: &ChannelId, person: &PersonId) {
        if self.channels.len() >= CHANNELS && !self.channels.contains_key(channel) {
            self.channels.clear();
        }
        let here = self.channels.entry(channel.clone()).or_default();
        here.retain(|other| other != person);
        here.push_front(person.clone());
        here.truncate(OF_CHANNEL);
    }
}

/// The user meant by `<@80351…>`, `<@!80351…>` or the bare number.
fn mentioned(name: &str) -> Option<UserId> {
    let inner = name.strip_prefix("<@").and_then(|rest| rest.strip_suffix('>')).unwrap_or(name);
    user_id(&PersonId(format!("{PLATFORM}:{}", inner.trim_start_matches('!'))))
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
            let known = self.inner.known_channels.get(channel).await;
            !matches!(known, Ok(Some(known)) if known.shut.is_some())
        })
    }

    fn is_bot<'a>(&'a self, _: &'a ChannelId, name: &'a str) -> BoxFuture<'a, bool> {
        let is_own = mentioned(name.trim()).is_some_and(|user| self.is_own(user));
        Box::pin(std::future::ready(is_own))
    }

    fn is_alone_with<'a>(&'a self, channel: &'a ChannelId, _: &'a PersonId) -> BoxFuture<'a, bool> {
        Box::pin(async move {
            // Outside of servers the bot writes by itself in its own conversations alone.
            let known = self.inner.known_channels.get(channel).await;
            matches!(known, Ok(Some(known)) if known.guild.is_none() && known.open)
        })
    }

    fn complete<'a>(&'a self, channel: &'a ChannelId, prefix: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(async move { self.beginning(channel, prefix.trim().trim_start_matches('@')).await })
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
