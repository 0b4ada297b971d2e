//! Runs all due jobs in order. Each job is one batch that removes its row, expects the channel as
//! it was read, and carries the job's id as idempotency key, so it acts once however many processes
//! run it. A row whose job is gone or is due at another time does nothing; a job that fails does
//! not stop the others. Not here: when to run (`scheduler`).

use adoube_store::CommitOutcome;

use super::clock_setback::reschedule_after_clock_setback;
use crate::{
    ChannelId, Reply,
    core::{
        decision::StoredAnswer,
        panic_guard::catch_panic,
        records::{
            ChannelRecord, JobKind, JobRow, PendingCommit, RepositoryError, ScheduledJob, UnitOfWork,
            VersionedRecord,
        },
    },
    gameplay::{GameProgress, HandlerError, Services},
};

/// Rows read at once.
pub(super) const PAGE: usize = 64;

/// Upper limit of attempts at one job after version conflicts, before other jobs have their turn.
const ATTEMPTS: usize = 16;

/// Result of a run of all due jobs.
#[derive(Debug)]
pub(crate) struct JobRunReport {
    /// When the next job is due, in milliseconds since 1970, jobs that failed left out; `None` if
    /// there is none.
    pub(crate) next: Option<u64>,
    /// Number of jobs done.
    pub(crate) done: usize,
    /// The first error. Its job is tried again in the next run.
    pub(crate) trouble: Option<RepositoryError>,
}

/// State of a row.
enum JobRunState {
    /// Finished for this run.
    Done,
    /// Due at this time.
    Pending(u64),
}

/// Runs all due jobs, earliest first.
pub(crate) async fn run_due_jobs(context: &Services) -> Result<JobRunReport, RepositoryError> {
    context.check_clock_jump().await?;
    let mut looked =
        JobRunReport { next: None, done: 0, trouble: reschedule_after_clock_setback(context).await };
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = context.ledger.due(after.as_deref(), PAGE).await?;
        for row in &page {
            let settled = catch_panic(settle(context, row)).await;
            match settled.unwrap_or_else(|| Err(RepositoryError::Panicked(row.to_string()))) {
                Ok(JobRunState::Done) => looked.done += 1,
                Ok(JobRunState::Pending(at)) => {
                    looked.next = Some(at);
                    return Ok(looked);
                }
                Err(error) => {
                    looked.trouble.get_or_insert(error);
                }
            }
        }
        match page.last() {
            Some(last) => after = Some(last.key().to_vec()),
            None => return Ok(looked),
        }
    }
}

async fn settle(context: &Services, row: &JobRow) -> Result<JobRunState, RepositoryError> {
    let (channel, due) = match row.read() {
        Ok(read) => read,
        // The row waits for a newer version of the program.
        Err(error @ RepositoryError::NewerVersion { .. }) => return Err(error),
        Err(error) => return put_aside(context, row, &error).await,
    };
    let mut is_told = false;
    for _ in 0..ATTEMPTS {
        let now = context.clock.now_millis();
        if now < due.at {
            return Ok(JobRunState::Pending(due.at));
        }
        // A record that cannot be read may be repaired; its jobs wait for that.
        let kept = context.ledger.channel(&channel).await?;
        if due.kind == JobKind::Computer
            && kept.value.has_row(&due)
            && waits(context, &channel, &kept.value, &due)
        {
            return Ok(JobRunState::Done);
        }
        let batch = if kept.value.has_row(&due) {
            Box::pin(job_commit(context, &channel, kept, &due, is_told)).await?
        } else {
            row.removal(&channel, &kept).into()
        };
        match context.commit(batch).await? {
            CommitOutcome::Applied => return Ok(JobRunState::Done),
            // The job has acted, but its row is still there: this attempt removes it, without
            // notices.
            CommitOutcome::Duplicate { .. } => is_told = true,
            CommitOutcome::Conflict { .. } => {}
        }
    }
    Ok(JobRunState::Done)
}

/// Whether a turn of the computer goes on waiting: until this process has searched it, or, where
/// the computer does not play, until it does again, which is announced once.
fn waits(context: &Services, channel: &ChannelId, there: &ChannelRecord, due: &ScheduledJob) -> bool {
    let is_told = there.game.as_ref().is_some_and(|game| game.missed.is_some());
    if context.engine.settings.enabled { context.engine.turns.has(channel, due) } else { is_told }
}

/// Runs the clock job of a channel's game when an event finds it overdue before the scheduler does;
/// `kept` was just read. Returns `false` if the channel has changed in between.
pub(crate) async fn run_overdue_clock(
    context: &Services,
    channel: &ChannelId,
    kept: VersionedRecord<ChannelRecord>,
) -> Result<bool, RepositoryError> {
    let Some(due) = kept.value.game_due() else { return Ok(true) };
    let batch = Box::pin(job_commit(context, channel, kept, &due, false)).await?;
    Ok(!matches!(context.commit(batch).await?, CommitOutcome::Conflict { .. }))
}

/// The commit of a job that is due in a channel. `is_told` if the job has acted before.
pub(super) async fn job_commit(
    context: &Services,
    channel: &ChannelId,
    kept: VersionedRecord<ChannelRecord>,
    due: &ScheduledJob,
    is_told: bool,
) -> Result<PendingCommit, RepositoryError> {
    if due.kind == JobKind::Clock {
        context.check_clock_jump().await?;
    }
    let still = context.ledger.pause_times(&kept.value).await?;
    let mut draft = UnitOfWork::new(channel.clone(), kept, still, context.clock.now_millis());
    // The commit at least removes the job's row.
    draft.mark_changed();
    let is_done = match due.kind {
        JobKind::Clock | JobKind::Idle if is_told => GameProgress::new(context, &mut draft).skip_action(),
        JobKind::Clock => GameProgress::new(context, &mut draft)
            .run_clock_action()
            .await
            .map_err(HandlerError::into_fault)?,
        JobKind::Idle => GameProgress::new(context, &mut draft)
            .run_idle_action()
            .await
            .map_err(HandlerError::into_fault)?,
        JobKind::Computer if is_told => GameProgress::new(context, &mut draft).count_missed_turn(),
        JobKind::Computer => {
            GameProgress::new(context, &mut draft).handle_missed_turn().map_err(HandlerError::into_fault)?
        }
        JobKind::Challenge | JobKind::Panel => {
            draft.post_expired();
            if is_told {
                draft.drop_expired(&due.subject);
            }
            !draft.awaits(due)
        }
    };
    if is_told || !is_done {
        return draft.written();
    }
    draft.into_commit(&due.event()?, &StoredAnswer::from(Reply::Public))
}

async fn put_aside(
    context: &Services,
    row: &JobRow,
    error: &RepositoryError,
) -> Result<JobRunState, RepositoryError> {
    context.ledger.put_due_aside(row, error).await?;
    Ok(JobRunState::Done)
}
