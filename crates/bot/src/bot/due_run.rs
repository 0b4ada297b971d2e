//! Entry points of the bot for background work: runs the scheduled jobs that are due, and plays the
//! computer's turns. Not here: the jobs (`scheduler`), and the search (`computer_runner`).

use std::future::Future;

use super::Bot;
use crate::{RepositoryError, bot::computer_runner, scheduler};

/// Result of a run of due jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DueRun {
    /// When the next job is due, in milliseconds since 1970.
    pub next: Option<u64>,
    /// Number of jobs done.
    pub done: usize,
}

impl Bot {
    /// Runs all due jobs, earliest first, and returns when the next one is due, in milliseconds
    /// since 1970. Safe to call at any time from any process: each job acts once, and never before
    /// its time.
    ///
    /// # Errors
    ///
    /// A store error. Jobs that it did not concern are done all the same.
    pub async fn run_due_jobs(&self) -> Result<Option<u64>, RepositoryError> {
        self.run_due().await.map(|run| run.next)
    }

    /// [`Self::run_due_jobs`] with the number of jobs done, for callers that bound their work.
    ///
    /// # Errors
    ///
    /// As for [`Self::run_due_jobs`].
    pub async fn run_due(&self) -> Result<DueRun, RepositoryError> {
        let scheduler::JobRunReport { next, done, trouble } =
            Box::pin(scheduler::run_due_jobs(&self.inner)).await?;
        trouble.map_or(Ok(DueRun { next, done }), Err)
    }

    /// Runs the scheduler until `stop` resolves. One process over a store runs it at a time; the
    /// others wait for the lease.
    pub async fn run_scheduler(&self, stop: impl Future<Output = ()>) {
        scheduler::run_until_stopped(&self.inner, stop).await;
    }

    /// Plays the computer's turns queued in this process until the queue is empty: turns that
    /// events caused, and turns found as due jobs. Each turn is made once, even if several
    /// processes compute it.
    pub async fn run_computer_once(&self) {
        computer_runner::play_pending_turns(&self.inner).await;
    }

    /// Plays the computer's turns as they come, until `stop` resolves. Searches run on the threads
    /// of the engine pool, so they block no other task.
    pub async fn run_computer(&self, stop: impl Future<Output = ()>) {
        computer_runner::run_until_stopped(&self.inner, stop).await;
    }
}
