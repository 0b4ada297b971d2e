//! Cleans up periodically: removes unused channels together with their logs, and old invite links.
//! Records of games stay.

use std::sync::Arc;

use adoube_bot::{Bot, ChannelId, Clock};
use adoube_store::VersionCheck;
use tokio::time::interval;

use crate::{
    channels::{
        channel::{ChannelDetails, ChannelError, channel_id, name_of},
        directory::ChannelDirectory,
        invite_links::InviteLinks,
        removal::deletion_cutoff,
    },
    limits::{LEAVING_MILLIS, LINK_MILLIS, ROOM_UNUSED_MILLIS, TIDY_EVERY, UNUSED_MILLIS},
    log::chat_log::ChatLog,
};

/// The instants before which channels, rooms, links and removal markers are deleted by age.
#[derive(Clone, Copy)]
struct Cutoffs {
    channel: u64,
    room: u64,
    link: u64,
    leaving: u64,
}

/// Removes unused channels with their logs, and other data by age.
pub(crate) struct ChannelCleanup {
    pub(crate) service: Bot,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) channels: ChannelDirectory,
    pub(crate) log: ChatLog,
    pub(crate) links: Arc<InviteLinks>,
}

impl ChannelCleanup {
    /// Runs the cleanup periodically for as long as the program runs.
    pub(crate) async fn run_channel_cleanup(self: Arc<Self>) {
        let mut tick = interval(TIDY_EVERY);
        loop {
            tick.tick().await;
            self.remove_unused_channels().await;
        }
    }

    /// Removes every unused channel, and other data by age.
    pub(crate) async fn remove_unused_channels(&self) {
        let cutoffs = self.cutoffs().await;
        for channel in self.channels.ids() {
            match self.remove_if_unused(&channel, cutoffs).await {
                Ok(true) => tracing::info!(%channel, "a channel that nobody uses is gone"),
                Ok(false) => {}
                Err(error) => tracing::error!(%error, %channel, "a channel cannot be looked after"),
            }
        }
        if let Err(error) = self.clear_what_left(cutoffs).await {
            tracing::error!(%error, "what was said in channels that are gone is cleared later");
        }
        if let Some(Cutoffs { link, .. }) = cutoffs
            && let Err(error) = self.links.forget_links(link).await
        {
            tracing::error!(%error, "old links cannot be forgotten");
        }
    }

    async fn cutoffs(&self) -> Option<Cutoffs> {
        Some(Cutoffs {
            channel: deletion_cutoff(&self.service, UNUSED_MILLIS).await?,
            room: deletion_cutoff(&self.service, ROOM_UNUSED_MILLIS).await?,
            link: deletion_cutoff(&self.service, LINK_MILLIS).await?,
            leaving: deletion_cutoff(&self.service, LEAVING_MILLIS).await?,
        })
    }

    async fn remove_if_unused(
        &self,
        channel: &ChannelId,
        cutoffs: Option<Cutoffs>,
    ) -> Result<bool, ChannelError> {
        let list = self.channels.list();
        let name = name_of(channel);
        let Some(founded) = list.find(name).and_then(|channel| channel.founded.as_ref()) else {
            return Ok(false);
        };
        let (said_at, quiet) = self.log.last_said(channel).await?;
        let used_at = said_at.unwrap_or_default().max(founded.at);
        let is_unused = cutoffs.is_some_and(|cutoffs| {
            used_at < if founded.room.is_some() { cutoffs.room } else { cutoffs.channel }
        });
        let is_its_room =
            |founded: &ChannelDetails| founded.room.as_ref().is_some_and(|room| room.parent == name);
        let has_rooms = list.0.iter().any(|other| other.founded.as_ref().is_some_and(is_its_room));
        let is_open = founded.room.as_ref().is_some_and(|room| room.over_at.is_none());
        if has_rooms || !(is_unused || is_open) {
            return Ok(false);
        }
        let Some(at_rest) = self.service.idle_channel_version(channel).await else { return Ok(false) };
        if !is_unused {
            // The game of this room never began: nobody accepted the challenge, and no notice says
            // so.
            let now = self.clock.now_millis();
            let close = |founded: &mut ChannelDetails| {
                let room = founded.room.as_mut().filter(|room| room.over_at.is_none());
                room.map(|room| room.over_at = Some(now)).is_some()
            };
            self.channels.change(name, close).await?;
            return Ok(false);
        }
        self.remove_channel(channel, vec![quiet, at_rest]).await
    }

    /// Removes a channel with its log if all version checks hold; returns whether it did.
    pub(crate) async fn remove_channel(
        &self,
        channel: &ChannelId,
        as_long_as: Vec<VersionCheck>,
    ) -> Result<bool, ChannelError> {
        if !self.channels.remove(channel, as_long_as, self.clock.now_millis()).await? {
            return Ok(false);
        }
        // If clearing is interrupted, the next cleanup finishes it.
        self.log.clear(channel).await?;
        Ok(true)
    }

    /// Finishes an earlier removal of a channel with this name, before a new one is made.
    pub(crate) async fn finish_removal(&self, name: &str) -> Result<(), ChannelError> {
        let channel = channel_id(name);
        if self.channels.is_leaving(&channel).await? {
            self.log.clear(&channel).await?;
            self.channels.is_gone(&channel).await?;
        }
        Ok(())
    }

    /// Clears the logs of removed channels once more: a write may have been in flight at the
    /// removal.
    async fn clear_what_left(&self, cutoffs: Option<Cutoffs>) -> Result<(), ChannelError> {
        for (channel, at) in self.channels.leaving().await? {
            self.log.clear(&channel).await?;
            if cutoffs.is_some_and(|cutoffs| at < cutoffs.leaving) {
                self.channels.is_gone(&channel).await?;
            }
        }
        Ok(())
    }
}
