//! What time it is at the door, and everything that is due until a later one, in order. Not here: the clock that stands still
//! (`clock`).

use std::{future::Future, pin::pin, sync::Arc, time::Duration};

use adoube_service::{Clock, LedgerError, Service};
use adoube_store::Store;

use super::{clock::InputClock, failure::Failure, request::Moment};
use crate::answers;

/// How often what is due at one moment is done again, as long as doing it brings more that is due at once.
const ROUNDS: usize = 1000;

/// The time.
pub(super) struct Time {
    clock: Arc<dyn Clock>,
    /// Where requests move it.
    input: Option<Arc<InputClock>>,
}

impl Time {
    pub(super) fn new(clock: Arc<dyn Clock>, input: Option<Arc<InputClock>>) -> Self {
        Self { clock, input }
    }

    /// Milliseconds since 1970.
    pub(super) fn now(&self) -> u64 {
        self.clock.now_millis()
    }

    /// Moves the clock, and does everything that is due on the way when it is due.
    pub(super) async fn move_to(&self, to: Moment, service: &Service) -> Result<(), Failure> {
        let Some(input) = &self.input else {
            return Err(Failure::field(
                "to",
                "the clock is the machine's; start with --clock input to move it",
            ));
        };
        let to = to.millis(self.now());
        if to < self.now() {
            return Err(Failure::field("to", "time does not go back"));
        }
        while let Some(next) = due_after(service, self.now()).await?.filter(|next| *next <= to) {
            input.move_to(next);
        }
        input.move_to(to);
        Ok(())
    }

    /// Lets the computer make its moves where time stands still: whoever moves the clock finds them made, and the same requests
    /// are answered the same way. Elsewhere it plays beside the answers.
    pub(super) async fn let_computer_play(&self, service: &Service) {
        if self.input.is_some() {
            service.play_turns().await;
        }
    }

    /// Does what time brings, where that is not told by requests, until `stop` resolves.
    pub(super) async fn keep(
        &self,
        service: &Service,
        store: Arc<dyn Store>,
        stop: impl Future<Output = ()>,
    ) {
        if self.input.is_some() {
            return stop.await;
        }
        let mut keeping = pin!(service.keep_time(stop));
        tokio::select! {
            () = &mut keeping => {}
            () = service.keep_playing(std::future::pending()) => {}
            () = answers::forget_again_and_again(store, service.clone()) => {}
            // So the next start knows how long nobody was here.
            () = service.keep_alive(std::future::pending()) => {}
        }
    }

    /// Forgets the answers to events that are old by now.
    pub(super) async fn forget_old_answers(
        &self,
        store: &dyn Store,
        service: &Service,
    ) -> Result<(), Failure> {
        Ok(answers::forget_old(store, service).await?)
    }

    /// Resolves when so much time has passed.
    pub(super) fn pass(&self, pause: Duration) -> impl Future<Output = ()> + Send + use<> {
        let timer = self.clock.timer();
        async move { timer.until(timer.now() + pause).await }
    }
}

/// Does what is due now, and says when the next thing is.
async fn due_after(service: &Service, now: u64) -> Result<Option<u64>, LedgerError> {
    for _ in 0..ROUNDS {
        let next = service.do_what_is_due().await?;
        service.play_turns().await;
        if next.is_none_or(|at| at > now) {
            return Ok(next);
        }
    }
    Ok(None)
}
