//! Time of the chat door: the machine's clock, or an input clock (`input_clock`) that requests move
//! and that runs all due jobs on its way.

use std::{future::Future, pin::pin, sync::Arc, time::Duration};

use adoube_bot::{Bot, Clock, DueRun, RepositoryError};
use adoube_platform::answer_retention;
use adoube_store::Store;

use crate::{
    input_clock::InputClock,
    protocol::{
        error::DoorRequestError,
        limits::{MAX_CLOCK_STEP_MS, MAX_JOBS_PER_STEP},
        request::MomentField,
    },
};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Rounds of jobs at one moment: a job may add others that are due at once.
const MAX_JOB_ROUNDS: usize = 1000;

/// The time of the door.
pub(crate) struct DoorTime {
    service: Bot,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    /// The same clock, if requests move it.
    input: Option<Arc<InputClock>>,
}

impl DoorTime {
    pub(crate) fn new(
        service: Bot,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        input: Option<Arc<InputClock>>,
    ) -> Self {
        Self { service, store, clock, input }
    }

    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        self.clock.now_millis()
    }

    /// Moves the clock and runs each job on the way when it is due. After [`MAX_JOBS_PER_STEP`]
    /// jobs the clock stops there; repeating the request continues.
    pub(crate) async fn move_to(&self, to: MomentField) -> Result<(), DoorRequestError> {
        let Some(input) = &self.input else {
            return Err(DoorRequestError::bad_field(
                "to",
                "the clock is the machine's; start with --clock input to move it",
            ));
        };
        let (now, to) = (self.now(), to.millis(self.now()));
        if to < now {
            return Err(DoorRequestError::bad_field("to", "time does not go back"));
        }
        if to - now > MAX_CLOCK_STEP_MS {
            let most = MAX_CLOCK_STEP_MS / DAY_MS;
            return Err(DoorRequestError::bad_field(
                "to",
                format!("time moves by at most {most} days in one step"),
            ));
        }
        let mut done = 0;
        loop {
            let due = self.run_due_jobs(self.now()).await?;
            done += due.done;
            let Some(next) = due.next.filter(|next| *next <= to) else { break };
            if done >= MAX_JOBS_PER_STEP {
                let message = format!(
                    "at most {MAX_JOBS_PER_STEP} things that are due are done in one step; time has come to {}, ask again to go on",
                    self.now()
                );
                return Err(DoorRequestError::too_much_of("to", message));
            }
            input.move_to(next);
        }
        input.move_to(to);
        Ok(())
    }

    /// Makes the computer's moves if requests move the clock: then the same requests get the same
    /// answers. Otherwise the computer plays in the background.
    pub(crate) async fn run_computer(&self) {
        if self.input.is_some() {
            self.service.run_computer_once().await;
        }
    }

    /// Runs the scheduler, the computer and the upkeep of records until `stop` resolves. If
    /// requests move the clock, it only waits for `stop`.
    pub(crate) async fn run(&self, stop: impl Future<Output = ()>) {
        if self.input.is_some() {
            return stop.await;
        }
        let mut scheduler = pin!(self.service.run_scheduler(stop));
        tokio::select! {
            () = &mut scheduler => {}
            () = self.service.run_computer(std::future::pending()) => {}
            () = answer_retention::run_answer_retention(Arc::clone(&self.store), self.service.clone()) => {}
            // The next start computes from this record how long the bot was unreachable.
            () = self.service.keep_alive(std::future::pending()) => {}
        }
    }

    /// Resolves after a duration of the clock.
    pub(crate) fn sleep(&self, pause: Duration) -> impl Future<Output = ()> + Send + use<> {
        let timer = self.clock.timer();
        async move { timer.until(timer.now() + pause).await }
    }

    /// Runs the jobs due at `now`, and the computer. Returns the number of jobs and the due time of
    /// the next one.
    async fn run_due_jobs(&self, now: u64) -> Result<DueRun, RepositoryError> {
        let mut all = DueRun::default();
        for _ in 0..MAX_JOB_ROUNDS {
            let DueRun { next, done } = self.service.run_due().await?;
            self.service.run_computer_once().await;
            all.done += done;
            if next.is_none_or(|at| at > now) {
                return Ok(DueRun { next, ..all });
            }
        }
        Ok(all)
    }
}
