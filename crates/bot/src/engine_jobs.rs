//! Runs engine jobs, the questions of people that need the engine (hints, analyses), beside
//! everything else, reports their progress, and makes the notice of the result. Only a finished
//! analysis is stored; a repeated question gets the same answer. Not here: what is computed
//! (`handlers`), and the threads (`engine_pool`).

use std::{sync::Arc, time::Duration};

use adoube_rules::Position;

use crate::{
    Bot, ChannelId, EngineQuestion, Notice, PersonId,
    engine_pool::{AnalysisSlot, AnalysisSlotError, EnginePoolError, MOST, SearchDemand},
    event::EngineQuestionKind,
    game::{GameAnalysis, GameLogEntry, GameRecord},
    gameplay::{HandlerError, Services, history::standing},
    handlers::{AnalysisPlan, HintTask},
    notice::{AnalysisNotice, AnalysisProgressNotice, ComputerRefusal, GameRefusal},
    pgn,
    records::RepositoryError,
};

/// Interval of progress notices.
const TELLS_EVERY: Duration = Duration::from_secs(3);

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

/// An analysis in progress.
struct AnalysisRun {
    record: GameRecord,
    events: Vec<GameLogEntry>,
    walk: AnalysisPlan,
    told: Duration,
    slot: AnalysisSlot,
}

/// Why a question has no result.
enum EngineJobError {
    Refused(GameRefusal),
    Fault(RepositoryError),
}

impl From<RepositoryError> for EngineJobError {
    fn from(error: RepositoryError) -> Self {
        Self::Fault(error)
    }
}

impl From<HandlerError> for EngineJobError {
    fn from(stop: HandlerError) -> Self {
        Self::Fault(stop.into_fault())
    }
}

