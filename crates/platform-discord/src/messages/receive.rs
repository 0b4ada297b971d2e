//! Receives messages: drops duplicates, and handles each channel's messages in order, one after the
//! other.

use std::sync::Arc;

use adoube_discord_client::{DiscordApi, MessageEdit, MessageId, UserMessage};
use adoube_platform::task_tracker::TaskTracker;

use crate::{
    messages::{
        queue::{EnqueueResult, MessageQueue},
        received_message::ReceivedMessage,
        respond::MessageHandler,
    },
    state::{duplicate_filter::DuplicateFilter, message_access::MessageAccessPolicy, shared::SharedServices},
};

/// Receives messages that people write.
pub(crate) struct MessageReceiver {
    api: Arc<dyn DiscordApi>,
    access: Arc<MessageAccessPolicy>,
    tasks: Arc<TaskTracker>,
    duplicates: DuplicateFilter<(MessageId, Option<MessageEdit>)>,
    queue: Arc<MessageQueue>,
    handler: Arc<MessageHandler>,
}

impl MessageReceiver {
    pub(crate) fn new(
        shared: &SharedServices,
        queue: Arc<MessageQueue>,
        handler: Arc<MessageHandler>,
    ) -> Self {
        let SharedServices { api, access, tasks, .. } = shared.clone();
        Self { api, access, tasks, duplicates: DuplicateFilter::default(), queue, handler }
    }

    /// Handles a message, if it concerns the bot.
    pub(crate) async fn receive(self: Arc<Self>, message: UserMessage) {
        if message.guild.is_none() {
            // Discord lets the bot write to a person who has written to it.
            self.api.opened(message.channel);
        }
        let Some(message) = ReceivedMessage::read(message, self.access.scope()) else { return };
        if self.duplicates.is_duplicate((message.id, message.edit)) {
            return;
        }
        let (channel, id) = (message.channel.clone(), message.id);
        let _task = self.tasks.start();
        match self.queue.add(message) {
            EnqueueResult::First => {}
            EnqueueResult::Behind => return,
            EnqueueResult::Dropped => {
                tracing::debug!(%channel, %id, "a message is left because too many wait");
                return;
            }
        }
        // Tasks with simultaneous messages run in any order: yielding lets the others queue theirs.
        tokio::task::yield_now().await;
        while let Some(message) = self.queue.next(&channel) {
            let handling = tokio::spawn(Arc::clone(&self.handler).handle(message));
            if let Err(error) = handling.await {
                tracing::error!(%error, %channel, "a message was not dealt with");
            }
        }
    }
}
