//! Assigns the shards of a process that needs no coordination: those of its settings, or all that
//! Discord recommends; and spaces their session starts.
//!
//! Not here: shards shared by several processes (`coordinator`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::Timer;
use adoube_discord_client::{
    BoxFuture, GatewayAdvice, ResumableSession, RunningShards, ShardAssignment, ShardSelection,
};
use tokio::sync::watch;

use crate::shards::{
    session_starts::SharedStarts,
    start_limits::{BETWEEN_STARTS, is_total_accepted},
};

/// Assigns the shards of the settings.
pub(crate) struct LocalShards {
    shards: ShardSelection,
    timer: Arc<dyn Timer>,
    starts: Mutex<LocalStartTimer>,
    /// Session starts of all processes, if other processes run the other shards.
    of_all: Option<SharedStarts>,
    advice: Mutex<Option<GatewayAdvice>>,
    /// Kept here, because dropping it closes its receivers.
    running: watch::Sender<RunningShards>,
}

/// Rate limit of session starts, by the timer.
#[derive(Default)]
struct LocalStartTimer {
    at_once: u32,
    left: u32,
    /// When all starts are available again, and their number.
    again: Duration,
    all: u32,
    /// When the next session of each bucket may begin.
    next: HashMap<u32, Duration>,
}

impl LocalStartTimer {
    /// Reserves a start and returns when the session of this shard may begin.
    fn take(&mut self, shard: u32, now: Duration) -> Duration {
        let next = self.next.entry(shard % self.at_once.max(1)).or_default();
        let mut at = now.max(*next);
        if at >= self.again {
            self.left = self.all;
            self.again = at + DAY;
        }
        if self.left == 0 {
            tracing::warn!("no more sessions with Discord may begin today");
            at = self.again;
            self.left = self.all;
            self.again = at + DAY;
        }
        self.left = self.left.saturating_sub(1);
        *next = at + BETWEEN_STARTS;
        at
    }
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl LocalShards {
    pub(crate) fn new(shards: ShardSelection, timer: Arc<dyn Timer>, of_all: Option<SharedStarts>) -> Self {
        let running = watch::Sender::new(RunningShards::default());
        Self { shards, timer, starts: Mutex::default(), of_all, advice: Mutex::default(), running }
    }

    fn advice(&self) -> MutexGuard<'_, Option<GatewayAdvice>> {
        self.advice.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn starts(&self) -> MutexGuard<'_, LocalStartTimer> {
        // Each update is a single step, so the data is consistent after a panic elsewhere.
        self.starts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ShardAssignment for LocalShards {
    fn begin(
        &self,
        advice: GatewayAdvice,
        _: Option<u32>,
    ) -> BoxFuture<'_, Option<watch::Receiver<RunningShards>>> {
        Box::pin(async move {
            let running = match self.shards {
                ShardSelection::Auto => {
                    RunningShards { total: advice.shards, shards: (0..advice.shards).collect() }
                }
                ShardSelection::Range { total, .. } if !is_total_accepted(advice, total) => return None,
                ShardSelection::Range { first, last, total } => {
                    RunningShards { total, shards: (first..=last).collect() }
                }
            };
            *self.advice() = Some(advice);
            if let Some(starts) = &self.of_all {
                starts.correct(advice).await;
            }
            {
                let mut starts = self.starts();
                (starts.at_once, starts.all, starts.left) =
                    (advice.at_once, advice.starts.max(1), advice.starts_left);
                starts.again = self.timer.now() + advice.starts_again;
            }
            self.running.send_replace(running);
            Some(self.running.subscribe())
        })
    }

    fn confirm(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    fn admit(&self, shard: u32) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let advice = *self.advice();
            if let Some((starts, advice)) = self.of_all.as_ref().zip(advice) {
                return starts.admit(shard, advice).await;
            }
            let at = self.starts().take(shard, self.timer.now());
            self.timer.until(at).await;
        })
    }

    fn session(&self, _: u32) -> BoxFuture<'_, Option<ResumableSession>> {
        Box::pin(async { None })
    }

    fn hands_over(&self) -> bool {
        false
    }

    fn time_to_note(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::pending())
    }

    fn note(&self, _: u32, _: Vec<(u32, ResumableSession)>) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    fn left(&self, _: (u32, u32), _: Option<ResumableSession>) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    fn leave(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_of_a_bucket_begin_one_after_the_other_and_no_more_than_are_left() {
        let second = Duration::from_secs;
        let mut starts =
            LocalStartTimer { at_once: 2, left: 3, again: second(1000), all: 1000, next: HashMap::new() };
        let begun: Vec<Duration> = (0..3).map(|shard| starts.take(shard, second(1))).collect();
        assert_eq!(begun, [second(1), second(1), second(1) + BETWEEN_STARTS]);
        assert_eq!(starts.take(3, second(20)), second(1000), "tomorrow");
        assert_eq!(starts.take(4, second(1000)), second(1000));
    }
}