impl From<GameRefusal> for EngineJobError {
    fn from(refusal: GameRefusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<ComputerRefusal> for EngineJobError {
    fn from(refusal: ComputerRefusal) -> Self {
        Self::Refused(refusal.into())
    }
}

impl EngineJobError {
    /// Reports a broken search as an error: it is a bug, not a refusal.
    fn of(unthought: EnginePoolError) -> Self {
        match unthought {
            EnginePoolError::Crowded | EnginePoolError::Stopped => ComputerRefusal::Busy.into(),
            EnginePoolError::Broken => broken(),
        }
    }
}

fn broken() -> EngineJobError {
    RepositoryError::Panicked("a thought".to_owned()).into()
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
        let told = match std::mem::replace(&mut self.stage, EngineJobStage::Over) {
            EngineJobStage::Over => return None,
            EngineJobStage::Asked => match self.question.about {
                EngineQuestionKind::Hint { board_revision } => self.hint(board_revision).await,
                EngineQuestionKind::Analysis => self.look_at().await,
            },
            EngineJobStage::Walking(walking) => self.walk_on(walking).await,
        };
        Some(told.unwrap_or_else(|untold| match untold {
            EngineJobError::Refused(refusal) => Notice::Refused(refusal),
            EngineJobError::Fault(error) => {
                let EngineQuestion { channel, game, .. } = &self.question;
                tracing::error!(%error, %channel, %game, "a question is not answered");
                Notice::Refused(error.refusal())
            }
        }))
    }

    async fn hint(&self, board_revision: u64) -> Result<Notice, EngineJobError> {
        let EngineQuestion { channel, game, .. } = &self.question;
        let kept = self.context.ledger.channel(channel).await?;
        let is_meant = |record: &&GameRecord| {
            record.id == *game && record.board_revision == board_revision && record.is_running()
        };
        let record = kept.value.game.as_ref().filter(is_meant).ok_or(GameRefusal::StaleButton)?;
        let hint = HintTask::of(&self.context.ledger, record).await?.ok_or(GameRefusal::StaleButton)?;
        let asked = hint.asked(record);
        let hints = &self.context.hints;
        let (hint, found) = if let Some(known) = hints.get(&asked) {
            (hint, known)
        } else {
            let to_move = record.to_move().and_then(|side| record.seats.of(side).person());
            let person = to_move.map(|person| person.id.clone());
            let demand = SearchDemand::Play { channel: channel.clone(), person };
            let thinking = self.context.thinkers.run(demand, MOST, move |engine, go_on| {
                let found = hint.think(engine, go_on);
                (hint, found)
            });
            let (hint, found) = thinking.await.map_err(EngineJobError::of)?;
            (hint, hints.keep(asked, found.ok_or_else(broken)?))
        };
        let told = hint.notice(record, &found).ok_or_else(broken)?;
        Ok(Notice::Hint(Box::new(told)))
    }

    /// Returns the stored analysis, or begins a new one.
    async fn look_at(&mut self) -> Result<Notice, EngineJobError> {
        let Services { ledger, slots, clock, .. } = &*self.context;
        let EngineQuestion { channel, game, by, .. } = &self.question;
        let record = ledger.game(game).await?.filter(|record| !record.is_running());
        let record = record.ok_or_else(|| GameRefusal::UnknownGame { id: Some(game.clone()) })?;
        let known = ledger.analysis(&record).await?;
        let events = ledger.events(game).await?;
        if let Some(analysis) = known {
            return Ok(analysis_notice(&record, channel, &events, analysis));
        }
        let walk = AnalysisPlan::of(&record, standing(events.clone()))?;
        let by = by.clone().unwrap_or_else(|| PersonId(channel.0.clone()));
        let slot = slots.take(&by, channel, walk.plies()).map_err(|none| match none {
            AnalysisSlotError::Person => ComputerRefusal::Analysing,
            AnalysisSlotError::Everybody => ComputerRefusal::Busy,
        })?;
        let progress = progress(&record, &walk);
        let told = clock.monotonic();
        self.stage = EngineJobStage::Walking(Box::new(AnalysisRun { record, events, walk, told, slot }));
        Ok(progress)
    }

    /// Analyses positions until the next progress notice is due, or to the end.
    async fn walk_on(&mut self, mut walking: Box<AnalysisRun>) -> Result<Notice, EngineJobError> {
        while let Some(look) = walking.walk.next()? {
            let done = walking.walk.done();
            if !walking.slot.note(done) {
                return Err(ComputerRefusal::Busy.into());
            }
            let thinking =
                self.context.thinkers.run(SearchDemand::Analysis { done }, MOST, move |engine, go_on| {
                    look.think(engine, go_on)
                });
            let judged = thinking.await.map_err(EngineJobError::of)?.ok_or_else(broken)?;
            walking.walk.note(&judged)?;
            let now = self.context.clock.monotonic();
            if now.saturating_sub(walking.told) >= TELLS_EVERY {
                walking.told = now;
                let progress = progress(&walking.record, &walking.walk);
                self.stage = EngineJobStage::Walking(walking);
                return Ok(progress);
            }
        }
        let AnalysisRun { record, events, walk, .. } = *walking;
        let analysis = walk.into_analysis();
        if let Err(error) = self.context.ledger.keep_analysis(&record, &analysis).await {
            // The next question computes the analysis again.
            tracing::warn!(%error, game = %record.id, "what was found out about a game is not kept");
        }
        Ok(analysis_notice(&record, &self.question.channel, &events, analysis))
    }
}

fn progress(record: &GameRecord, walk: &AnalysisPlan) -> Notice {
    Notice::Analysing(AnalysisProgressNotice {
        game: record.id.clone(),
        done: walk.done(),
        plies: walk.plies(),
    })
}

/// `here` is the channel of the question.
fn analysis_notice(
    record: &GameRecord,
    here: &ChannelId,
    events: &[GameLogEntry],
    analysis: GameAnalysis,
) -> Notice {
    let first = Position::parse(record.variant, &record.start);
    let (first_number, first_side) = first.map_or((1, adoube_rules::Side::White), |start| {
        (u32::from(start.move_number()), start.side_to_move())
    });
    Notice::Analysis(Box::new(AnalysisNotice {
        game: record.id.clone(),
        variant: record.variant,
        seats: record.seats.clone(),
        ending: record.ending.clone(),
        first_number,
        first_side,
        pgn: pgn::analysed(record, events, &analysis, record.channel == *here),
        analysis: Box::new(analysis),
    }))
}
