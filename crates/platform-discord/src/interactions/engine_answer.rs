//! Questions that take thought: whoever asked is told to wait, sees how far it is, and in the same place what came of it. Not
//! here: what is thought about (the bot).

use adoube_bot::{EngineQuestion, Notice};
use adoube_discord_client::{DiscordMessage, MessageId, RequestError};

use crate::{
    DiscordPlatform,
    interactions::respond::{AnswerStage, retry},
    message::render,
    state::received_interaction::ReceivedInteraction,
};

impl DiscordPlatform {
    /// Thinks about a question, and shows what comes of it to whoever asked; `pressed` as when the answer comes at once.
    pub(crate) async fn think(
        &self,
        arrival: &ReceivedInteraction,
        question: &EngineQuestion,
        stage: AnswerStage,
        pressed: Option<bool>,
    ) -> Result<(), RequestError> {
        if stage == AnswerStage::Fresh {
            self.defer_answer(arrival, pressed).await?;
        }
        let mut thinking = self.service.run_question(question);
        let mut place = ThinkingMessage { answer: None, is_own: pressed.is_some() };
        while let Some(notice) = thinking.next().await {
            let body = self.thought(arrival, &notice).await;
            let shown = self.show_thought(arrival, &body, &mut place).await;
            match shown {
                Err(
                    RequestError::Rejected(reason)
                    | RequestError::Unknown(reason)
                    | RequestError::BlockedByAutoMod(reason),
                ) => {
                    tracing::error!(reason, "an answer is given again as plain words");
                    self.show_thought(arrival, &render::simplified(&body), &mut place).await?;
                }
                shown => shown?,
            }
        }
        Ok(())
    }

    /// A notice as the one who asked reads it.
    async fn thought(&self, arrival: &ReceivedInteraction, notice: &Notice) -> DiscordMessage {
        let viewer = self.asker(arrival);
        let message = self.service.present_with_instants(notice, &viewer);
        render::of(&message, self.picture(&message).await, false)
    }

    async fn show_thought(
        &self,
        arrival: &ReceivedInteraction,
        body: &DiscordMessage,
        place: &mut ThinkingMessage,
    ) -> Result<(), RequestError> {
        if place.is_own && place.answer.is_none() {
            let further = || self.link.answer_further(&arrival.token, body, true);
            place.answer = Some(retry(further).await?);
            return Ok(());
        }
        retry(|| self.link.answer_instead(&arrival.token, place.answer, body)).await
    }
}

/// Where what is thought is shown: in place of the first answer, or of one that is further.
struct ThinkingMessage {
    answer: Option<MessageId>,
    /// Whether it is a further one. The first one of a control is the message that it stands under.
    is_own: bool,
}
