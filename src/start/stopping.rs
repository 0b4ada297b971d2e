//! Waits for stop signals, and drains before the stop: the program goes on for a while, so that
//! load balancers send no more requests.

use std::{
    future::Future,
    io::{self, IsTerminal as _},
    time::Duration,
};

use adoube_bot::Timer;
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    sync::watch,
};

use super::supervisor;

/// The signals that stop the program.
///
/// With a terminal, SIGHUP means that the terminal was closed. Elsewhere it usually asks to reload a configuration or to reopen
/// log files, which this program does not do: SIGHUP is ignored there, as SIGUSR1 and SIGUSR2 are.
pub(super) struct StopSignals {
    interrupt: Signal,
    terminate: Signal,
    hangup: Signal,
    user_1: Signal,
    user_2: Signal,
    has_terminal: bool,
}

impl StopSignals {
    /// Installs the handlers.
    pub(super) fn listen() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
            user_1: signal(SignalKind::user_defined1())?,
            user_2: signal(SignalKind::user_defined2())?,
            has_terminal: io::stdin().is_terminal(),
        })
    }

    /// Resolves at the next signal to stop.
    pub(super) async fn next(&mut self) {
        loop {
            let ignored = tokio::select! {
                _ = self.interrupt.recv() => return,
                _ = self.terminate.recv() => return,
                _ = self.hangup.recv() => if self.has_terminal { return } else { "SIGHUP" },
                _ = self.user_1.recv() => "SIGUSR1",
                _ = self.user_2.recv() => "SIGUSR2",
            };
            tracing::info!(
                signal = ignored,
                "the signal has no effect; restart adoube to change its configuration"
            );
        }
    }
}

/// Installs the handlers. The future resolves when the system asks the program to stop.
pub(crate) fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    let mut signals = StopSignals::listen()?;
    Ok(async move {
        signals.next().await;
        tracing::info!("stopping");
    })
}

/// Resolves a time after the program was asked to stop, or when it is asked again. `is_draining` becomes true at the first
/// request.
pub(super) async fn wait_for_drain(
    mut asked: impl AsyncFnMut(),
    (drain, timer): (Duration, &dyn Timer),
    is_draining: &watch::Sender<bool>,
) {
    asked().await;
    is_draining.send_replace(true);
    supervisor::notify_stopping();
    if !drain.is_zero() {
        tracing::info!(seconds = drain.as_secs(), "stopping soon; another signal ends the wait");
        tokio::select! {
            () = timer.until(timer.now() + drain) => {}
            () = asked() => {}
        }
    }
    tracing::info!("stopping");
}

#[cfg(test)]
mod tests {
    use adoube_bot::Clock as _;
    use adoube_testing::clock::TestClock;
    use futures_util::FutureExt as _;
    use tokio::sync::mpsc;

    use super::*;

    /// Signals as they are sent, a clock, whether it drains, and whether that is over.
    struct Stopping {
        send: mpsc::UnboundedSender<()>,
        clock: TestClock,
        is_draining: watch::Receiver<bool>,
        drained: std::pin::Pin<Box<dyn Future<Output = ()>>>,
    }

    fn stopping(seconds: u64) -> Stopping {
        let (send, mut signals) = mpsc::unbounded_channel();
        let clock = TestClock::stopped().moved_by_hand();
        let timer = clock.timer();
        let is_draining = watch::Sender::new(false);
        let watched = is_draining.subscribe();
        let drained = Box::pin(async move {
            let asked = async || {
                signals.recv().await;
            };
            wait_for_drain(asked, (Duration::from_secs(seconds), &*timer), &is_draining).await;
        });
        Stopping { send, clock, is_draining: watched, drained }
    }

    impl Stopping {
        fn is_over(&mut self) -> bool {
            self.drained.as_mut().now_or_never().is_some()
        }
    }

    #[test]
    fn it_drains_for_as_long_as_is_set() {
        let mut stopping = stopping(30);
        assert!(!stopping.is_over() && !*stopping.is_draining.borrow());
        stopping.send.send(()).unwrap();
        assert!(!stopping.is_over() && *stopping.is_draining.borrow());
        stopping.clock.wait(Duration::from_millis(29_999));
        assert!(!stopping.is_over());
        stopping.clock.wait(Duration::from_millis(1));
        assert!(stopping.is_over());
    }

    #[test]
    fn a_second_signal_ends_the_wait_at_once() {
        let mut stopping = stopping(3600);
        stopping.send.send(()).unwrap();
        assert!(!stopping.is_over());
        stopping.send.send(()).unwrap();
        assert!(stopping.is_over());
    }

    #[test]
    fn without_a_time_nothing_is_waited_for() {
        let mut stopping = stopping(0);
        assert!(!stopping.is_over());
        stopping.send.send(()).unwrap();
        assert!(stopping.is_over() && *stopping.is_draining.borrow());
    }
}
