//! Transport of the outbox (the queue of the bot's messages) to Discord: posts each waiting notice
//! by the first route that is open, as an answer to an interaction or as a message.
//!
//! A notice leaves the outbox in the batch that stores the id of its message. Not here: order and
//! times of deliveries (`adoube-bot`), answers to interactions (`interactions`), though an answer
//! may carry a notice.

use std::{convert::Infallible, sync::Arc, time::Duration};

use adoube_bot::{
    ChannelId, Clock, DeliveryAttempts, DeliveryError, DeliveryPolicy, DeliveryReceipt, LaneLock,
    NextDelivery, Notice, Outbox, OutboxEntry, RepositoryError, RetryAfterPolicy, Transport,
};
use adoube_discord_client::{DiscordApi, RequestError};
use tokio::time::timeout_at;

use crate::{
    delivery::{
        availability::ChannelAvailability,
        channel_notices::ChannelNotices,
        direct_reminders::DirectReminders,
        failures::{FailedDeliveries, MAX_UNKNOWN_ATTEMPTS},
        game_threads::GameThreads,
        interaction_answer::{InteractionAnswers, PublicAnswerState, answer_deadline},
        player_notices::{PlayerNotices, blocked_channel_event},
        receipts::DeliveryReceipts,
        sender::{DeliveryRoute, MessageSender},
    },
    message::render::{remove_embeds, render_message},
    state::{
        channel_context::{ChannelBlock, ChannelContext},
        channel_repository::ChannelRepository,
        interaction_request::InteractionRequest,
        shared::SharedServices,
    },
};

/// The notices of one event are delivered before the relay scans the whole outbox. With these
/// pauses a notice is given up after a week of outage.
pub(crate) const DELIVERY_POLICY: DeliveryPolicy = DeliveryPolicy {
    at_once: 128,
    look_every: Duration::from_millis(250),
    first_pause: Duration::from_millis(250),
    longest_pause: Duration::from_secs(5 * 60),
    wish: RetryAfterPolicy::Minimum,
    attempts: Some(2030),
};
/// Attempts while only an answer to an interaction can reach the channel: a person has to act there
/// first.
const MAX_ATTEMPTS_WITHOUT_WINDOW: u32 = 8;

/// Delivers notices to Discord.
pub(crate) struct DiscordTransport {
    outbox: Outbox,
    api: Arc<dyn DiscordApi>,
    clock: Arc<dyn Clock>,
    contexts: Arc<ChannelRepository>,
    availability: Arc<ChannelAvailability>,
    notices: ChannelNotices,
    reminders: DirectReminders,
    player_notices: PlayerNotices,
    sender: Arc<MessageSender>,
    receipts: Arc<DeliveryReceipts>,
    failures: Arc<FailedDeliveries>,
    threads: GameThreads,
}

impl DiscordTransport {
    pub(crate) fn new(
        shared: &SharedServices,
        outbox: Outbox,
        availability: Arc<ChannelAvailability>,
        answers: Arc<InteractionAnswers>,
    ) -> Self {
        let SharedServices { api, clock, contexts, .. } = shared.clone();
        let sender = Arc::new(MessageSender::new(shared, answers, Arc::clone(&availability)));
        let receipts = Arc::new(DeliveryReceipts::new(shared, Arc::clone(&availability)));
        let failures = Arc::new(FailedDeliveries::new(shared, Arc::clone(&availability)));
        let threads =
            GameThreads::new(shared, Arc::clone(&sender), Arc::clone(&receipts), Arc::clone(&failures));
        Self {
            outbox,
            api,
            clock,
            contexts,
            availability,
            notices: ChannelNotices::new(shared),
            reminders: DirectReminders::new(shared),
            player_notices: PlayerNotices::new(shared),
            sender,
            receipts,
            failures,
            threads,
        }
    }

