//! Answers questions to the engine (hints, analyses) in a task of their own, so no other event
//! waits: the first notice of the engine and then the result. Not here: the search (the bot).

use std::sync::Arc;

use adoube_bot::{Bot, ChannelId, EngineQuestion, Notice};
use adoube_store::StoreError;

use super::{answer_sender::AnswerSender, person_action::PersonAction};
use crate::{ids, outbound::activity::Activity};

/// Runs questions to the engine.
pub(super) struct EngineQuestions {
    pub(super) bot: Bot,
    pub(super) activity: Arc<Activity>,
    pub(super) answers: Arc<AnswerSender>,
}

impl EngineQuestions {
    /// Runs a question in a task; `hidden` marks answers that contain cards.
    pub(super) fn start(
        self: &Arc<Self>,
        action: PersonAction,
        about: ChannelId,
        question: EngineQuestion,
        hidden: bool,
    ) {
        let engine = Arc::clone(self);
        tokio::spawn(async move {
            if let Err(error) = engine.run(action, &about, &question, hidden).await {
                tracing::error!(%error, channel = %about, "what was thought about is not said");
            }
        });
    }

    /// Sends the first notice and the last; notices between them would fill the room.
    async fn run(
        &self,
        mut action: PersonAction,
        about: &ChannelId,
        question: &EngineQuestion,
        hidden: bool,
    ) -> Result<(), StoreError> {
        let id = std::mem::take(&mut action.id);
        self.activity.think_aloud(&action.place);
        let mut thinking = self.bot.run_question(question);
        let Some(first) = thinking.next().await else { return Ok(()) };
        self.show_result(&mut action, (&id, b"first"), about, first, hidden).await?;
        let mut last = None;
        while let Some(notice) = thinking.next().await {
            last = Some(notice);
        }
        // The result may be sent to another room.
        self.activity.end_typing(&action.place.room);
        match last {
            Some(last) => self.show_result(&mut action, (&id, b"last"), about, last, hidden).await,
            None => Ok(()),
        }
    }

    async fn show_result(
        &self,
        action: &mut PersonAction,
        (id, which): (&str, &[u8]),
        about: &ChannelId,
        notice: Notice,
        hidden: bool,
    ) -> Result<(), StoreError> {
        action.id = ids::transaction(&[b"thought", id.as_bytes(), which]).0;
        self.answers.answer(action, about.clone(), notice, hidden, false).await
    }
}
