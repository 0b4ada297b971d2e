//! Shows answers computed by the engine (hints, analyses): the answer is deferred, and one message
//! shows the progress and then the result.
//!
//! Not here: the computation (`adoube-bot`).

use std::sync::Arc;

use adoube_bot::{Bot, EngineQuestion};
use adoube_discord_client::{DiscordMessage, MessageId, RequestError};

use crate::{
    delivery::interaction_answer::{AnswerSource, AnswerStage, InteractionAnswers},
    interactions::private_answer::PrivateAnswers,
    message::render::simplify,
    state::{interaction_request::InteractionRequest, shared::SharedServices},
};

/// Answers questions with the engine.
pub(crate) struct EngineAnswers {
    bot: Bot,
    answers: Arc<InteractionAnswers>,
    private_answers: Arc<PrivateAnswers>,
}

/// The message with the progress: the first answer, or a further one.
struct ThinkingMessage {
    answer: Option<MessageId>,
    /// Whether it is a further answer. After a press the first answer is the message with the
    /// control.
    is_further: bool,
}

impl EngineAnswers {
    pub(crate) fn new(
        shared: &SharedServices,
        answers: Arc<InteractionAnswers>,
        private_answers: Arc<PrivateAnswers>,
    ) -> Self {
        Self { bot: shared.bot.clone(), answers, private_answers }
    }

    /// Runs a question and shows progress and result to the person who asked.
    pub(crate) async fn answer(
        &self,
        interaction: &InteractionRequest,
        question: &EngineQuestion,
        (source, stage): (AnswerSource, AnswerStage),
    ) -> Result<(), RequestError> {
        if stage == AnswerStage::Fresh {
            self.answers.defer_answer(&interaction.handle, source).await?;
        }
        let mut analysis = self.bot.run_question(question);
        let is_further = matches!(source, AnswerSource::Control { .. });
        let mut message = ThinkingMessage { answer: None, is_further };
        while let Some(notice) = analysis.next().await {
            let body = self.private_answers.render(interaction, &notice).await;
            match self.show(interaction, &body, &mut message).await {
                Err(
                    RequestError::Rejected(reason)
                    | RequestError::Unknown(reason)
                    | RequestError::BlockedByAutoMod(reason),
                ) => {
                    tracing::error!(reason, "an answer is given again as plain words");
                    self.show(interaction, &simplify(&body), &mut message).await?;
                }
                shown => shown?,
            }
        }
        Ok(())
    }

    async fn show(
        &self,
        interaction: &InteractionRequest,
        body: &DiscordMessage,
        message: &mut ThinkingMessage,
    ) -> Result<(), RequestError> {
        if message.is_further && message.answer.is_none() {
            message.answer = Some(self.answers.give_further(&interaction.handle, body).await?);
            return Ok(());
        }
        self.answers.replace(&interaction.handle, message.answer, body).await
    }
}
