//! Availability of channels: notes which channel the bot cannot post in, because it is locked,
//! forbidden or deleted; the clock of a game there stops meanwhile.
//!
//! Not here: notifying the players elsewhere (`player_notices`), threads that are only archived
//! (`thread_wakeup`).

use std::sync::Arc;

use adoube_bot::{Bot, ChannelId};
use adoube_discord_client::{ChannelPermissions, DiscordApi, RequestError, ThreadState};

use crate::{
    ids::discord_channel,
    state::{
        channel_context::{ChannelBlock, ChannelContext},
        channel_repository::ChannelRepository,
        shared::SharedServices,
    },
};

/// Stops and starts clocks as their channels become blocked and available.
pub(crate) struct ChannelAvailability {
    bot: Bot,
    api: Arc<dyn DiscordApi>,
    contexts: Arc<ChannelRepository>,
}

impl ChannelAvailability {
    pub(crate) fn new(shared: &SharedServices) -> Self {
        let SharedServices { bot, api, contexts, .. } = shared.clone();
        Self { bot, api, contexts }
    }

    /// Whether a game is played in a channel.
    pub(crate) async fn is_played_in(&self, channel: &ChannelId) -> bool {
        let played = self.bot.is_played_in(channel).await;
        played
            .inspect_err(|error| tracing::error!(%error, %channel, "what goes on in a thread cannot be read"))
            .unwrap_or(false)
    }

    /// Blocks a channel in which the bot can no longer post, and stops its clock.
    pub(crate) async fn block(&self, channel: &ChannelId, reason: ChannelBlock) {
        // The block is stored first, because it decides how the notice of the stopped clock is
        // delivered.
        if let Err(error) = self.contexts.set_block(channel, Some(reason)).await {
            tracing::error!(%error, %channel, "that a channel is shut cannot be noted");
        }
        if let Err(error) = self.bot.channel_unavailable(channel).await {
            tracing::error!(%error, %channel, "a clock does not stand still although there is no place for its game");
        }
    }

    /// Unblocks a channel in which the bot can post again, and starts its clock.
    pub(crate) async fn unblock(&self, channel: &ChannelId) {
        match self.contexts.get(channel).await {
            Ok(Some(ChannelContext { block: Some(_), .. })) => {}
            Ok(_) => return,
            Err(error) => {
                tracing::error!(%error, %channel, "whether a channel is shut cannot be read");
                return;
            }
        }
        // The clock first: after an interruption the next post repeats both steps.
        if let Err(error) = self.bot.channel_available(channel).await {
            tracing::error!(%error, %channel, "a clock stands still although there is a place for its game");
            return;
        }
        if let Err(error) = self.contexts.set_block(channel, None).await {
            tracing::error!(%error, %channel, "that a channel is open cannot be noted");
        }
    }

    /// Unblocks a channel in which a person uses the bot, if the bot may post again: Discord does
    /// not report every change.
    pub(crate) async fn recheck(&self, channel: &ChannelId, permissions: ChannelPermissions) {
        let known = self.contexts.get(channel).await;
        let is_blocked = matches!(known, Ok(Some(ChannelContext { block: Some(_), .. })));
        if !is_blocked || !permissions.may_post() {
            return;
        }
        // The permissions do not show whether a thread is locked.
        if permissions.in_thread() && self.wake_thread(channel).await.is_err() {
            return;
        }
        self.unblock(channel).await;
    }

    /// Unarchives a thread. This also works for the bot's own locked thread, but people still
    /// cannot write in it.
    pub(crate) async fn wake_thread(&self, thread: &ChannelId) -> Result<(), RequestError> {
        let id = discord_channel(thread).ok_or_else(|| RequestError::NotFound(thread.to_string()))?;
        match self.api.wake_thread(id).await? {
            Some(ThreadState { locked: true, .. }) => Err(RequestError::ThreadLocked(thread.to_string())),
            _ => Ok(()),
        }
    }
}

/// The block of a channel that a permanent error implies, if any.
pub(crate) fn block_from_error(error: &RequestError) -> Option<ChannelBlock> {
    match error {
        RequestError::Forbidden(_) => Some(ChannelBlock::Forbidden),
        RequestError::ThreadLocked(_) | RequestError::ThreadArchived(_) => Some(ChannelBlock::Locked),
        RequestError::NotFound(_) => Some(ChannelBlock::Gone),
        _ => None,
    }
}
