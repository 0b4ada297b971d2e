//! Input clock, for scripts and tests: a clock that stands still until a request moves it. Calendar
//! and timers move together.

use std::{future::Future, pin::Pin, sync::Arc, time::Duration};

use adoube_bot::{Clock, Timer};
use tokio::sync::watch;

/// The start: the first of January 2000, in milliseconds since 1970, which no reader takes for the
/// present.
pub(crate) const BEGINNING: u64 = 946_684_800_000;

/// A clock that only `move_to` advances.
#[derive(Debug)]
pub(crate) struct InputClock(watch::Sender<u64>);

impl Default for InputClock {
    fn default() -> Self {
        Self(watch::Sender::new(BEGINNING))
    }
}

impl InputClock {
    /// Moves the clock forward, in milliseconds since 1970. An earlier moment has no effect.
    pub(crate) fn move_to(&self, millis: u64) {
        self.0.send_if_modified(|now| {
            let moves = millis > *now;
            *now = millis.max(*now);
            moves
        });
    }
}

impl Clock for InputClock {
    fn now_millis(&self) -> u64 {
        *self.0.borrow()
    }

    fn monotonic(&self) -> Duration {
        since_beginning(*self.0.borrow())
    }

    fn timer(&self) -> Arc<dyn Timer> {
        Arc::new(InputTimer(self.0.subscribe()))
    }
}

#[derive(Debug)]
struct InputTimer(watch::Receiver<u64>);

impl Timer for InputTimer {
    fn now(&self) -> Duration {
        since_beginning(*self.0.borrow())
    }

    fn until(&self, moment: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let mut moved = self.0.clone();
        Box::pin(async move {
            if moved.wait_for(|now| since_beginning(*now) >= moment).await.is_err() {
                // The clock was dropped, so the moment never comes.
                std::future::pending::<()>().await;
            }
        })
    }
}

fn since_beginning(millis: u64) -> Duration {
    Duration::from_millis(millis.saturating_sub(BEGINNING))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn it_moves_forward_alone_and_wakes_who_waits() {
        let clock = InputClock::default();
        let timer = clock.timer();
        let waiting = tokio::spawn(timer.until(Duration::from_secs(5)));
        clock.move_to(BEGINNING + 4999);
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        clock.move_to(BEGINNING);
        assert_eq!(clock.now_millis(), BEGINNING + 4999);
        clock.move_to(BEGINNING + 5000);
        waiting.await.expect("it is over");
        assert_eq!((timer.now(), clock.monotonic()), (Duration::from_secs(5), Duration::from_secs(5)));
    }
}
