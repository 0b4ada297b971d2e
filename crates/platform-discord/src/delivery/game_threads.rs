//! Opens threads of games under the message that announces them, and closes them a day after the
//! last message of a finished game.
//!
//! Not here: when a game gets a thread (`adoube-bot`), threads that are archived during a game
//! (`thread_wakeup`).

use std::sync::Arc;

use adoube_bot::{
    Clock, DeliveryAttempts, DeliveryError, DeliveryReceipt, Message, OutboxEntry, ThreadRequest,
};
use adoube_discord_client::{ChannelId as DiscordChannelId, DiscordApi, MessageId, RequestError};
use adoube_platform::task_tracker::TaskTracker;
use adoube_store::Store;

use crate::{
    delivery::{
        button_removal::{SeriesMessage, SeriesRecord},
        failures::{FailedDeliveries, MAX_UNKNOWN_ATTEMPTS},
        receipts::DeliveryReceipts,
        request_retry::retry,
        sender::{DeliveryRoute, MessageSender},
        thread_records,
    },
    ids::{bot_channel, discord_channel, discord_user},
    message::{
        markdown,
        platform_text::{DiscordSentence, DiscordText},
        render::{clipped, render_message, render_sentence},
    },
    state::{
        channel_context::ChannelContext, channel_repository::ChannelRepository, languages::ReaderLanguages,
        shared::SharedServices,
    },
};

/// Characters of a thread's name, at most.
const MAX_NAME_CHARS: usize = 100;

/// Opens and closes the threads of games.
pub(crate) struct GameThreads {
    api: Arc<dyn DiscordApi>,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    contexts: Arc<ChannelRepository>,
    languages: Arc<ReaderLanguages>,
    text: Arc<DiscordText>,
    tasks: Arc<TaskTracker>,
    sender: Arc<MessageSender>,
    receipts: Arc<DeliveryReceipts>,
    failures: Arc<FailedDeliveries>,
}

impl GameThreads {
    pub(crate) fn new(
        shared: &SharedServices,
        sender: Arc<MessageSender>,
        receipts: Arc<DeliveryReceipts>,
        failures: Arc<FailedDeliveries>,
    ) -> Self {
        let SharedServices { api, store, clock, contexts, languages, text, tasks, .. } = shared.clone();
        Self { api, store, clock, contexts, languages, text, tasks, sender, receipts, failures }
    }

    /// Announces a thread, opens it under the announcement, and starts the game in it. Every step
    /// can be repeated: the announcement has a nonce, and a message has at most one thread.
    pub(crate) async fn open_thread(
        &self,
        delivery: &OutboxEntry,
        message: &Message,
        thread: &ThreadRequest,
        (context, tried): (&ChannelContext, DeliveryAttempts),
    ) -> Result<DeliveryReceipt, DeliveryError> {
        match self.announce_and_open(delivery, message, thread, context).await {
            Ok((posted, opened)) => {
                let channel = bot_channel(opened);
                let parent = discord_channel(&delivery.channel).map(DiscordChannelId::get);
                self.contexts.note_interaction(&channel, context.own_thread(parent)).await?;
                let write = context.guild.and_then(|guild| thread_records::opened_write(guild, &channel));
                let mut receipt = self.receipts.receipt(delivery, message, posted, Some(channel)).await?;
                receipt.writes.extend(write);
                Ok(self.add_players(receipt, opened, thread))
            }
            // Discord may never allow it, so the attempts are bounded.
            Err(failure @ RequestError::Unknown(_)) if tried.attempts >= MAX_UNKNOWN_ATTEMPTS => {
                Err(self.failures.give_up(delivery, message, &failure).await)
            }
            Err(failure) => Err(self.failures.not_sent(delivery, message, &failure).await),
        }
    }

    async fn announce_and_open(
        &self,
        delivery: &OutboxEntry,
        message: &Message,
        thread: &ThreadRequest,
        context: &ChannelContext,
    ) -> Result<(SeriesMessage, DiscordChannelId), RequestError> {
        let gone = || RequestError::NotFound(delivery.channel.to_string());
        let channel = discord_channel(&delivery.channel).ok_or_else(gone)?;
        // A post, not an answer: only a repeated post is recognised as a duplicate.
        let title = markdown::escaped(&thread.title);
        let values = [("title", title.as_str().into())];
        let language = self.languages.of_channel(context).await;
        let opening = render_sentence(&self.text.say_with(language, DiscordSentence::ThreadOpening, &values));
        let posted = self.sender.send(delivery, &opening, &DeliveryRoute::Post).await?;
        let id = MessageId::new(posted.id).ok_or_else(gone)?;
        let opened = self.api.open_thread(channel, id, &clipped(&thread.title, MAX_NAME_CHARS)).await?;
        let body = render_message(message, None, false);
        if let Err(failure) = retry(|| self.api.change(channel, id, &body)).await {
            tracing::debug!(%failure, %channel, "a message does not say that its thread is there");
        }
        Ok((posted, opened))
    }

    /// Adds both players, so that the thread is in their list. A mention adds the called player;
    /// adding that player here, too, would notify them twice.
    fn add_players(
        &self,
        receipt: DeliveryReceipt,
        opened: DiscordChannelId,
        thread: &ThreadRequest,
    ) -> DeliveryReceipt {
        let others = thread.players.iter().filter(|player| thread.called.as_ref() != Some(*player));
        let players: Vec<_> = others.filter_map(discord_user).collect();
        let (api, tasks) = (Arc::clone(&self.api), Arc::clone(&self.tasks));
        receipt.then(async move || {
            let task = tasks.start();
            tokio::spawn(async move {
                let _task = task;
                for player in players {
                    if let Err(failure) = api.add_to_thread(opened, player).await {
                        tracing::debug!(%failure, "a player was not taken into the thread");
                    }
                }
            });
        })
    }

    /// Closes the thread of a finished game. Messages in an archived thread cannot be changed, so
    /// old buttons are removed first; those of the last board stay, because people continue with
    /// them. Discord archives the thread a day after its last message; a new message opens it
    /// again.
    pub(crate) async fn close_thread(
        &self,
        delivery: &OutboxEntry,
        message: &Message,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        if let Some(series) = &message.series {
            let series = SeriesRecord::read(&*self.store, &delivery.channel, series).await?.without_newest();
            let context = self.contexts.get_or_unknown(&delivery.channel).await?;
            let (channel, now) = ((&delivery.channel, context.can_post), self.clock.now_millis());
            series.remove_old_buttons(&*self.api, &*self.store, channel, None, now).await?;
        }
        let closed = match discord_channel(&delivery.channel) {
            Some(thread) => self.api.retire_thread(thread).await,
            None => Err(RequestError::NotFound(delivery.channel.to_string())),
        };
        match closed {
            Ok(()) => {
                let guild = self.contexts.get_or_unknown(&delivery.channel).await?.guild;
                let write = guild.map(|guild| thread_records::closed_write(guild, &delivery.channel));
                Ok(DeliveryReceipt::writing(write.into_iter().collect()))
            }
            Err(failure) => Err(self.failures.not_sent(delivery, message, &failure).await),
        }
    }
}
