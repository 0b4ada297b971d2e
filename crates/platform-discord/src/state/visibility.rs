//! Who sees which channel: the channels of servers and their members as Discord tells of them, each believed for a minute. Of
//! what it does not tell nobody sees anything. Not here: how roles and overwrites are read (`adoube-discord-client`).

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

use crate::{channel_id, message::render::user_id, state::channel_context::ChannelContexts};

/// How long something is believed: who is shut out of a channel sees its games no longer than that.
const BELIEVED: Duration = Duration::from_secs(60);
/// How long it is not asked again after Discord did not answer.
const UNKNOWN: Duration = Duration::from_secs(5);
/// How long Discord may take.
const PATIENCE: Duration = Duration::from_millis(800);
/// Servers, and members, that are remembered.
const REMEMBERED: usize = 5_000;

/// What is known of who sees what.
pub(crate) struct Visibility {
    known_channels: Arc<ChannelContexts>,
    asked: OnceLock<(Arc<dyn DiscordApi>, Arc<dyn Clock>)>,
    guilds: AnswerCache<GuildId, Arc<GuildChannels>>,
    members: AnswerCache<(GuildId, UserId), Option<GuildMember>>,
    threads: AnswerCache<Id, Option<Id>>,
}

/// What was answered, and when; nothing where there was no answer.
struct AnswerCache<K, V>(Mutex<HashMap<K, (Duration, Option<V>)>>);

impl<K: Copy + Eq + Hash, V: Clone> AnswerCache<K, V> {
    fn new() -> Self {
        Self(Mutex::default())
    }

    /// What is believed, or what is answered now.
    async fn get(
        &self,
        key: K,
        now: Duration,
        ask: impl Future<Output = Result<V, RequestError>>,
    ) -> Option<V> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known().get(&key).cloned();
        if let Some((at, answer)) = before {
            let believed = if answer.is_some() { BELIEVED } else { UNKNOWN };
            if now.saturating_sub(at) < believed {
                return answer;
            }
        }
        let answer = match tokio::time::timeout(PATIENCE, ask).await {
            Ok(Ok(answer)) => Some(answer),
            Ok(Err(failure)) => {
                tracing::debug!(%failure, "who sees a channel cannot be asked");
                None
            }
            Err(_) => None,
        };
        let mut known = known();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(key, (now, answer.clone()));
        answer
    }

    fn forget(&self, is_old: impl Fn(&K, &V) -> bool) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|key, (_, answer)| !answer.as_ref().is_some_and(|answer| is_old(key, answer)));
    }
}

impl Visibility {
    pub(crate) fn new(known_channels: Arc<ChannelContexts>) -> Self {
        Self {
            known_channels,
            asked: OnceLock::new(),
            guilds: AnswerCache::new(),
            members: AnswerCache::new(),
            threads: AnswerCache::new(),
        }
    }

    /// From now on Discord can be asked.
    pub(crate) fn connect(&self, link: Arc<dyn DiscordApi>, clock: Arc<dyn Clock>) {
        // A second one would ask the same Discord.
        let _ = self.asked.set((link, clock));
    }

    /// Something was changed in a server of which the bot is told.
    pub(crate) fn forget(&self, guild: GuildId) {
        self.guilds.forget(|known, _| *known == guild);
        self.members.forget(|(known, _), _| *known == guild);
    }

    /// A channel was changed.
    pub(crate) fn forget_channel(&self, channel: Id) {
        self.guilds.forget(|_, channels| channels.has(channel));
    }

    /// The server that a channel is in; none of direct messages and of channels that are not known.
    pub(crate) async fn guild_of(&self, channel: &ChannelId) -> Option<GuildId> {
        let known = self.known_channels.get(channel).await;
        let known = known.inspect_err(|error| tracing::error!(%error, %channel, "a channel cannot be read"));
        known.ok()??.guild.and_then(GuildId::new)
    }

    /// A person's membership of a server, if it is known.
    pub(crate) async fn member(&self, guild: GuildId, user: UserId) -> Option<GuildMember> {
        let (link, clock) = self.asked.get()?;
        self.members.get((guild, user), clock.monotonic(), link.guild_member(guild, user)).await?
    }

    async fn channels_of(&self, guild: GuildId) -> Option<Arc<GuildChannels>> {
        let (link, clock) = self.asked.get()?;
        let ask = async { link.guild_channels(guild).await.map(Arc::new) };
        self.guilds.get(guild, clock.monotonic(), ask).await
    }

    /// The channel by which it goes who sees this one, and the channels of its server: itself, or what a public thread
    /// belongs to.
    async fn seen_by(&self, guild: GuildId, channel: &ChannelId) -> Option<(Id, Arc<GuildChannels>)> {
        let (link, clock) = self.asked.get()?;
        let id = channel_id(channel)?;
        let channels = self.channels_of(guild).await?;
        if channels.has(id) {
            return Some((id, channels));
        }
        let parent = self.threads.get(id, clock.monotonic(), link.parent_of_thread(id)).await??;
        Some((parent, channels))
    }

    /// Whether a person sees a channel.
    pub(crate) async fn is_seen_by(&self, channel: &ChannelId, person: &PersonId) -> bool {
        let Some((guild, user)) = self.guild_of(channel).await.zip(user_id(person)) else { return false };
        let Some((seen, channels)) = self.seen_by(guild, channel).await else { return false };
        let Some(member) = self.member(guild, user).await else { return false };
        channels.is_seen(seen, Some(&member))
    }

    /// Whether one channel is in the same server as another one, and seen by everybody who reads there if that matters.
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
        // Who reads in a channel sees its threads, and who reads in a thread its channel.
        self.seen_by(guild, here).await.is_some_and(|(own, _)| own == seen)
    }
}
