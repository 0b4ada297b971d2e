//! Standby: of several processes over one store one plays on Matrix, by a lease, because the keys
//! of the bot's device lie on one machine. The others wait, and take over when it is gone. Not
//! here: how the homeserver is reached (`start`).

use std::{future::Future, pin::pin, sync::Arc, time::Duration};

use adoube_bot::{Bot, BoxFuture, Clock, LeaseTerm, PlatformLease, Timer};
use tokio::sync::watch;

use crate::ids::PLATFORM;

/// How often a process checks the lease, whether it waits for it or holds it.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// How long a process that could not play lets others try.
const PAUSE: Duration = Duration::from_secs(60);

/// How a term ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandbyResult {
    /// Until it was over.
    ToTheEnd,
    /// Not at all, for a reason that may not be one for other processes.
    NotAtAll,
}

/// Waits for the turn of this process.
pub struct MatrixStandby {
    service: Bot,
    lease: PlatformLease,
    timer: Arc<dyn Timer>,
    waits: watch::Sender<bool>,
}

impl MatrixStandby {
    /// For a process whose store has others.
    pub fn new(service: &Bot, clock: &dyn Clock) -> Self {
        let lease = service.lease(format!("{PLATFORM}/session"));
        Self { service: service.clone(), lease, timer: clock.timer(), waits: watch::Sender::new(false) }
    }

    /// Whether another process plays and this one waits.
    pub fn waits(&self) -> watch::Receiver<bool> {
        self.waits.subscribe()
    }

    /// Plays whenever it is this process's turn, until `stopped` resolves; what is played gets the
    /// term and a future that resolves when it is over. The lease is given back as soon as it is,
    /// so that another process goes on.
    pub async fn play(
        &self,
        stopped: impl Future<Output = ()>,
        mut play: impl FnMut(LeaseTerm, BoxFuture<'static, ()>) -> BoxFuture<'static, StandbyResult>,
    ) {
        let mut stopped = pin!(stopped);
        loop {
            let term = tokio::select! {
                () = &mut stopped => return,
                // What a process that dies has left is seen to be nobody's no later than its
                // session.
                () = self.service.watch_deliverers(PLATFORM) => return,
                term = self.turn() => term,
            };
            let (end, over) = watch::channel(false);
            let over = Box::pin(async move {
                let mut over = over;
                // An end that is gone means the same.
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

    /// The turn of this process, as soon as it is.
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

    /// Resolves when another process has taken over. While the store cannot be reached nobody can.
    async fn over(&self, term: &LeaseTerm) {
        loop {
            // That it is asked for renews it.
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
