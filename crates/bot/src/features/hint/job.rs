//! Answers a request for a hint, if the game still runs and shows the board of the request: takes
//! the cached hint of the position, or searches one in the engine's thread pool and caches it. Not
//! here: what is searched (`handler`).

use crate::{
    EngineQuestion, Notice,
    core::{
        engine_pool::{MOST, SearchDemand},
        game::GameRecord,
        notice::GameRefusal,
    },
    features::hint::handler::HintTask,
    gameplay::{
        Services,
        engine_job_error::{EngineJobError, broken},
    },
};

/// The answer to a request for a hint, for the board of this revision.
pub(crate) async fn answer(
    context: &Services,
    question: &EngineQuestion,
    board_revision: u64,
) -> Result<Notice, EngineJobError> {
    let EngineQuestion { channel, game, .. } = question;
    let kept = context.ledger.channel(channel).await?;
    let is_meant = |record: &&GameRecord| {
        record.id == *game && record.board_revision == board_revision && record.is_running()
    };
    let record = kept.value.game.as_ref().filter(is_meant).ok_or(GameRefusal::StaleButton)?;
    let hint = HintTask::of(&context.ledger, record).await?.ok_or(GameRefusal::StaleButton)?;
    let asked = hint.asked(record);
    let hints = &context.engine.hints;
    let (hint, found) = if let Some(known) = hints.get(&asked) {
        (hint, known)
    } else {
        let to_move = record.to_move().and_then(|side| record.seats.of(side).person());
        let person = to_move.map(|person| person.id.clone());
        let demand = SearchDemand::Play { channel: channel.clone(), person };
        let thinking = context.engine.pool.run(demand, MOST, move |engine, go_on| {
            let found = hint.think(engine, go_on);
            (hint, found)
        });
        let (hint, found) = thinking.await.map_err(EngineJobError::of)?;
        (hint, hints.keep(asked, found.ok_or_else(broken)?))
    };
    let told = hint.notice(record, &found).ok_or_else(broken)?;
    Ok(Notice::Hint(Box::new(told)))
}
