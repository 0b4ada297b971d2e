//! Channels in which nothing was said for long go by themselves, with what was said there. Not here: the records of games,
//! which stay.

use std::sync::Arc;

use adoube_service::ChannelId;
use tokio::time::interval;

use super::{
    Chat,
    channels::ChannelError,
    limits::{TIDY_EVERY, UNUSED_MILLIS},
};

impl Chat {
    /// Looks for unused channels as long as the program runs.
    pub(super) async fn tidy(self: Arc<Self>) {
        let mut tick = interval(TIDY_EVERY);
        loop {
            tick.tick().await;
            self.remove_unused_channels().await;
        }
    }

    /// Removes every channel that nobody has used for a while.
    pub(super) async fn remove_unused_channels(&self) {
        for channel in self.channels.ids() {
            match self.remove_if_unused(&channel).await {
                Ok(true) => tracing::info!(%channel, "a channel that nobody uses is gone"),
                Ok(false) => {}
                Err(error) => tracing::error!(%error, %channel, "a channel cannot be looked after"),
            }
        }
    }

    async fn remove_if_unused(&self, channel: &ChannelId) -> Result<bool, ChannelError> {
        let Some(made_at) = self.channels.made_at(channel).await? else { return Ok(false) };
        let used_at = self.log.last_said(channel).await?.unwrap_or_default().max(made_at);
        let is_unused = self.clock.now_millis().saturating_sub(used_at) > UNUSED_MILLIS;
        if !is_unused || !self.service.is_at_rest(channel).await {
            return Ok(false);
        }
        // The list last: what is cut short is found again.
        self.log.clear(channel).await?;
        self.channels.remove(channel).await?;
        Ok(true)
    }
}
