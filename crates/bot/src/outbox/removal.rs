//! Removes a notice (message as data) from the outbox, together with its delivery receipt and,
//! after a thread was opened, with the first board of its game. Not here: who decides it (`relay`,
//! or a lane lock's holder).

use adoube_store::{Batch, BatchWrite, CommitOutcome, Table};

use crate::{
    ChannelId, Notice, OutboxEntry, RepositoryError,
    core::{
        game::{MINUTE, TimeSpan},
        records::{OutageScope, UnitOfWork, outage_row},
    },
    gameplay::{Services, threads},
};

/// Delay after which a board's delivery counts as an outage of its channel, in milliseconds:
/// nobody could move before the board was there.
const LATE: u64 = 2 * MINUTE;

/// The outage to write for a board that was delivered late.
async fn lateness(context: &Services, delivery: &OutboxEntry) -> Result<Option<BatchWrite>, RepositoryError> {
    let clock = match &delivery.notice {
        Notice::Board(board) => board.clock.as_ref(),
        Notice::Selection(choosing) => choosing.clock.as_ref(),
        _ => None,
    };
    let Some(clock) = clock else { return Ok(None) };
    let waited = TimeSpan { from: clock.said_at, to: context.clock.now_millis() };
    // Time within a recorded outage of the platform is not counted twice.
    if waited.length() <= LATE || context.ledger.uncovered_time(&delivery.channel, waited).await? <= LATE {
        return Ok(None);
    }
    outage_row(&OutageScope::Channel(delivery.channel.clone()), waited).map(Some)
}

/// Removes a notice from the outbox in one batch with `also`. A game that waited for a thread
/// begins in the opened thread, or else in the channel where it was agreed on, if that is possible;
/// otherwise the channel is told. `Conflict` means that the notice was removed before or that a
/// version of `also` has changed; then nothing was written.
pub(super) async fn settle(
    context: &Services,
    delivery: &OutboxEntry,
    also: &Batch,
    mut thread: Option<&ChannelId>,
) -> Result<CommitOutcome, RepositoryError> {
    let Notice::OpenThread { game } = &delivery.notice else {
        let mut batch = delivery.done(also);
        batch.writes.extend(lateness(context, delivery).await?);
        return Ok(context.ledger.store().commit(batch).await?);
    };
    loop {
        let channel = thread.unwrap_or(&delivery.channel);
        let kept = context.ledger.channel(channel).await?;
        let still = context.ledger.pause_times(&kept.value).await?;
        let mut draft = UnitOfWork::new(channel.clone(), kept, still, context.clock.now_millis());
        if thread.is_none() {
            threads::begin_without_thread(&mut draft, game)?;
        } else if !threads::begin_in_thread(&mut draft, game)? {
            thread = None;
            continue;
        }
        let batch = draft.into_delivery_commit(delivery, also)?;
        match context.commit(batch).await? {
            // Another event changed the channel in between.
            CommitOutcome::Conflict { table: Table::Channel, .. } => {}
            committed => return Ok(committed),
        }
    }
}
