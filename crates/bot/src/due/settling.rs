//! Everything that is due, done in order. Each thing is done in one batch that takes its row away, expects the channel as
//! it was read, and carries the id of the thing: so it happens once, whoever comes upon the row and however often. A row
//! whose thing has gone, or is due at another time by now, does nothing. What fails keeps nothing else waiting. Not here:
//! when to look (`due`).

use adoube_store::CommitOutcome;

use super::anew::look_again_if_set_back;
use crate::{
    ChannelId, Reply,
    flow::{Context, Course, Stop},
    ledger::{ChannelRecord, DecidedBatch, Draft, Due, DueKind, DueRow, Kept, LedgerError},
    speech::Answer,
    unharmed::unharmed,
};

/// Rows that are read at once.
pub(super) const PAGE: usize = 64;

/// How often a thing is tried again because somebody else changed its channel in between, before others have their turn.
const ATTEMPTS: usize = 16;

/// What a look at all that is due found.
#[derive(Debug)]
pub(crate) struct Looked {
    /// When the next thing is due, in milliseconds since 1970; nothing when nothing more is, but what was in trouble.
    pub(crate) next: Option<u64>,
    /// How many things were done.
    pub(crate) done: usize,
    /// What went wrong first. It is tried again at the next look.
    pub(crate) trouble: Option<LedgerError>,
}

/// How far a row is.
enum Settled {
    /// Nothing more is to be done about it at this look.
    Over,
    /// It is due then.
    NotYet(u64),
}

/// Does everything that is due, soonest first.
pub(crate) async fn settle_all(context: &Context) -> Result<Looked, LedgerError> {
    context.look_at_clocks().await?;
    let mut looked = Looked { next: None, done: 0, trouble: look_again_if_set_back(context).await };
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = context.ledger.due(after.as_deref(), PAGE).await?;
        for row in &page {
            let settled = unharmed(settle(context, row)).await;
            match settled.unwrap_or_else(|| Err(LedgerError::Broken(row.to_string()))) {
                Ok(Settled::Over) => looked.done += 1,
                Ok(Settled::NotYet(at)) => {
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

async fn settle(context: &Context, row: &DueRow) -> Result<Settled, LedgerError> {
    let (channel, due) = match row.read() {
        Ok(read) => read,
        // It waits for a newer program.
        Err(error @ LedgerError::Newer { .. }) => return Err(error),
        Err(error) => return put_aside(context, row, &error).await,
    };
    let mut is_told = false;
    for _ in 0..ATTEMPTS {
        let now = context.clock.now_millis();
        if now < due.at {
            return Ok(Settled::NotYet(due.at));
        }
        // A record that cannot be read may be put right: what is due there waits for that.
        let kept = context.ledger.channel(&channel).await?;
        if due.kind == DueKind::Computer
            && kept.value.has_row(&due)
            && waits(context, &channel, &kept.value, &due)
        {
            return Ok(Settled::Over);
        }
        let batch = if kept.value.has_row(&due) {
            Box::pin(decided(context, &channel, kept, &due, is_told)).await?
        } else {
            row.removal(&channel, &kept)
        };
        match context.commit(batch).await? {
            CommitOutcome::Applied => return Ok(Settled::Over),
            // Its row should have gone with it: it goes now, and nobody is told again.
            CommitOutcome::Duplicate { .. } => is_told = true,
            CommitOutcome::Conflict { .. } => {}
        }
    }
    Ok(Settled::Over)
}

/// Whether a turn of the computer goes on waiting: until it has been thought about here, or until the computer plays again,
/// which is said once.
fn waits(context: &Context, channel: &ChannelId, there: &ChannelRecord, due: &Due) -> bool {
    let is_told = there.game.as_ref().is_some_and(|game| game.missed.is_some());
    if context.computer.enabled { context.turns.has(channel, due) } else { is_told }
}

/// Does what the clock of a channel's game says, as somebody comes before its row is found: as `kept` was just read. Whether
/// it was done; otherwise somebody has changed the channel in between.
pub(crate) async fn settle_clock(
    context: &Context,
    channel: &ChannelId,
    kept: Kept<ChannelRecord>,
) -> Result<bool, LedgerError> {
    let Some(due) = kept.value.game_due() else { return Ok(true) };
    let batch = Box::pin(decided(context, channel, kept, &due, false)).await?;
    Ok(!matches!(context.commit(batch).await?, CommitOutcome::Conflict { .. }))
}

/// What comes of something that is due in a channel as it was read. `is_told` when it was done before.
pub(super) async fn decided(
    context: &Context,
    channel: &ChannelId,
    kept: Kept<ChannelRecord>,
    due: &Due,
    is_told: bool,
) -> Result<DecidedBatch, LedgerError> {
    if due.kind == DueKind::Clock {
        context.look_at_clocks().await?;
    }
    let still = context.ledger.still(&kept.value).await?;
    let mut draft = Draft::new(channel.clone(), kept, still, context.clock.now_millis());
    // At least its row is no more.
    draft.mark_changed();
    let is_done = match due.kind {
        DueKind::Clock | DueKind::Idle if is_told => Course::new(context, &mut draft).skip(),
        DueKind::Clock => Course::new(context, &mut draft).tick().await.map_err(Stop::into_fault)?,
        DueKind::Idle => Course::new(context, &mut draft).look_after().await.map_err(Stop::into_fault)?,
        DueKind::Computer if is_told => Course::new(context, &mut draft).miss_computer(),
        DueKind::Computer => Course::new(context, &mut draft).find_computer().map_err(Stop::into_fault)?,
        DueKind::Challenge | DueKind::Panel => {
            draft.tell_overdue();
            if is_told {
                draft.was_told(&due.subject);
            }
            !draft.awaits(due)
        }
    };
    if is_told || !is_done {
        return draft.written();
    }
    draft.finish(&due.event()?, &Answer::from(Reply::Posted))
}

async fn put_aside(context: &Context, row: &DueRow, error: &LedgerError) -> Result<Settled, LedgerError> {
    context.ledger.put_due_aside(row, error).await?;
    Ok(Settled::Over)
}
