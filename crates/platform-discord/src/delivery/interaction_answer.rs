//! Sends answers to interactions (commands, buttons): the first within Discord's three seconds, and
//! those that replace or follow it.
//!
//! Not here: the content of an answer (`interactions`), answers with a public notice (`transport`).

use std::{sync::Arc, time::Duration};

use adoube_discord_client::{DiscordApi, DiscordMessage, InteractionAnswer, MessageId, RequestError};
use tokio::time::Instant;

use crate::{
    delivery::request_retry::{retry, retry_until},
    state::interaction_request::InteractionHandle,
};

/// Time after an interaction for the decision and the picture; a longer computation is deferred.
const IN_TIME: Duration = Duration::from_millis(1500);
/// Until when the first answer is tried: Discord takes none after three seconds.
const FIRST_ANSWER: Duration = Duration::from_millis(2700);

/// Whether an interaction was deferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerStage {
    /// It has no answer yet.
    Fresh,
    /// It was deferred, so the answer replaces the placeholder.
    Deferred,
}

/// Whether an interaction was answered with a public notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PublicAnswerState {
    /// Everybody sees it.
    All,
    /// Discord showed it only to the person who acted, and the bot told them so.
    Hidden,
    /// The interaction has no answer yet.
    NotAnswered,
}

/// The source of an interaction, which decides how it is deferred and answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerSource {
    /// A command.
    Command,
    /// A button or menu; `is_private` if only the person who acted sees its message.
    Control { is_private: bool },
}

/// Until when the first answer to an interaction should be ready.
pub(crate) fn answer_deadline(interaction: &InteractionHandle) -> Instant {
    interaction.received_at + IN_TIME
}

/// Answers interactions.
pub(crate) struct InteractionAnswers {
    api: Arc<dyn DiscordApi>,
}

impl InteractionAnswers {
    pub(crate) fn new(api: Arc<dyn DiscordApi>) -> Self {
        Self { api }
    }

    /// Gives the first answer and retries while Discord waits; returns the resulting message.
    pub(crate) async fn first_answer(
        &self,
        interaction: &InteractionHandle,
        answer: &InteractionAnswer<'_>,
    ) -> Result<Option<MessageId>, RequestError> {
        let request = || self.api.answer(interaction.id, &interaction.token, answer);
        retry_until(interaction.received_at + FIRST_ANSWER, request).await
    }

    /// Gives the first answer.
    pub(crate) async fn answer(
        &self,
        interaction: &InteractionHandle,
        answer: &InteractionAnswer<'_>,
    ) -> Result<(), RequestError> {
        self.first_answer(interaction, answer).await.map(|_| ())
    }

    /// Gives the first answer, visible only to the person who acted.
    pub(crate) async fn answer_privately(
        &self,
        interaction: &InteractionHandle,
        body: &DiscordMessage,
    ) -> Result<(), RequestError> {
        self.answer(interaction, &InteractionAnswer::Private(body)).await
    }

    /// Defers the answer.
    pub(crate) async fn defer_answer(
        &self,
        interaction: &InteractionHandle,
        source: AnswerSource,
    ) -> Result<(), RequestError> {
        let answer = match source {
            AnswerSource::Command => InteractionAnswer::Deferred,
            AnswerSource::Control { .. } => InteractionAnswer::Acknowledge,
        };
        self.answer(interaction, &answer).await
    }

    /// Answers without a message, because the channel shows the result already.
    pub(crate) async fn acknowledge(
        &self,
        interaction: &InteractionHandle,
        source: AnswerSource,
        stage: AnswerStage,
    ) -> Result<(), RequestError> {
        if stage == AnswerStage::Fresh {
            self.defer_answer(interaction, source).await?;
        }
        match source {
            AnswerSource::Control { .. } => Ok(()),
            AnswerSource::Command => retry(|| self.api.take_answer_back(&interaction.token, None)).await,
        }
    }

    /// Answers privately at any stage; `in_place` replaces the message of the pressed control.
    pub(crate) async fn give(
        &self,
        interaction: &InteractionHandle,
        (source, stage): (AnswerSource, AnswerStage),
        body: &DiscordMessage,
        in_place: bool,
    ) -> Result<(), RequestError> {
        match (stage, source) {
            (AnswerStage::Fresh, _) if in_place => {
                self.answer(interaction, &InteractionAnswer::UpdateSource(body)).await
            }
            (AnswerStage::Fresh, _) => self.answer_privately(interaction, body).await,
            (AnswerStage::Deferred, AnswerSource::Control { .. }) if !in_place => {
                self.give_further(interaction, body).await.map(|_| ())
            }
            (AnswerStage::Deferred, _) => self.replace(interaction, None, body).await,
        }
    }

    /// Gives a further private answer.
    pub(crate) async fn give_further(
        &self,
        interaction: &InteractionHandle,
        body: &DiscordMessage,
    ) -> Result<MessageId, RequestError> {
        retry(|| self.api.answer_further(&interaction.token, body, true)).await
    }

    /// Replaces the answer with this id, or the first one.
    pub(crate) async fn replace(
        &self,
        interaction: &InteractionHandle,
        answer: Option<MessageId>,
        body: &DiscordMessage,
    ) -> Result<(), RequestError> {
        retry(|| self.api.answer_instead(&interaction.token, answer, body)).await
    }
}
