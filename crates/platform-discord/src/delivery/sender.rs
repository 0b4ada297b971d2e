//! Sends one notice to its channel, as a message of the bot or as an answer to an interaction.
//!
//! Not here: the order of the routes (`transport`).

use std::sync::Arc;

use adoube_bot::{Clock, OutboxEntry};
use adoube_discord_client::{DiscordApi, DiscordMessage, InteractionAnswer, MessageId, RequestError};

use crate::{
    delivery::{
        availability::ChannelAvailability, button_removal::SeriesMessage, hidden_answers::HiddenAnswers,
        interaction_answer::InteractionAnswers,
    },
    ids::discord_channel,
    message::{nonce::nonce, render::simplify},
    state::{
        channel_context::{ANSWERABLE_MS, InteractionWindow},
        interaction_request::InteractionRequest,
        shared::SharedServices,
    },
};

/// A route on which a notice reaches its channel.
pub(crate) enum DeliveryRoute<'a> {
    /// As the first answer to an interaction.
    Answer(&'a InteractionRequest),
    /// As a message of the bot.
    Post,
    /// As a follow-up answer to an interaction.
    Through(InteractionWindow),
}

/// Sends messages on a route.
pub(crate) struct MessageSender {
    api: Arc<dyn DiscordApi>,
    clock: Arc<dyn Clock>,
    answers: Arc<InteractionAnswers>,
    hidden_answers: HiddenAnswers,
    availability: Arc<ChannelAvailability>,
}

impl MessageSender {
    pub(crate) fn new(
        shared: &SharedServices,
        answers: Arc<InteractionAnswers>,
        availability: Arc<ChannelAvailability>,
    ) -> Self {
        let SharedServices { api, clock, .. } = shared.clone();
        Self { api, clock, answers, hidden_answers: HiddenAnswers::new(shared), availability }
    }

    /// Sends a message. If Discord rejects it, sends it once more as plain text.
    pub(crate) async fn send(
        &self,
        delivery: &OutboxEntry,
        body: &DiscordMessage,
        route: &DeliveryRoute<'_>,
    ) -> Result<SeriesMessage, RequestError> {
        match self.send_as_is(delivery, body, route).await {
            Err(RequestError::Rejected(reason) | RequestError::Unknown(reason)) => {
                tracing::error!(reason, channel = %delivery.channel, "a message is sent again as plain words");
                self.send_as_is(delivery, &simplify(body), route).await
            }
            outcome => outcome,
        }
    }

    async fn send_as_is(
        &self,
        delivery: &OutboxEntry,
        body: &DiscordMessage,
        route: &DeliveryRoute<'_>,
    ) -> Result<SeriesMessage, RequestError> {
        match route {
            DeliveryRoute::Post => self.post(delivery, body).await,
            DeliveryRoute::Through(window) => {
                let outcome = self.api.answer_further(&window.token, body, false).await;
                let reported =
                    self.hidden_answers.report_hidden_answer(&delivery.channel, &window.token, None, outcome);
                Ok(SeriesMessage { id: reported.await?.get(), window: Some(window.clone()) })
            }
            DeliveryRoute::Answer(interaction) => self.answer(delivery, body, interaction).await,
        }
    }

    async fn post(
        &self,
        delivery: &OutboxEntry,
        body: &DiscordMessage,
    ) -> Result<SeriesMessage, RequestError> {
        let gone = || RequestError::NotFound(delivery.channel.to_string());
        let channel = discord_channel(&delivery.channel).ok_or_else(gone)?;
        let nonce = nonce(delivery.key());
        let id = match self.api.post(channel, body, &nonce).await {
            // A post usually wakes an archived thread; after this error the thread is woken
            // explicitly.
            Err(RequestError::ThreadArchived(_)) => {
                self.availability.wake_thread(&delivery.channel).await?;
                self.api.post(channel, body, &nonce).await?
            }
            outcome => outcome?,
        };
        Ok(SeriesMessage { id: id.get(), window: None })
    }

    async fn answer(
        &self,
        delivery: &OutboxEntry,
        body: &DiscordMessage,
        interaction: &InteractionRequest,
    ) -> Result<SeriesMessage, RequestError> {
        let token = &interaction.handle.token;
        let outcome = self.answers.first_answer(&interaction.handle, &InteractionAnswer::Public(body)).await;
        let reported =
            self.hidden_answers.report_hidden_answer(&delivery.channel, token, Some(interaction), outcome);
        let id = match reported.await {
            Ok(id) => id.map_or(0, MessageId::get),
            // An earlier attempt succeeded and its response was lost, or another message answered
            // the interaction.
            Err(RequestError::AlreadyAnswered) => {
                let found = self.api.answered_with(token, body).await?;
                found.ok_or(RequestError::AlreadyAnswered)?.get()
            }
            Err(failure) => return Err(failure),
        };
        let until = self.clock.now_millis() + ANSWERABLE_MS;
        Ok(SeriesMessage { id, window: Some(InteractionWindow { token: token.clone(), until }) })
    }
}
