//! Servers that go away: in an outage, or because the bot was removed. The clocks of their games stand still from then on,
//! and run again when the server is there again. Of an outage nobody is told, as of one of a shard; of a removal both players are,
//! in private. Not here: single channels and threads (`places`), and shards that are not connected (`outages`).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
};

use adoube_bot::{ChannelId, forms};
use adoube_discord_client::{GuildId, UserId};
use adoube_store::{Key, KeyRange, KeyReader, ScanOrder, StoreError};

use crate::{
    DiscordPlatform, PLATFORM,
    records::{self, PLACE, StoredChannel},
    state::channel_context::{ChannelBlock, ChannelContext},
};

/// Channels looked at in one step.
const PAGE: usize = 256;

/// What is known of servers that went away.
#[derive(Default)]
pub(crate) struct Servers {
    /// What Discord said last of each server since that was dealt with: why it is gone, or that it is there.
    news: Mutex<BTreeMap<u64, Option<ChannelBlock>>>,
    /// The channels that went with their servers, once they were looked up. Whoever has it deals with the news.
    lost: tokio::sync::Mutex<Option<LostChannels>>,
}

/// Channels that went with their server, by its id.
type LostChannels = BTreeMap<u64, BTreeSet<ChannelId>>;

impl Servers {
    /// Discord says that a server is gone, or is there. To be called in the order in which it says so.
    pub(crate) fn note(&self, guild: GuildId, gone: Option<ChannelBlock>) {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.news.lock().unwrap_or_else(PoisonError::into_inner).insert(guild.get(), gone);
    }

    fn take(&self) -> BTreeMap<u64, Option<ChannelBlock>> {
        std::mem::take(&mut self.news.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Whether a channel went with its server.
fn went_with_server(shut: Option<ChannelBlock>) -> bool {
    matches!(shut, Some(ChannelBlock::Away | ChannelBlock::Removed))
}

impl DiscordPlatform {
    /// Deals with what Discord has said of servers. What is said meanwhile is dealt with by whoever comes next.
    pub(crate) async fn servers_changed(self: Arc<Self>) {
        let mut lost = self.servers.lost.lock().await;
        let news = self.servers.take();
        let gone: BTreeMap<u64, ChannelBlock> =
            news.iter().filter_map(|(guild, gone)| Some((*guild, (*gone)?))).collect();
        if lost.is_none() || !gone.is_empty() {
            match self.channels_in(&gone).await {
                Ok((losing, known)) => {
                    let lost = lost.insert(known);
                    for (guild, channel, why) in losing {
                        self.lose_with_server(&channel, why).await;
                        lost.entry(guild).or_default().insert(channel);
                    }
                }
                Err(error) => tracing::error!(%error, "the channels of servers cannot be looked up"),
            }
        }
        let there = news.iter().filter(|(_, gone)| gone.is_none()).map(|(guild, _)| *guild);
        let found: Vec<ChannelId> =
            there.filter_map(|guild| lost.as_mut()?.remove(&guild)).flatten().collect();
        for channel in found {
            self.find_with_server(&channel).await;
        }
    }

    /// The channels of servers that are gone now, with why, and those that went with their servers before.
    async fn channels_in(
        &self,
        gone: &BTreeMap<u64, ChannelBlock>,
    ) -> Result<(Vec<(u64, ChannelId, ChannelBlock)>, LostChannels), StoreError> {
        let (mut losing, mut lost) = (Vec::new(), LostChannels::new());
        let mut range = KeyRange::prefix(Key::new().text(PLACE));
        loop {
            let page = self.store.scan(records::TABLE, range.clone(), ScanOrder::Ascending, PAGE).await?;
            let Some((end, _)) = page.last() else { return Ok((losing, lost)) };
            range = range.after(end);
            for (key, record) in &page {
                let read = forms::read_or_tell::<StoredChannel>(key, &record.value).map(ChannelContext::from);
                let Some((place, channel)) = read.zip(channel_of(key)) else { continue };
                let Some(guild) = place.guild else { continue };
                if let Some(why) = gone.get(&guild) {
                    losing.push((guild, channel, *why));
                } else if went_with_server(place.shut) {
                    lost.entry(guild).or_default().insert(channel);
                }
            }
        }
    }

    async fn lose_with_server(&self, channel: &ChannelId, why: ChannelBlock) {
        let shut = match self.known_channels.get(channel).await {
            Ok(known) => known.and_then(|known| known.shut),
            Err(error) => {
                tracing::error!(%error, %channel, "what is known of a channel cannot be read");
                return;
            }
        };
        // What stands still for a reason of its own stays so, and of a removal nobody is told twice.
        let is_old = match why {
            ChannelBlock::Removed => matches!(shut, Some(ChannelBlock::Removed | ChannelBlock::Gone)),
            _ => shut.is_some(),
        };
        if is_old || !self.is_played_in(channel).await {
            return;
        }
        if why != ChannelBlock::Removed {
            return self.lose_place(channel, why).await;
        }
        // First why, as what is told of it goes by that.
        if let Err(error) = self.known_channels.set_block(channel, Some(why)).await {
            tracing::error!(%error, %channel, "that the bot was removed cannot be noted");
        }
        if let Err(error) = self.service.place_removed(channel).await {
            tracing::error!(%error, %channel, "players are not told that the bot was removed");
        }
    }

    async fn find_with_server(&self, channel: &ChannelId) {
        let known = self.known_channels.get(channel).await;
        // It may have been locked or deleted since.
        if matches!(known, Ok(Some(known)) if went_with_server(known.shut)) {
            self.find_place(channel).await;
            self.outbox.wake(channel.clone());
        }
    }

    /// Roles of a server were changed, or of a member: perhaps the bot may do what it was refused.
    pub(crate) async fn permitted(&self, guild: GuildId, member: Option<UserId>) {
        self.people.changed_in(guild);
        if member.is_some_and(|member| !self.link.is_own(member)) {
            return;
        }
        self.link.joined(guild);
        for id in self.link.refused_in() {
            let channel = ChannelId(format!("{PLATFORM}:{id}"));
            let known = self.known_channels.get(&channel).await;
            if matches!(known, Ok(Some(known)) if known.guild == Some(guild.get())) {
                self.link.opened(id);
                self.outbox.wake(channel);
            }
        }
        if let Err(error) = self.known_channels.reopen(guild.get()).await {
            tracing::error!(%error, guild = guild.get(), "that the bot may write again cannot be noted");
        }
    }
}

/// The channel a row is about.
fn channel_of(key: &[u8]) -> Option<ChannelId> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    Some(ChannelId(reader.text()?))
}
