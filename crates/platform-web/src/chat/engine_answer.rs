//! Questions that take thought: whoever asked sees how far it is, and in the same place what came of it. Nobody waits for
//! that, and where the program ends meanwhile it is asked again. Not here: what is thought about (the bot).

use std::sync::Arc;

use adoube_bot::{EngineQuestion, Notice, PersonId};

use crate::{
    WebState,
    chat::event_handler::{WebEvent, WebEventError, event_key},
    log::chat_log::LogContent,
};

impl WebState {
    /// Thinks about a question beside everything else.
    pub(crate) fn think(self: &Arc<Self>, event: WebEvent, question: EngineQuestion) {
        let chat = Arc::clone(self);
        tokio::spawn(async move {
            let channel = event.channel.clone();
            if let Err(error) = chat.show_thoughts(&event, &question).await {
                tracing::error!(%error, %channel, "what was thought about is not shown");
            }
        });
    }

    async fn show_thoughts(&self, event: &WebEvent, question: &EngineQuestion) -> Result<(), WebEventError> {
        let mut thinking = self.service.run_question(question);
        let (mut first, mut last, mut step) = (None, None, 0);
        while let Some(notice) = thinking.next().await {
            let number = self.show_thought(event, step, notice, (first, last)).await?;
            first = first.or(number);
            last = number;
            step += 1;
        }
        Ok(())
    }

    /// Shows one thing in the place of what was shown before; its number.
    async fn show_thought(
        &self,
        event: &WebEvent,
        step: usize,
        notice: Notice,
        (first, last): (Option<u64>, Option<u64>),
    ) -> Result<Option<u64>, WebEventError> {
        let to: PersonId = event.person.id.clone();
        let what = LogContent::Private { to, notice: Box::new(notice), in_place_of: first };
        self.write(event, event_key(&format!("thought-{step}"), event)?, what, last).await
    }
}
