//! Answers an interaction with a notice only for the person who acted, with a picture drawn in time
//! or after a deferral.

use std::{pin::pin, sync::Arc};

use adoube_bot::{Bot, Notice, Viewer};
use adoube_discord_client::{DiscordMessage, RequestError};
use adoube_platform::picture_worker::PictureWorker;
use tokio::time::timeout_at;

use crate::{
    delivery::interaction_answer::{AnswerSource, AnswerStage, InteractionAnswers, answer_deadline},
    message::{
        platform_text::{DiscordSentence, DiscordText},
        render::{has_too_large_file, render_message, render_sentence, simplify},
    },
    state::{
        interaction_request::InteractionRequest, message_access::MessageAccessPolicy, shared::SharedServices,
    },
};

/// Answers with private notices.
pub(crate) struct PrivateAnswers {
    bot: Bot,
    text: Arc<DiscordText>,
    access: Arc<MessageAccessPolicy>,
    pictures: Arc<PictureWorker>,
    answers: Arc<InteractionAnswers>,
}

impl PrivateAnswers {
    pub(crate) fn new(shared: &SharedServices, answers: Arc<InteractionAnswers>) -> Self {
        let SharedServices { bot, text, access, pictures, .. } = shared.clone();
        Self { bot, text, access, pictures, answers }
    }

    /// The viewer of the answer: the person who acted.
    fn viewer(&self, interaction: &InteractionRequest) -> Viewer {
        Viewer {
            person: Some(interaction.person.id.clone()),
            language: interaction.reader.language,
            hearing: self.access.in_channel(&interaction.context),
            taste: interaction.reader.taste,
        }
    }

    /// Renders a notice for the person who acted.
    pub(crate) async fn render(&self, interaction: &InteractionRequest, notice: &Notice) -> DiscordMessage {
        let message = self.bot.present_with_instants(notice, &self.viewer(interaction));
        render_message(&message, self.pictures.picture(&message).await, false)
    }

    /// Answers with a notice; `replaces` puts it in place of the private message with the pressed
    /// control.
    pub(crate) async fn answer(
        &self,
        interaction: &InteractionRequest,
        notice: &Notice,
        (source, mut stage): (AnswerSource, AnswerStage),
        replaces: bool,
    ) -> Result<(), RequestError> {
        let handle = &interaction.handle;
        let message = self.bot.present_with_instants(notice, &self.viewer(interaction));
        let mut drawing = pin!(self.pictures.picture(&message));
        let mut drawn_in_time = None;
        if stage == AnswerStage::Fresh {
            // An animation always takes longer.
            if message.animation.is_none() {
                drawn_in_time = timeout_at(answer_deadline(handle), &mut drawing).await.ok();
            }
            if drawn_in_time.is_none() {
                self.answers.defer_answer(handle, source).await?;
                stage = AnswerStage::Deferred;
            }
        }
        let drawn = match drawn_in_time {
            Some(drawn) => drawn,
            None => drawing.await,
        };
        let body = if has_too_large_file(&message) {
            let language = interaction.reader.language;
            render_sentence(&self.text.say_with(language, DiscordSentence::LargeFile, &[]))
        } else {
            render_message(&message, drawn, false)
        };
        let in_place = replaces && source == AnswerSource::Control { is_private: true };
        match self.answers.give(handle, (source, stage), &body, in_place).await {
            Err(
                RequestError::Rejected(reason)
                | RequestError::Unknown(reason)
                | RequestError::BlockedByAutoMod(reason),
            ) => {
                tracing::error!(reason, "an answer is given again as plain words");
                self.answers.give(handle, (source, stage), &simplify(&body), in_place).await
            }
            outcome => outcome,
        }
    }
}
