//! Shows answers of the engine (hints, analyses): first the progress, then the result in its place,
//! to the person who asked. Not here: the computation (`adoube-bot`).

use std::sync::Arc;

use adoube_bot::{EngineQuestion, Notice, PersonId};

use crate::{
    chat::{
        event::{WebEvent, WebEventError, step_key},
        event_handler::WebEventHandler,
    },
    log::entry::LogContent,
};

impl WebEventHandler {
    /// Answers an engine question in a task of its own.
    pub(crate) fn think(self: &Arc<Self>, event: WebEvent, question: EngineQuestion) {
        let events = Arc::clone(self);
        tokio::spawn(async move {
            let channel = event.channel.clone();
            if let Err(error) = events.show_thoughts(&event, &question).await {
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

    /// Writes one message in place of the one shown before; returns its number.
    async fn show_thought(
        &self,
        event: &WebEvent,
        step: usize,
        notice: Notice,
        (first, last): (Option<u64>, Option<u64>),
    ) -> Result<Option<u64>, WebEventError> {
        let to: PersonId = event.person.id.clone();
        let what = LogContent::Private { to, notice: Box::new(notice), in_place_of: first };
        self.write(event, step_key(&format!("thought-{step}"), event)?, what, last).await
    }
}
