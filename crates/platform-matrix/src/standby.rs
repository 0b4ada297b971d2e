//! Decides which process serves Matrix: of several over one store the holder of a lease, because
//! the keys of the bot's device are on one machine. The others stand by and take over when the
//! lease expires. Not here: connecting to the homeserver (`start`).

use std::{future::Future, pin::pin, sync::Arc, time::Duration};

use adoube_bot::{Bot, BoxFuture, Clock, LeaseTerm, PlatformLease, Timer};
use tokio::sync::watch;

use crate::ids::PLATFORM;

/// Interval at which a process checks the lease, waiting or holding it.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// Pause of a process that could not serve, so that another process can try.
const PAUSE: Duration = Duration::from_secs(60);

/// Outcome of a lease term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandbyResult {
    /// The process served until the term ended.
    ToTheEnd,
    /// The process could not serve, for a reason that may not hold for other processes.
    NotAtAll,
}

/// Waits for the lease and serves while holding it.
pub struct MatrixStandby {
    service: Bot,
    lease: PlatformLease,
    timer: Arc<dyn Timer>,
    waits: watch::Sender<bool>,
}

impl MatrixStandby {
    /// Creates the standby of a process that shares its store.
    pub fn new(service: &Bot, clock: &dyn Clock) -> Self {
        let lease = service.lease(format!("{PLATFORM}/session"));
        Self { service: service.clone(), lease, timer: clock.timer(), waits: watch::Sender::new(false) }
    }

    /// Whether another process serves and this one waits.
    pub fn waits(&self) -> watch::Receiver<bool> {
        self.waits.subscribe()
    }

    /// Serves Matrix while this process holds the lease, until `stopped` resolves. `play` gets the
    /// lease term and a future that resolves when the term is over. The lease is released as soon
    /// as `play` returns, so that another process can take over.
    pub async fn play(
        &self,
        stopped: impl Future<Output = ()>,
        mut play: impl FnMut(LeaseTerm, BoxFuture<'static, ()>) -> BoxFuture<'static, StandbyResult>,
    ) {
        let mut stopped = pin!(stopped);
        loop {
            let term = tokio::select! {
                () = &mut stopped => return,
                // The lanes of a process that died are freed at the latest when its lease expires.
                () = self.service.watch_deliverers(PLATFORM) => return,
                term = self.turn() => term,
            };
            let (end, over) = watch::channel(false);
            let over = Box::pin(async move {
                let mut over = over;
                // A dropped sender means the same.
                let _ = over.wait_for(|over| *over).await;
            });
            let playing = play(term.clone(), over);
            let mut playing = pin!(playing);
            let (mut is_over, mut is_stopped) = (false, false);
            let played = loop {
                tokio::select! {
                    played = &mut playing => break played,
                    () = &mut stopped, if !is_stopped => is_stopped = true,
                    () = self.over(&term), if !is_over => is_over = true,
                }
                end.send_replace(true);
            };
            if let Err(error) = self.lease.give_back().await {
                tracing::warn!(%error, "another process plays on Matrix later");
            }
            if is_stopped {
                return;
            }
            let pause = if played == StandbyResult::NotAtAll { PAUSE } else { LOOK_EVERY };
            tokio::select! {
                () = &mut stopped => return,
                () = self.timer.until(self.timer.now() + pause) => {}
            }
        }
    }

    /// Waits until this process holds the lease.
    async fn turn(&self) -> LeaseTerm {
        loop {
            match self.lease.hold().await {
                Ok(Some(term)) => {
                    self.waits.send_replace(false);
                    return term;
                }
                Ok(None) => {
                    if !self.waits.send_replace(true) {
                        tracing::info!(
                            "another process plays on Matrix; this one stands by and takes over from it"
                        );
                    }
                }
                Err(error) => tracing::warn!(%error, "whose turn it is on Matrix cannot be read"),
            }
            self.timer.until(self.timer.now() + LOOK_EVERY).await;
        }
    }

    /// Resolves when another process holds the lease. While the store is unreachable, no process
    /// can take the lease.
    async fn over(&self, term: &LeaseTerm) {
        loop {
            // Holding the lease renews it.
            if let Ok(held) = self.lease.hold().await
                && held.as_ref() != Some(term)
            {
                tracing::warn!("another process has taken over on Matrix; this one stands by");
                return;
            }
            self.timer.until(self.timer.now() + LOOK_EVERY).await;
        }
    }
}
