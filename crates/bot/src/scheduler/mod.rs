//! The scheduler: a task that sleeps until the next stored job is due and runs it. A new job with
//! an earlier time wakes it; it also looks at intervals, as wall clocks are set and other processes
//! add rows. Of several processes over one store one runs it at a time, by a lease. The lease only
//! saves work: each job acts once because of its row (`run_due`).

mod clock_setback;
mod run_due;

use std::{future::Future, time::Duration};

pub(crate) use run_due::{JobRunReport, run_due_jobs, run_overdue_clock};

use crate::{
    core::records::{Lease, LeaseStatus, RepositoryError},
    gameplay::Services,
};

/// Name of the scheduler's lease.
const LEASE: &str = "due";

/// Longest sleep: the delay until the task notices that the wall clock was set forward or that
/// another process has added a row, and until it tries again after an error.
const LOOK_AGAIN: Duration = Duration::from_secs(15);

/// Longest sleep over a shared store, where other processes add rows all the time.
const SHARED_LOOK_AGAIN: Duration = Duration::from_secs(5);

/// Runs jobs when they are due, until `stop` resolves.
pub(crate) async fn run_until_stopped(context: &Services, stop: impl Future<Output = ()>) {
    let lease = context.leases.of(LEASE);
    tokio::select! {
        () = stop => {}
        () = lease.keep() => {}
        () = watch_over(context, &lease) => {}
    }
    if let Err(error) = lease.give_back().await {
        tracing::warn!(%error, "what is due is done by nobody until others see that this program has stopped");
    }
}

async fn watch_over(context: &Services, lease: &Lease) {
    let timer = context.leases.timer();
    let mut trouble = SchedulerErrorLog::default();
    loop {
        // Before the scan: a job added from here on is either found or wakes the task.
        context.wakeups.earlier_job.forget();
        let looked = match lease.hold().await {
            Ok(LeaseStatus::Mine(_in_use)) => run_due_jobs(context).await,
            Ok(LeaseStatus::Elsewhere { ask_again }) => {
                timer.until(ask_again).await;
                continue;
            }
            Err(error) => Err(error),
        };
        let (next, failed) = match looked {
            Ok(JobRunReport { next, trouble, .. }) => (next, trouble),
            Err(error) => (None, Some(error)),
        };
        trouble.log_error(failed.as_ref());
        let shared = context.ledger.store().is_shared();
        let longest = if shared { SHARED_LOOK_AGAIN } else { LOOK_AGAIN };
        let pause = next.map_or(longest, |at| time_until(at, context.clock.now_millis()).min(longest));
        tokio::select! {
            () = timer.until(timer.now() + pause) => {}
            () = context.wakeups.earlier_job.wait_for_earlier(next.unwrap_or(u64::MAX)) => {}
        }
    }
}

/// Time to sleep; never zero, as the timer may be slightly ahead of the wall clock.
fn time_until(at: u64, now: u64) -> Duration {
    Duration::from_millis(at.saturating_sub(now)).clamp(Duration::from_millis(1), LOOK_AGAIN)
}

/// Logs an error once for as long as it stays the same.
#[derive(Default)]
struct SchedulerErrorLog(Option<String>);

impl SchedulerErrorLog {
    fn log_error(&mut self, error: Option<&RepositoryError>) {
        let text = error.map(ToString::to_string);
        if let Some(text) = text.as_deref().filter(|text| self.0.as_deref() != Some(text)) {
            tracing::error!(error = text, "not all that is due can be done; it is tried again and again");
        }
        self.0 = text;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_is_neither_endless_nor_none() {
        let table = [(1000, 1000, 1), (1000, 5000, 1), (1000, 400, 600), (u64::MAX, 0, 15_000)];
        for (at, now, millis) in table {
            assert_eq!(time_until(at, now), Duration::from_millis(millis), "{at} {now}");
        }
    }
}
