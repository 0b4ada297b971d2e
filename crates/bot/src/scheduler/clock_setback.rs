//! Reschedules clock checks after the calendar was set back: while it was ahead, checks were
//! postponed by as much. Not here: how a setback is noticed (`uptime`), and what is due
//! (`run_due`).

use std::collections::BTreeSet;

use super::run_due::{PAGE, job_commit};
use crate::{
    ChannelId,
    handlers::{GameProgress, Services},
    panic_guard::catch_panic,
    records::{JobKind, RepositoryError, ScheduledJob},
};

/// Looks at the clocks of all games if the calendar was set back since this was asked last; what went wrong, if anything did.
/// What the store could not do is done the next time; what cannot be read stays as it is.
pub(super) async fn reschedule_after_clock_setback(context: &Services) -> Option<RepositoryError> {
    if !context.uptime.was_set_back().await {
        return None;
    }
    let trouble = cut_and_look_again(context).await.err();
    if matches!(trouble, Some(RepositoryError::Store(_))) {
        context.uptime.is_clock_behind().await;
    }
    trouble
}

/// What was written of a time that has not come stops no clock any more, and the clocks it put off are looked at.
async fn cut_and_look_again(context: &Services) -> Result<(), RepositoryError> {
    context.uptime.cut_outages(&context.ledger, &*context.clock).await?;
    look_again(context).await
}

/// Whatever fails in one channel, the others have their turn.
async fn look_again(context: &Services) -> Result<(), RepositoryError> {
    let (mut after, mut trouble): (Option<Vec<u8>>, _) = (None, Ok(()));
    // One that has to wait anew, as its board does not reach its channel, is met again further on.
    let mut met = BTreeSet::new();
    loop {
        let page = context.ledger.due(after.as_deref(), PAGE).await?;
        let Some(last) = page.last() else { return trouble };
        after = Some(last.key().to_vec());
        // A row that cannot be read is told of when it is due.
        for (channel, due) in page.iter().filter_map(|row| row.read().ok()) {
            if due.kind != JobKind::Clock || met.contains(&due.subject) {
                continue;
            }
            let looked = catch_panic(look_again_in(context, &channel, &due)).await;
            let looked = looked.unwrap_or_else(|| Err(RepositoryError::Panicked(channel.to_string())));
            match looked {
                Ok(true) => {
                    met.insert(due.subject);
                }
                Ok(false) => {}
                Err(_) if matches!(trouble, Err(RepositoryError::Store(_))) => {}
                Err(error) => trouble = Err(error),
            }
        }
    }
}

/// Whether the clock of the game there had been put off.
async fn look_again_in(
    context: &Services,
    channel: &ChannelId,
    due: &ScheduledJob,
) -> Result<bool, RepositoryError> {
    let kept = context.ledger.channel(channel).await?;
    let still = context.ledger.pause_times(&kept.value).await?;
    let now = context.clock.now_millis();
    let is_put_off = kept.value.has_row(due) && GameProgress::is_check_postponed(&kept.value, &still, now);
    if is_put_off {
        // Where somebody changes the channel meanwhile, they look at its clock.
        let batch = Box::pin(job_commit(context, channel, kept, due, false)).await?;
        context.commit(batch).await?;
    }
    Ok(is_put_off)
}
