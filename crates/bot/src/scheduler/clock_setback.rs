//! Repairs the clocks of games after the wall clock was set back: shortens recorded outages that
//! now end in the future, and reschedules the clock checks that were postponed because of them. Not
//! here: how a setback is noticed (`core::uptime`), and due jobs (`run_due`).

use std::collections::BTreeSet;

use super::run_due::{PAGE, job_commit};
use crate::{
    ChannelId,
    core::{
        panic_guard::catch_panic,
        records::{JobKind, RepositoryError, ScheduledJob},
    },
    gameplay::{GameProgress, Services},
};

/// Rechecks the clocks of all games if the wall clock was set back since the last call; returns the
/// first error. After a store error the next call tries again; records that cannot be read stay as
/// they are.
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

/// Cuts outages that end in the future, so that they stop no clock, and rechecks the clocks that
/// they postponed.
async fn cut_and_look_again(context: &Services) -> Result<(), RepositoryError> {
    context.uptime.cut_outages(&context.ledger, &*context.clock).await?;
    look_again(context).await
}

/// Rechecks all clocks; an error in one channel does not stop the others.
async fn look_again(context: &Services) -> Result<(), RepositoryError> {
    let (mut after, mut trouble): (Option<Vec<u8>>, _) = (None, Ok(()));
    // A check may be postponed again, as the board is not delivered; the scan then meets its new
    // row further on.
    let mut met = BTreeSet::new();
    loop {
        let page = context.ledger.due(after.as_deref(), PAGE).await?;
        let Some(last) = page.last() else { return trouble };
        after = Some(last.key().to_vec());
        // A row that cannot be read is reported when it is due.
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

/// Rechecks the clock of a channel's game; returns whether its check was postponed.
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
        // On a conflict, the event that changed the channel has checked its clock.
        let batch = Box::pin(job_commit(context, channel, kept, due, false)).await?;
        context.commit(batch).await?;
    }
    Ok(is_put_off)
}
