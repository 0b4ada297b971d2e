//! Decides what follows when a notice could not be delivered: it waits if a retry can succeed;
//! otherwise it is given up, and the person it was for is told.

use std::sync::Arc;

use adoube_bot::{Bot, DeliveryError, DeliveryReceipt, Language, Message, OutboxEntry};
use adoube_discord_client::{DiscordApi, RequestError};

use crate::{
    delivery::{
        availability::{ChannelAvailability, block_from_error},
        request_retry::retry_later,
    },
    ids::{channel_link, discord_user},
    message::{
        nonce::nonce,
        platform_text::{DiscordSentence, DiscordText},
        render::render_sentence,
    },
    state::{
        application::ApplicationIdentity, channel_repository::ChannelRepository, languages::ReaderLanguages,
        shared::SharedServices,
    },
};

/// Attempts while Discord refuses a request for an unknown reason, at most.
pub(crate) const MAX_UNKNOWN_ATTEMPTS: u32 = 4;

/// Decides between retrying and giving up a delivery.
pub(crate) struct FailedDeliveries {
    bot: Bot,
    api: Arc<dyn DiscordApi>,
    contexts: Arc<ChannelRepository>,
    availability: Arc<ChannelAvailability>,
    languages: Arc<ReaderLanguages>,
    text: Arc<DiscordText>,
    identity: Arc<ApplicationIdentity>,
}

impl FailedDeliveries {
    pub(crate) fn new(shared: &SharedServices, availability: Arc<ChannelAvailability>) -> Self {
        let SharedServices { bot, api, contexts, languages, text, identity, .. } = shared.clone();
        Self { bot, api, contexts, availability, languages, text, identity }
    }

    /// The outcome of a failed delivery: a retry, or giving up.
    pub(crate) async fn not_sent(
        &self,
        delivery: &OutboxEntry,
        message: &Message,
        failure: &RequestError,
    ) -> DeliveryError {
        if failure.may_pass() { retry_later(failure) } else { self.give_up(delivery, message, failure).await }
    }

    /// Gives a delivery up. The called person is told in a direct message, if possible.
    pub(crate) async fn give_up(
        &self,
        delivery: &OutboxEntry,
        message: &Message,
        failure: &RequestError,
    ) -> DeliveryError {
        let context = self.contexts.get_or_unknown(&delivery.channel).await;
        let can_post = context.is_ok_and(|context| context.can_post);
        // A failure to open or close a thread does not stop the game, so it does not block the
        // channel.
        let is_shown = message.thread.is_none() && !message.closes_thread;
        if let Some(reason) = block_from_error(failure).filter(|_| can_post && is_shown) {
            self.availability.block(&delivery.channel, reason).await;
        }
        // In a game with a clock the notice of the stopped clock goes to both players.
        let is_timed = self.bot.is_timed_in(&delivery.channel).await.unwrap_or(false);
        let called = message.mention.as_ref().filter(|_| !is_timed || !can_post);
        let called = called.and_then(|person| Some((person, discord_user(person)?)));
        let sentence = match failure {
            RequestError::Forbidden(_) => DiscordSentence::NotDelivered,
            RequestError::ThreadLocked(_) => DiscordSentence::ThreadLocked,
            RequestError::NotFound(_) => DiscordSentence::ChannelGone,
            RequestError::BlockedByAutoMod(_) => DiscordSentence::Blocked,
            RequestError::ShownPrivately(_) => DiscordSentence::ShownToOne,
            _ => DiscordSentence::NotShown,
        };
        let mut done = DeliveryReceipt::default();
        if let Some((person, user)) = called {
            let language = self.languages.of_person(person, Language::default()).await;
            let link = channel_link(&delivery.channel);
            let values = [("channel", link.into()), ("invitation", self.identity.invitation_or_none())];
            let body = render_sentence(&self.text.say_with(language, sentence, &values));
            let (api, nonce) = (Arc::clone(&self.api), nonce(delivery.key()));
            done = done.then(async move || {
                if let Err(failure) = api.write_to(user, &body, &nonce).await {
                    tracing::debug!(%failure, "a player cannot be told");
                }
            });
        }
        DeliveryError::Permanent { reason: failure.to_string(), done }
    }
}
