//! Runs engine jobs, the questions of people that need the engine (hints, analyses), beside
//! everything else, reports their progress, and makes the notice of the result. Only a finished
//! analysis is stored; a repeated question gets the same answer. Not here: what is computed
//! (`features`), and the threads (`engine_pool`).

use std::sync::Arc;

use crate::{
    Bot, EngineQuestion, Notice,
    core::event::EngineQuestionKind,
    features::{
        analysis::job::{self as analysis_job, AnalysisRun},
        hint::job as hint_job,
    },
    gameplay::{Services, engine_job_error::EngineJobError},
};

/// An engine question in progress. Dropping it cancels the search.
pub struct EngineJobHandle {
    context: Arc<Services>,
    question: EngineQuestion,
    stage: EngineJobStage,
}

/// Stage of an engine question.
enum EngineJobStage {
    /// Not begun.
    Asked,
    /// In the middle of an analysis.
    Walking(Box<AnalysisRun>),
    /// Finished.
    Over,
}

impl Bot {
    /// Starts the engine question that is the reply to an event.
    pub fn run_question(&self, question: &EngineQuestion) -> EngineJobHandle {
        EngineJobHandle {
            context: Arc::clone(&self.inner),
            question: question.clone(),
            stage: EngineJobStage::Asked,
        }
    }
}

impl EngineJobHandle {
    /// The next notice for the sender, which replaces the one before; `None` after the last.
    pub async fn next(&mut self) -> Option<Notice> {
        let (context, question) = (&*self.context, &self.question);
        let step = match std::mem::replace(&mut self.stage, EngineJobStage::Over) {
            EngineJobStage::Over => return None,
            EngineJobStage::Asked => match question.about {
                EngineQuestionKind::Hint { board_revision } => {
                    hint_job::answer(context, question, board_revision).await.map(|told| (told, None))
                }
                EngineQuestionKind::Analysis => analysis_job::begin(context, question).await,
            },
            EngineJobStage::Walking(walking) => walking.advance(context, question).await,
        };
        let told = step.map(|(told, walking)| {
            self.stage = walking.map_or(EngineJobStage::Over, EngineJobStage::Walking);
            told
        });
        Some(told.unwrap_or_else(|untold| match untold {
            EngineJobError::Refused(refusal) => Notice::Refused(refusal),
            EngineJobError::Fault(error) => {
                let EngineQuestion { channel, game, .. } = &self.question;
                tracing::error!(%error, %channel, %game, "a question is not answered");
                Notice::Refused(error.refusal())
            }
        }))
    }
}
