//! Tells which people see which channels, by the channels and members that Discord reports, cached
//! for a minute.
//!
//! Without an answer from Discord a channel counts as hidden. Not here: roles and overwrites
//! (`adoube-discord-client`).

use std::{
    collections::HashMap,
    future::Future,
    hash::Hash,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::Duration,
};

use adoube_bot::{ChannelId, Clock, PersonId};
use adoube_discord_client::{
    ChannelId as Id, DiscordApi, GuildChannels, GuildId, GuildMember, RequestError, UserId,
};

use crate::{
    ids::{discord_channel, discord_user},
    state::channel_repository::ChannelRepository,
};

/// Lifetime of an answer: a person who loses access to a channel sees its games no longer than
/// that.
const ANSWER_LIFETIME: Duration = Duration::from_secs(60);
/// Pause after a request that Discord did not answer.
const RETRY_AFTER: Duration = Duration::from_secs(5);
/// Time limit of a request.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(800);
/// Maximum numbers of servers, and of members, in the cache.
const MAX_CACHED: usize = 5_000;

/// Discord's answers about channels, members and threads.
pub(crate) struct Visibility {
    contexts: Arc<ChannelRepository>,
    access: OnceLock<(Arc<dyn DiscordApi>, Arc<dyn Clock>)>,
    guilds: AnswerCache<GuildId, Arc<GuildChannels>>,
    members: AnswerCache<(GuildId, UserId), Option<GuildMember>>,
    threads: AnswerCache<Id, Option<Id>>,
}

/// Answers with their times; `None` if Discord did not answer.
struct AnswerCache<K, V>(Mutex<HashMap<K, (Duration, Option<V>)>>);

impl<K: Copy + Eq + Hash, V: Clone> AnswerCache<K, V> {
    fn new() -> Self {
        Self(Mutex::default())
    }

    /// The cached answer, or a new one when that is too old.
    async fn get(
        &self,
        key: K,
        now: Duration,
        ask: impl Future<Output = Result<V, RequestError>>,
    ) -> Option<V> {
        // Each update is a single step, so the data is consistent after a panic elsewhere.
        let cache = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = cache().get(&key).cloned();
        if let Some((at, answer)) = before {
            let lifetime = if answer.is_some() { ANSWER_LIFETIME } else { RETRY_AFTER };
            if now.saturating_sub(at) < lifetime {
                return answer;
            }
        }
        let answer = match tokio::time::timeout(ANSWER_TIMEOUT, ask).await {
            Ok(Ok(answer)) => Some(answer),
            Ok(Err(failure)) => {
                tracing::debug!(%failure, "who sees a channel cannot be asked");
                None
            }
            Err(_) => None,
        };
        let mut cache = cache();
        if cache.len() >= MAX_CACHED {
            cache.clear();
        }
        cache.insert(key, (now, answer.clone()));
        answer
    }

    fn forget(&self, is_old: impl Fn(&K, &V) -> bool) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|key, (_, answer)| !answer.as_ref().is_some_and(|answer| is_old(key, answer)));
    }
}

impl Visibility {
    pub(crate) fn new(contexts: Arc<ChannelRepository>) -> Self {
        Self {
            contexts,
            access: OnceLock::new(),
            guilds: AnswerCache::new(),
            members: AnswerCache::new(),
            threads: AnswerCache::new(),
        }
    }

    /// Gives access to Discord, which exists only after the settings were checked.
    pub(crate) fn connect(&self, api: Arc<dyn DiscordApi>, clock: Arc<dyn Clock>) {
        // A second connection would be equivalent.
        let _ = self.access.set((api, clock));
    }

    /// Drops the answers about a server.
    pub(crate) fn forget(&self, guild: GuildId) {
        self.guilds.forget(|known, _| *known == guild);
        self.members.forget(|(known, _), _| *known == guild);
    }

    /// Drops the answers about the server of a channel.
    pub(crate) fn forget_channel(&self, channel: Id) {
        self.guilds.forget(|_, channels| channels.has(channel));
    }

    /// The server of a channel; `None` for direct messages and unknown channels.
    pub(crate) async fn guild_of(&self, channel: &ChannelId) -> Option<GuildId> {
        let known = self.contexts.get(channel).await;
        let known = known.inspect_err(|error| tracing::error!(%error, %channel, "a channel cannot be read"));
        known.ok()??.guild.and_then(GuildId::new)
    }

    /// A person's membership in a server, if Discord answers.
    pub(crate) async fn member(&self, guild: GuildId, user: UserId) -> Option<GuildMember> {
        let (api, clock) = self.access.get()?;
        self.members.get((guild, user), clock.monotonic(), api.guild_member(guild, user)).await?
    }

    async fn channels_of(&self, guild: GuildId) -> Option<Arc<GuildChannels>> {
        let (api, clock) = self.access.get()?;
        let ask = async { api.guild_channels(guild).await.map(Arc::new) };
        self.guilds.get(guild, clock.monotonic(), ask).await
    }

    /// The channel whose permissions decide who sees this one, and the channels of its server. For
    /// a public thread it is the parent channel.
    async fn seen_by(&self, guild: GuildId, channel: &ChannelId) -> Option<(Id, Arc<GuildChannels>)> {
        let (api, clock) = self.access.get()?;
        let id = discord_channel(channel)?;
        let channels = self.channels_of(guild).await?;
        if channels.has(id) {
            return Some((id, channels));
        }
        let parent = self.threads.get(id, clock.monotonic(), api.parent_of_thread(id)).await??;
        Some((parent, channels))
    }

    /// Whether a person sees a channel.
    pub(crate) async fn is_seen_by(&self, channel: &ChannelId, person: &PersonId) -> bool {
        let Some((guild, user)) = self.guild_of(channel).await.zip(discord_user(person)) else {
            return false;
        };
        let Some((seen, channels)) = self.seen_by(guild, channel).await else { return false };
        let Some(member) = self.member(guild, user).await else { return false };
        channels.is_seen(seen, Some(&member))
    }

    /// Whether a channel is in the same server as `here`. With `everybody`, all readers of `here`
    /// must see it, too.
    pub(crate) async fn is_shown_in(&self, channel: &ChannelId, here: &ChannelId, everybody: bool) -> bool {
        let (there, own) = (self.guild_of(channel).await, self.guild_of(here).await);
        let Some(guild) = there.filter(|_| there == own) else { return false };
        if !everybody {
            return true;
        }
        let Some((seen, channels)) = self.seen_by(guild, channel).await else { return false };
        if channels.is_seen(seen, None) {
            return true;
        }
        // A channel and its public threads have the same readers.
        self.seen_by(guild, here).await.is_some_and(|(own, _)| own == seen)
    }
}
