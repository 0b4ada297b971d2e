//! Delivery receipts: the records to write when a notice was posted (its message id, its buttons,
//! its thread), and the removal of older buttons that follows.

use std::sync::Arc;

use adoube_bot::{ChannelId, Clock, DeliveryReceipt, Message, Notice, OutboxEntry};
use adoube_discord_client::DiscordApi;
use adoube_platform::task_tracker::TaskTracker;
use adoube_store::{BatchWrite, Store, StoreError};

use crate::{
    delivery::{
        availability::ChannelAvailability,
        button_removal::{SeriesMessage, SeriesRecord},
        thread_records,
    },
    ids::discord_channel,
    state::{channel_context::ChannelContext, channel_repository::ChannelRepository, shared::SharedServices},
};

/// Makes the receipts of posted notices.
pub(crate) struct DeliveryReceipts {
    store: Arc<dyn Store>,
    api: Arc<dyn DiscordApi>,
    clock: Arc<dyn Clock>,
    contexts: Arc<ChannelRepository>,
    availability: Arc<ChannelAvailability>,
    tasks: Arc<TaskTracker>,
}

impl DeliveryReceipts {
    pub(crate) fn new(shared: &SharedServices, availability: Arc<ChannelAvailability>) -> Self {
        let SharedServices { store, api, clock, contexts, tasks, .. } = shared.clone();
        Self { store, api, clock, contexts, availability, tasks }
    }

    /// The receipt of a posted notice. After its commit the earlier messages of the series lose
    /// their buttons.
    pub(crate) async fn receipt(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        message: &Message,
        posted: SeriesMessage,
        thread: Option<ChannelId>,
    ) -> Result<DeliveryReceipt, StoreError> {
        let Some(series) = &message.series else {
            return Ok(DeliveryReceipt { thread, ..DeliveryReceipt::default() });
        };
        let series = SeriesRecord::read(&*self.store, &delivery.channel, series).await?;
        let mut writes = series.writes_after_post(posted.clone());
        let context = self.contexts.get_or_unknown(&delivery.channel).await?;
        let thread_write = if begins_game(&delivery.notice) {
            self.adopted_thread_write(&delivery.channel, &context).await?
        } else {
            None
        };
        let is_adopted = thread_write.is_some();
        writes.extend(thread_write);
        let (series, can_post) = (series.after_write(), context.can_post);
        let newest = Some(posted).filter(|_| !message.rows.is_empty());
        let (receipts, channel) = (Arc::clone(self), delivery.channel.clone());
        let receipt = DeliveryReceipt { thread, ..DeliveryReceipt::writing(writes) };
        Ok(receipt.then(async move || {
            let (task, now) = (receipts.tasks.start(), receipts.clock.now_millis());
            // In a task of its own, so that the next notice of the lane does not wait.
            tokio::spawn(async move {
                let _task = task;
                if is_adopted {
                    receipts.keep_thread(&channel).await;
                }
                let (api, store) = (&*receipts.api, &*receipts.store);
                let removed = series.remove_old_buttons(api, store, (&channel, can_post), newest, now);
                if let Err(error) = removed.await {
                    tracing::error!(%error, %channel, "which messages have buttons cannot be noted");
                }
            });
        }))
    }

    /// The write for a thread in which a game begins although it was not opened for that game: its
    /// earlier game is over, or a person opened it. From then on the bot keeps it awake.
    async fn adopted_thread_write(
        &self,
        channel: &ChannelId,
        context: &ChannelContext,
    ) -> Result<Option<BatchWrite>, StoreError> {
        let Some(guild) = context.guild.filter(|_| context.parent.is_some()) else { return Ok(None) };
        let is_recorded = thread_records::is_open(&*self.store, guild, channel).await?;
        let is_new = !is_recorded && self.availability.is_played_in(channel).await;
        Ok(is_new.then(|| thread_records::opened_write(guild, channel)).flatten())
    }

    /// Resets the bot's own thread to be archived a week after its last message; the bot may not
    /// change a person's thread.
    async fn keep_thread(&self, channel: &ChannelId) {
        let Some(thread) = discord_channel(channel) else { return };
        if let Err(failure) = self.api.keep_thread(thread).await {
            tracing::debug!(%failure, %channel, "a thread sleeps when it was to");
        }
    }
}

/// Whether a notice is the first board of a running game.
fn begins_game(notice: &Notice) -> bool {
    matches!(notice, Notice::Board(board) if board.last.is_none()) && !ends_game(notice)
}

/// Whether a notice is the last board of a game.
pub(crate) fn ends_game(notice: &Notice) -> bool {
    matches!(notice, Notice::Board(board) if board.ending.is_some())
}
