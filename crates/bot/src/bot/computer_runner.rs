//! Takes the computer's turns from their queue (`gameplay::computer_turn_queue`) and plays them:
//! several at once, each ending in one batch that expects the channel as it was read and carries the
//! turn's id, so that the computer moves once even if several processes compute the turn. A turn lost with its process is found again as a scheduled job. Not here:
//! what the computer does (`features`), and its threads (`engine_pool`).

use std::{future::Future, pin::pin, sync::Arc};

use adoube_engine::Engine;
use adoube_store::CommitOutcome;
use tokio::task::JoinSet;

use crate::{
    Reply,
    core::{
        decision::StoredAnswer,
        engine_pool::{EnginePoolError, MOST, SearchDemand},
        records::{RepositoryError, UnitOfWork},
    },
    features::computer::{ComputerAction, ComputerTask},
    gameplay::{ComputerTurn, GameProgress, HandlerError, Services},
    scheduler::run_overdue_clock,
};

/// Upper limit of attempts to commit a turn after version conflicts.
const ATTEMPTS: usize = 16;

/// Plays the queued turns, and those that follow from them, until the queue is empty.
pub(crate) async fn play_pending_turns(context: &Arc<Services>) {
    let mut playing = JoinSet::new();
    loop {
        while let Some(turn) = context.engine.turns.take() {
            playing.spawn(play(TurnGuard { context: Arc::clone(context), turn }, ComputerTask::think));
        }
        if playing.join_next().await.is_none() {
            return;
        }
    }
}

/// Plays turns as they come, until `stop` resolves. Searches still running then are cancelled.
pub(crate) async fn run_until_stopped(context: &Arc<Services>, stop: impl Future<Output = ()>) {
    let mut playing = JoinSet::new();
    let mut stop = pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => return,
            turn = context.engine.turns.next() => {
                playing.spawn(play(TurnGuard { context: Arc::clone(context), turn }, ComputerTask::think));
            }
            Some(_) = playing.join_next() => {}
        }
    }
}

/// Plays one turn. After an error the turn's row still exists, so it is tried again when due.
pub(crate) async fn play(in_hand: TurnGuard, think: impl EngineRunner) {
    let TurnGuard { context, turn } = &in_hand;
    if let Err(error) = take_turn(context, turn, think).await {
        let ComputerTurn { channel, due } = turn;
        tracing::error!(%error, %channel, game = %due.subject, "the computer has not moved; it tries again");
    }
}

/// Function that computes the action of a computer player on a thread of the pool.
pub(crate) trait EngineRunner:
    FnOnce(ComputerTask, &mut Engine, &mut dyn FnMut() -> bool) -> Option<ComputerAction> + Send + 'static
{
}

impl<F> EngineRunner for F where
    F: FnOnce(ComputerTask, &mut Engine, &mut dyn FnMut() -> bool) -> Option<ComputerAction> + Send + 'static
{
}

/// A turn that is being played; when dropped, the turn may be queued again.
pub(crate) struct TurnGuard {
    pub(crate) context: Arc<Services>,
    pub(crate) turn: ComputerTurn,
}

impl Drop for TurnGuard {
    fn drop(&mut self) {
        self.context.engine.turns.done(&self.turn);
    }
}

/// Searches with `think` and commits the action.
async fn take_turn(
    context: &Services,
    turn: &ComputerTurn,
    think: impl EngineRunner,
) -> Result<(), RepositoryError> {
    let kept = context.ledger.channel(&turn.channel).await?;
    let Some(record) = kept.value.game.as_ref().filter(|_| kept.value.has_computer_job(&turn.due)) else {
        return Ok(());
    };
    let task = ComputerTask::of(&context.ledger, record).await.map_err(HandlerError::into_fault)?;
    let Some(task) = task else { return Ok(()) };
    let person = record.seats.people().next().map(|person| person.id.clone());
    let demand = SearchDemand::Play { channel: turn.channel.clone(), person };
    let thought = context.engine.pool.run(demand, MOST, |engine, go_on| think(task, engine, go_on));
    let thought = tokio::select! {
        thought = thought => thought,
        // The game has gone on; the search is cancelled.
        () = context.engine.turns.wait_until_superseded(turn) => return Ok(()),
    };
    let deed = match thought {
        Ok(Some(deed)) => deed,
        // The turn is tried again when its job is due.
        Err(EnginePoolError::Crowded | EnginePoolError::Stopped) => return Ok(()),
        Ok(None) | Err(EnginePoolError::Broken) => {
            return Err(RepositoryError::Panicked("a turn of the computer".to_owned()));
        }
    };
    for _ in 0..ATTEMPTS {
        if act(context, turn, &deed).await? {
            return Ok(());
        }
    }
    Ok(())
}

/// Commits the action, unless the game has gone on. Returns whether the turn is done; `false` if
/// the channel has changed in between.
async fn act(
    context: &Services,
    turn: &ComputerTurn,
    deed: &ComputerAction,
) -> Result<bool, RepositoryError> {
    context.check_clock_jump().await?;
    let kept = context.ledger.channel(&turn.channel).await?;
    let Some(record) = kept.value.game.as_ref().filter(|_| kept.value.has_computer_job(&turn.due)) else {
        return Ok(true);
    };
    let still = context.ledger.pause_times(&kept.value).await?;
    if GameProgress::is_overdue(record, &still, context.clock.now_millis().max(record.changed_at)) {
        run_overdue_clock(context, &turn.channel, kept).await?;
        return Ok(false);
    }
    let mut draft = UnitOfWork::new(turn.channel.clone(), kept, still, context.clock.now_millis());
    GameProgress::new(context, &mut draft).act(deed).map_err(HandlerError::into_fault)?;
    let batch = draft.into_commit(&turn.due.event()?, &StoredAnswer::from(Reply::Public))?;
    Ok(!matches!(context.commit(batch).await?, CommitOutcome::Conflict { .. }))
}
