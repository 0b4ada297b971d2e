//! Notes servers that become unreachable, by an outage of Discord or the removal of the bot, and
//! stops the clocks of their games.
//!
//! An outage is not announced; after a removal both players get a direct message. Not here: single
//! channels and threads (`availability`), shards that are not connected (`shards`).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
};

use adoube_bot::{Bot, ChannelId, Outbox, forms};
use adoube_discord_client::{DiscordApi, GuildId, UserId};
use adoube_store::{Key, KeyRange, KeyReader, ScanOrder, Store, StoreError};

use crate::{
    delivery::availability::ChannelAvailability,
    ids::bot_channel,
    records::{self, PLACE},
    state::{
        channel_context::{ChannelBlock, ChannelContext, StoredChannel},
        channel_repository::ChannelRepository,
        people::DiscordPeople,
        shared::SharedServices,
    },
};

/// Channels read in one page.
const PAGE: usize = 256;

/// Blocked channels of each unreachable server, by its id.
type BlockedChannels = BTreeMap<u64, BTreeSet<ChannelId>>;

/// Blocks and unblocks the channels of servers.
pub(crate) struct ServerAvailability {
    bot: Bot,
    api: Arc<dyn DiscordApi>,
    store: Arc<dyn Store>,
    outbox: Outbox,
    contexts: Arc<ChannelRepository>,
    people: DiscordPeople,
    availability: Arc<ChannelAvailability>,
    /// The latest unhandled report for each server: why it is unreachable, or `None` when it is
    /// reachable.
    changes: Mutex<BTreeMap<u64, Option<ChannelBlock>>>,
    /// The channels blocked with their servers; `None` before they are read. The lock holder
    /// handles the changes.
    blocked: tokio::sync::Mutex<Option<BlockedChannels>>,
}

impl ServerAvailability {
    pub(crate) fn new(
        shared: &SharedServices,
        outbox: Outbox,
        availability: Arc<ChannelAvailability>,
    ) -> Self {
        let SharedServices { bot, api, store, contexts, people, .. } = shared.clone();
        let (changes, blocked) = (Mutex::default(), tokio::sync::Mutex::default());
        Self { bot, api, store, outbox, contexts, people, availability, changes, blocked }
    }

    /// Notes that a server is unreachable, or reachable. Call it in the order of Discord's events.
    pub(crate) fn note(&self, guild: GuildId, block: Option<ChannelBlock>) {
        // Each update is a single step, so the data is consistent after a panic elsewhere.
        self.changes.lock().unwrap_or_else(PoisonError::into_inner).insert(guild.get(), block);
    }

    fn take_changes(&self) -> BTreeMap<u64, Option<ChannelBlock>> {
        std::mem::take(&mut self.changes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Handles the noted changes. The next call handles those noted meanwhile.
    pub(crate) async fn handle_changes(self: Arc<Self>) {
        let mut blocked = self.blocked.lock().await;
        let changes = self.take_changes();
        let unreachable: BTreeMap<u64, ChannelBlock> =
            changes.iter().filter_map(|(guild, block)| Some((*guild, (*block)?))).collect();
        if blocked.is_none() || !unreachable.is_empty() {
            match self.channels_in(&unreachable).await {
                Ok((affected, known)) => {
                    let blocked = blocked.insert(known);
                    for (guild, channel, reason) in affected {
                        self.block_with_server(&channel, reason).await;
                        blocked.entry(guild).or_default().insert(channel);
                    }
                }
                Err(error) => tracing::error!(%error, "the channels of servers cannot be looked up"),
            }
        }
        let reachable = changes.iter().filter(|(_, block)| block.is_none()).map(|(guild, _)| *guild);
        let found: Vec<ChannelId> =
            reachable.filter_map(|guild| blocked.as_mut()?.remove(&guild)).flatten().collect();
        for channel in found {
            self.unblock_with_server(&channel).await;
        }
    }

    /// The channels of servers that are unreachable now, with the reason, and those already blocked
    /// with their servers.
    async fn channels_in(
        &self,
        unreachable: &BTreeMap<u64, ChannelBlock>,
    ) -> Result<(Vec<(u64, ChannelId, ChannelBlock)>, BlockedChannels), StoreError> {
        let (mut affected, mut blocked) = (Vec::new(), BlockedChannels::new());
        let mut range = KeyRange::prefix(Key::new().text(PLACE));
        loop {
            let page = self.store.scan(records::TABLE, range.clone(), ScanOrder::Ascending, PAGE).await?;
            let Some((end, _)) = page.last() else { return Ok((affected, blocked)) };
            range = range.after(end);
            for (key, record) in &page {
                let read = forms::read_or_tell::<StoredChannel>(key, &record.value).map(ChannelContext::from);
                let Some((context, channel)) = read.zip(channel_of(key)) else { continue };
                let Some(guild) = context.guild else { continue };
                if let Some(reason) = unreachable.get(&guild) {
                    affected.push((guild, channel, *reason));
                } else if context.block.is_some_and(ChannelBlock::is_of_server) {
                    blocked.entry(guild).or_default().insert(channel);
                }
            }
        }
    }

    async fn block_with_server(&self, channel: &ChannelId, reason: ChannelBlock) {
        let block = match self.contexts.get(channel).await {
            Ok(known) => known.and_then(|known| known.block),
            Err(error) => {
                tracing::error!(%error, %channel, "what is known of a channel cannot be read");
                return;
            }
        };
        // A channel with a block of its own keeps it, and a removal is announced once.
        let is_old = match reason {
            ChannelBlock::Removed => matches!(block, Some(ChannelBlock::Removed | ChannelBlock::Gone)),
            _ => block.is_some(),
        };
        if is_old || !self.availability.is_played_in(channel).await {
            return;
        }
        if reason != ChannelBlock::Removed {
            return self.availability.block(channel, reason).await;
        }
        // The block is stored first, because it decides how the notice of the removal is delivered.
        if let Err(error) = self.contexts.set_block(channel, Some(reason)).await {
            tracing::error!(%error, %channel, "that the bot was removed cannot be noted");
        }
        if let Err(error) = self.bot.place_removed(channel).await {
            tracing::error!(%error, %channel, "players are not told that the bot was removed");
        }
    }

    async fn unblock_with_server(&self, channel: &ChannelId) {
        let known = self.contexts.get(channel).await;
        // The channel may have been locked or deleted since.
        let is_of_server = |context: &ChannelContext| context.block.is_some_and(ChannelBlock::is_of_server);
        if matches!(known, Ok(Some(context)) if is_of_server(&context)) {
            self.availability.unblock(channel).await;
            self.outbox.wake(channel.clone());
        }
    }

    /// Handles changed roles of a server or of a member: the bot may have got a missing permission.
    pub(crate) async fn roles_changed(&self, guild: GuildId, member: Option<UserId>) {
        self.people.forget_guild(guild);
        if member.is_some_and(|member| !self.api.is_own(member)) {
            return;
        }
        self.api.joined(guild);
        for id in self.api.refused_in() {
            let channel = bot_channel(id);
            let known = self.contexts.get(&channel).await;
            if matches!(known, Ok(Some(known)) if known.guild == Some(guild.get())) {
                self.api.opened(id);
                self.outbox.wake(channel);
            }
        }
        if let Err(error) = self.contexts.allow_posts(guild.get()).await {
            tracing::error!(%error, guild = guild.get(), "that the bot may write again cannot be noted");
        }
    }
}

/// The channel in a row's key.
fn channel_of(key: &[u8]) -> Option<ChannelId> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    Some(ChannelId(reader.text()?))
}
