//! Answers to interactions: the first within Discord's three seconds, and those that replace or follow it.
//!
//! Not here: what is answered (`interactions`), answers with a notice for everybody (`transport`).

use std::{sync::Arc, time::Duration};

use adoube_discord_client::{DiscordApi, DiscordMessage, InteractionAnswer, MessageId, RequestError};
use tokio::time::Instant;

use crate::{
    delivery::request_retry::{retry, retry_until},
    state::interaction_request::InteractionHandle,
};

/// How long after an interaction it is to be decided and drawn; what takes longer is deferred.
const IN_TIME: Duration = Duration::from_millis(1500);
/// How long after an interaction its first answer is tried: Discord takes none after three seconds.
const FIRST_ANSWER: Duration = Duration::from_millis(2700);

/// How an interaction can still be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerStage {
    /// For the first time.
    Fresh,
    /// It was deferred.
    Deferred,
}

/// Whether an interaction was answered with a notice for everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PublicAnswerState {
    /// Everybody sees it.
    All,
    /// Discord would have shown it to the person alone who acted, and they were told so.
    Hidden,
    /// It is not answered yet.
    NotAnswered,
}

/// What an interaction came from, which decides how it is deferred and answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerSource {
    /// A command.
    Command,
    /// A button or menu; `is_private` when nobody else sees its message.
    Control { is_private: bool },
}

/// The moment until which the first answer to an interaction is to be ready.
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

    /// Answers for the first time, and again while Discord waits; the message that came of it.
    pub(crate) async fn first_answer(
        &self,
        interaction: &InteractionHandle,
        answer: &InteractionAnswer<'_>,
    ) -> Result<Option<MessageId>, RequestError> {
        let request = || self.api.answer(interaction.id, &interaction.token, answer);
        retry_until(interaction.received_at + FIRST_ANSWER, request).await
    }

    /// Answers for the first time.
    pub(crate) async fn answer(
        &self,
        interaction: &InteractionHandle,
        answer: &InteractionAnswer<'_>,
    ) -> Result<(), RequestError> {
        self.first_answer(interaction, answer).await.map(|_| ())
    }

    /// Answers for the first time, for the person alone who acted.
    pub(crate) async fn answer_privately(
        &self,
        interaction: &InteractionHandle,
        body: &DiscordMessage,
    ) -> Result<(), RequestError> {
        self.answer(interaction, &InteractionAnswer::Private(body)).await
    }

    /// Tells Discord that the answer follows.
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

    /// Answers without a message, because the channel shows all there is to say.
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

    /// Answers privately at any stage; `in_place` replaces the message of the control that was used.
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

    /// A further private answer.
    pub(crate) async fn give_further(
        &self,
        interaction: &InteractionHandle,
        body: &DiscordMessage,
    ) -> Result<MessageId, RequestError> {
        retry(|| self.api.answer_further(&interaction.token, body, true)).await
    }

    /// Replaces an answer, or the first one.
    pub(crate) async fn replace(
        &self,
        interaction: &InteractionHandle,
        answer: Option<MessageId>,
        body: &DiscordMessage,
    ) -> Result<(), RequestError> {
        retry(|| self.api.answer_instead(&interaction.token, answer, body)).await
    }
}
