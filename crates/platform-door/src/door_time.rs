//! What time it is at the door, and everything that is due until a later one, in order. Not here: the clock that stands still
//! (`clock`).

use std::{future::Future, pin::pin, sync::Arc, time::Duration};

use adoube_bot::{Bot, Clock, DueRun, RepositoryError};
use adoube_platform::answer_retention;
use adoube_store::Store;

use crate::{
    input_clock::InputClock,
    protocol::error::DoorRequestError,
    protocol::limits::{DUE_OF_STEP, LONGEST_STEP},
    protocol::request::MomentField,
};

const DAY: u64 = 24 * 60 * 60 * 1000;

/// How often what is due at one moment is done again, as long as doing it brings more that is due at once.
const ROUNDS: usize = 1000;

/// The time.
pub(crate) struct DoorTime {
    clock: Arc<dyn Clock>,
    /// Where requests move it.
    input: Option<Arc<InputClock>>,
}

impl DoorTime {
    pub(crate) fn new(clock: Arc<dyn Clock>, input: Option<Arc<InputClock>>) -> Self {
        Self { clock, input }
    }

    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        self.clock.now_millis()
    }

    /// Moves the clock, and does everything that is due on the way when it is due: no more than [`DUE_OF_STEP`] things, after
    /// which time stands where it has come, and the same may be asked again.
    pub(crate) async fn move_to(&self, to: MomentField, service: &Bot) -> Result<(), DoorRequestError> {
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
        if to - now > LONGEST_STEP {
            let most = LONGEST_STEP / DAY;
            return Err(DoorRequestError::bad_field(
                "to",
                format!("time moves by at most {most} days in one step"),
            ));
        }
        let mut done = 0;
        loop {
            let due = run_due_jobs(service, self.now()).await?;
            done += due.done;
            let Some(next) = due.next.filter(|next| *next <= to) else { break };
            if done >= DUE_OF_STEP {
                let message = format!(
                    "at most {DUE_OF_STEP} things that are due are done in one step; time has come to {}, ask again to go on",
                    self.now()
                );
                return Err(DoorRequestError::too_much_of("to", message));
            }
            input.move_to(next);
        }
        input.move_to(to);
        Ok(())
    }

    /// Lets the computer make its moves where time stands still: whoever moves the clock finds them made, and the same requests
    /// are answered the same way. Elsewhere it plays beside the answers.
    pub(crate) async fn run_computer(&self, service: &Bot) {
        if self.input.is_some() {
            service.run_computer_once().await;
        }
    }

    /// Does what time brings, where that is not told by requests, until `stop` resolves.
    pub(crate) async fn run(&self, service: &Bot, store: Arc<dyn Store>, stop: impl Future<Output = ()>) {
        if self.input.is_some() {
            return stop.await;
        }
        let mut scheduler = pin!(service.run_scheduler(stop));
        tokio::select! {
            () = &mut scheduler => {}
            () = service.run_computer(std::future::pending()) => {}
            () = answer_retention::run_answer_retention(store, service.clone()) => {}
            // So the next start knows how long nobody was here.
            () = service.keep_alive(std::future::pending()) => {}
        }
    }

    /// Forgets the answers to events that are old by now.
    pub(crate) async fn delete_old_answers(
        &self,
        store: &dyn Store,
        service: &Bot,
    ) -> Result<(), DoorRequestError> {
        Ok(answer_retention::delete_old_answers(store, service).await?)
    }

    /// Resolves when so much time has passed.
    pub(crate) fn sleep(&self, pause: Duration) -> impl Future<Output = ()> + Send + use<> {
        let timer = self.clock.timer();
        async move { timer.until(timer.now() + pause).await }
    }
}

/// Does what is due now, and says how much that was and when the next thing is.
async fn run_due_jobs(service: &Bot, now: u64) -> Result<DueRun, RepositoryError> {
    let mut all = DueRun::default();
    for _ in 0..ROUNDS {
        let DueRun { next, done } = service.run_due().await?;
        service.run_computer_once().await;
        all.done += done;
        if next.is_none_or(|at| at > now) {
            return Ok(DueRun { next, ..all });
        }
    }
    Ok(all)
}
