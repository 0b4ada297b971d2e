//! Background work: due jobs and the computer's turns. Not here: the jobs (`scheduler`), and how
//! the computer plays (`computer_runner`).

use std::future::Future;

use super::Bot;
use crate::{RepositoryError, computer_runner, scheduler};

/// What came of doing everything that was due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DueRun {
    /// When the next thing is due, in milliseconds since 1970.
    pub next: Option<u64>,
    /// How many things were done.
    pub done: usize,
}

impl Bot {
    /// Does everything that is due, soonest first, and says when the next thing is, in milliseconds since 1970. It can be
    /// called at any time and by anybody: each thing happens once, and nothing before its time.
    ///
    /// # Errors
    ///
    /// A fault of the store. What it did not concern is done all the same.
    pub async fn run_due_jobs(&self) -> Result<Option<u64>, RepositoryError> {
        self.run_due().await.map(|run| run.next)
    }

    /// The same, and says how much was done: for callers that bound their work.
    ///
    /// # Errors
    ///
    /// As for [`Self::run_due_jobs`].
    pub async fn run_due(&self) -> Result<DueRun, RepositoryError> {
        let scheduler::JobRunReport { next, done, trouble } = scheduler::run_due_jobs(&self.inner).await?;
        trouble.map_or(Ok(DueRun { next, done }), Err)
    }

    /// Does what is due when it is due, until `stop` resolves. One process over a store does it at a time; a second one
    /// waits for its turn.
    pub async fn run_scheduler(&self, stop: impl Future<Output = ()>) {
        scheduler::run_until_stopped(&self.inner, stop).await;
    }

    /// Thinks about the turns of the computer that are this process's to think about, until none is left: those that its events
    /// brought about, and those that were found to be due. Each is made once, whoever thinks about it.
    pub async fn run_computer_once(&self) {
        computer_runner::play_pending_turns(&self.inner).await;
    }

    /// Thinks about the turns of the computer as they come, until `stop` resolves. Nobody is kept waiting by it: what is
    /// thought has threads of its own.
    pub async fn run_computer(&self, stop: impl Future<Output = ()>) {
        computer_runner::run_until_stopped(&self.inner, stop).await;
    }
}