    /// The routes on which a notice can reach its channel, in the order of trying.
    fn routes(&self, context: &ChannelContext, tried: DeliveryAttempts) -> Vec<DeliveryRoute<'static>> {
        let window = context.open_window(self.clock.now_millis()).cloned();
        let mut routes: Vec<DeliveryRoute<'_>> = window.map(DeliveryRoute::Through).into_iter().collect();
        if context.can_post {
            // Discord recognises a repeated post, but not a repeated answer. Yet an answer does not
            // wait for the rate limit of posts, so it goes first where no earlier attempt can have
            // arrived.
            let at = if !tried.perhaps_there && self.api.is_crowded() { routes.len() } else { 0 };
            routes.insert(at, DeliveryRoute::Post);
        }
        routes
    }

    async fn post(
        &self,
        delivery: &OutboxEntry,
        tried: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let context = self.contexts.get_or_unknown(&delivery.channel).await?;
        let mut routes = self.routes(&context, tried);
        if let Some(time) = blocked_channel_event(&delivery.notice) {
            return self.player_notices.deliver(delivery, time, &context).await;
        }
        if let Notice::Reminder(reminder) = &delivery.notice
            && reminder.privately
        {
            return self.reminders.deliver(delivery, reminder, &context).await;
        }
        match context.block {
            Some(ChannelBlock::Away) => {
                let reason = "the server is out of reach".to_owned();
                return Err(DeliveryError::Retry { reason, after: None });
            }
            Some(ChannelBlock::Removed) => {
                routes.retain(|route| !matches!(route, DeliveryRoute::Post));
                if routes.is_empty() {
                    // The removal was announced to both players already.
                    let reason = "the bot was removed from the server".to_owned();
                    return Err(DeliveryError::Permanent { reason, done: DeliveryReceipt::default() });
                }
            }
            _ => {}
        }
        let message = self.notices.present(delivery, &context, context.parent.is_some()).await;
        if message.closes_thread {
            return self.threads.close_thread(delivery, &message).await;
        }
        if let Some(thread) = &message.thread {
            return self.threads.open_thread(delivery, &message, thread, (&context, tried)).await;
        }
        let body = render_message(&message, self.notices.draw(&message).await, true);
        let embedless = remove_embeds(&message, &body);
        let mut first: Option<RequestError> = None;
        for route in &routes {
            let is_post = matches!(route, DeliveryRoute::Post);
            let body = if is_post && !context.can_embed { &embedless } else { &body };
            match self.sender.send(delivery, body, route).await {
                Ok(posted) => {
                    if context.block.is_some() && is_post {
                        self.availability.unblock(&delivery.channel).await;
                    }
                    return Ok(self.receipts.receipt(delivery, &message, posted, None).await?);
                }
                // Discord may never accept it, so the attempts are bounded.
                Err(failure @ RequestError::Unknown(_)) if tried.attempts >= MAX_UNKNOWN_ATTEMPTS => {
                    return Err(self.failures.give_up(delivery, &message, &failure).await);
                }
                Err(failure) if failure.may_pass() => {
                    return Err(self.failures.not_sent(delivery, &message, &failure).await);
                }
                // The first error describes the channel best.
                Err(failure) => first = first.or(Some(failure)),
            }
        }
        let is_unanswerable =
            matches!(first, None | Some(RequestError::InteractionExpired | RequestError::MessageNotFound(_)));
        if !context.can_post && is_unanswerable && tried.attempts < MAX_ATTEMPTS_WITHOUT_WINDOW {
            // The answer to the interaction may be about to open a window, or a person may act
            // there again.
            let reason = "nobody has opened the channel".to_owned();
            return Err(DeliveryError::Retry { reason, after: None });
        }
        let failure = first.unwrap_or(RequestError::InteractionExpired);
        Err(self.failures.not_sent(delivery, &message, &failure).await)
    }

    /// Delivers the first waiting notice of a channel as the answer to an interaction there. The
    /// caller holds the lock of the channel's lane. If Discord accepted the answer but the receipt
    /// cannot be stored, the lane is woken.
    pub(crate) async fn answer_with_notice(
        &self,
        interaction: &InteractionRequest,
        lane: &LaneLock,
    ) -> Result<PublicAnswerState, RepositoryError> {
        let Some(first) = lane.first().await? else { return Ok(PublicAnswerState::NotAnswered) };
        if first.has_more {
            self.outbox.wake(interaction.channel.clone());
        }
        let delivery = &first.delivery;
        if is_for_elsewhere(&delivery.notice) {
            return Ok(PublicAnswerState::NotAnswered);
        }
        let in_thread = interaction.permissions.in_thread();
        let message = self.notices.present(delivery, &interaction.context, in_thread).await;
        if message.thread.is_some() || message.closes_thread {
            return Ok(PublicAnswerState::NotAnswered);
        }
        let drawing = timeout_at(answer_deadline(&interaction.handle), self.notices.draw(&message));
        let Ok(drawn) = drawing.await else { return Ok(PublicAnswerState::NotAnswered) };
        let body = render_message(&message, drawn, true);
        lane.attempt();
        match self.sender.send(delivery, &body, &DeliveryRoute::Answer(interaction)).await {
            Ok(posted) => {
                let receipt = self.receipts.receipt(delivery, &message, posted, None).await;
                self.remove(lane, &first, receipt.map_err(RepositoryError::from)).await;
                Ok(PublicAnswerState::All)
            }
            Err(failure @ RequestError::ShownPrivately(_)) => {
                // Where the bot is a member, the notice is posted instead.
                if !interaction.context.can_post
                    && let DeliveryError::Permanent { done, .. } =
                        self.failures.give_up(delivery, &message, &failure).await
                {
                    self.remove(lane, &first, Ok(done)).await;
                }
                Ok(PublicAnswerState::Hidden)
            }
            Err(failure) => {
                tracing::debug!(%failure, channel = %interaction.channel, "an interaction is not answered with a notice");
                Ok(PublicAnswerState::NotAnswered)
            }
        }
    }

    /// Removes the first notice of a lane from the outbox. If that cannot be stored, the lane is
    /// woken.
    async fn remove(
        &self,
        lane: &LaneLock,
        first: &NextDelivery,
        receipt: Result<DeliveryReceipt, RepositoryError>,
    ) {
        let stored = match receipt {
            Ok(receipt) => lane.done(first, receipt).await,
            Err(error) => Err(error),
        };
        let is_stored = stored.unwrap_or_else(|error| {
            tracing::error!(%error, channel = %first.delivery.channel, "a notice is tried again later");
            false
        });
        if !is_stored {
            self.outbox.wake(first.delivery.channel.clone());
        }
    }
}

impl Transport for DiscordTransport {
    type Entry = Infallible;

    async fn deliver(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        tried: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        self.post(delivery, tried).await
    }

    async fn deliver_own(
        self: &Arc<Self>,
        _: &ChannelId,
        own: &Infallible,
        _: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        match *own {}
    }
}

/// Whether a notice is delivered outside of its channel.
fn is_for_elsewhere(notice: &Notice) -> bool {
    blocked_channel_event(notice).is_some()
        || matches!(notice, Notice::Reminder(reminder) if reminder.privately)
}
