//! Runs an analysis beside everything else: searches its positions one after the other, and stores
//! what was found. Not here: how a position is judged (`handler`).

use std::time::Duration;

use adoube_rules::Position;

use crate::{
    ChannelId, EngineQuestion, Notice, PersonId,
    core::{
        engine_pool::{AnalysisSlot, AnalysisSlotError, MOST, SearchDemand},
        game::{GameAnalysis, GameLogEntry, GameRecord},
        notice::{AnalysisNotice, AnalysisProgressNotice, ComputerRefusal, GameRefusal},
    },
    features::analysis::handler::AnalysisPlan,
    gameplay::{
        Services,
        engine_job_error::{EngineJobError, broken},
        history::standing,
    },
    text::pgn,
};

/// Interval of progress notices.
const TELLS_EVERY: Duration = Duration::from_secs(3);

/// A notice for the sender, and the analysis if it goes on.
pub(crate) type AnalysisStep = (Notice, Option<Box<AnalysisRun>>);

/// An analysis in progress.
pub(crate) struct AnalysisRun {
    record: GameRecord,
    events: Vec<GameLogEntry>,
    walk: AnalysisPlan,
    told: Duration,
    slot: AnalysisSlot,
}

/// Returns the stored analysis, or begins a new one.
pub(crate) async fn begin(
    context: &Services,
    question: &EngineQuestion,
) -> Result<AnalysisStep, EngineJobError> {
    let Services { ledger, engine, clock, .. } = context;
    let EngineQuestion { channel, game, by, .. } = question;
    let record = ledger.game(game).await?.filter(|record| !record.is_running());
    let record = record.ok_or_else(|| GameRefusal::UnknownGame { id: Some(game.clone()) })?;
    let known = ledger.analysis(&record).await?;
    let events = ledger.events(game).await?;
    if let Some(analysis) = known {
        return Ok((analysis_notice(&record, channel, &events, analysis), None));
    }
    let walk = AnalysisPlan::of(&record, standing(events.clone()))?;
    let by = by.clone().unwrap_or_else(|| PersonId(channel.0.clone()));
    let slot = engine.slots.take(&by, channel, walk.plies()).map_err(|none| match none {
        AnalysisSlotError::Person => ComputerRefusal::Analysing,
        AnalysisSlotError::Everybody => ComputerRefusal::Busy,
    })?;
    let progress = progress(&record, &walk);
    let told = clock.monotonic();
    Ok((progress, Some(Box::new(AnalysisRun { record, events, walk, told, slot }))))
}

impl AnalysisRun {
    /// Analyses positions until the next progress notice is due, or to the end.
    pub(crate) async fn advance(
        mut self: Box<Self>,
        context: &Services,
        question: &EngineQuestion,
    ) -> Result<AnalysisStep, EngineJobError> {
        while let Some(look) = self.walk.next()? {
            let done = self.walk.done();
            if !self.slot.note(done) {
                return Err(ComputerRefusal::Busy.into());
            }
            let thinking =
                context.engine.pool.run(SearchDemand::Analysis { done }, MOST, move |engine, go_on| {
                    look.think(engine, go_on)
                });
            let judged = thinking.await.map_err(EngineJobError::of)?.ok_or_else(broken)?;
            self.walk.note(&judged)?;
            let now = context.clock.monotonic();
            if now.saturating_sub(self.told) >= TELLS_EVERY {
                self.told = now;
                let progress = progress(&self.record, &self.walk);
                return Ok((progress, Some(self)));
            }
        }
        let AnalysisRun { record, events, walk, .. } = *self;
        let analysis = walk.into_analysis();
        if let Err(error) = context.ledger.keep_analysis(&record, &analysis).await {
            // The next question computes the analysis again.
            tracing::warn!(%error, game = %record.id, "what was found out about a game is not kept");
        }
        Ok((analysis_notice(&record, &question.channel, &events, analysis), None))
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
