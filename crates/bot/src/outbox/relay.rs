//! Relay: the task that finds notices in the outbox and hands them to the platform's transport, in
//! a bounded number of lanes (queues of one channel each) at once, and decides after a failure
//! whether to try again or give up. Not here: how a lane waits (`lane_scheduler`), and how a notice
//! leaves the outbox (`lane_lock`, `removal`).

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use adoube_store::StoreHealth;
use tokio::sync::watch;

use super::{
    DeliveryError, DeliveryReceipt, Outbox, Transport,
    delivery_tracker::DeliveryTask,
    lane_lock::{DeliveryPermission, LaneLock, RemovalOutcome},
    lane_scheduler::LaneRunEnd,
};
use crate::{
    ChannelId, OutboxEntry, RepositoryError,
    core::{panic_guard::catch_panic, records::FencingToken},
};

/// Lanes per page of a scan.
const PAGE: usize = 256;
/// Entries read from a lane at a time.
const AT_A_TIME: usize = 16;
/// Reads of a lane before it yields to other lanes.
const ROUNDS: usize = 4;
/// Interval between scans of the whole outbox without a local post: other processes post, too.
const REVIEW_EVERY: Duration = Duration::from_secs(5);
/// Immediate retries of a delivery after version conflicts with another process.
const AT_ONCE: usize = 16;
/// The same in a store where other processes post all the time: a post of another process into a
/// lane of this one is found by a scan.
const SHARED_REVIEW_EVERY: Duration = Duration::from_secs(1);

impl From<DeliveryError> for LaneRunEnd {
    fn from(undone: DeliveryError) -> Self {
        match undone {
            DeliveryError::Retry { reason, after } => {
                Self::Backoff { reason, wished: after, is_attempt: true }
            }
            DeliveryError::Permanent { reason, .. } => {
                Self::Backoff { reason, wished: None, is_attempt: true }
            }
            DeliveryError::Internal(error) => Self::local_failure(error.to_string()),
        }
    }
}

impl From<RepositoryError> for LaneRunEnd {
    fn from(error: RepositoryError) -> Self {
        tracing::error!(%error, "what waits in the outbox is tried again later");
        DeliveryError::Internal(error).into()
    }
}

impl Outbox {
    /// Delivers until the outbox is closed.
    pub async fn run_relay<C: Transport>(&self, courier: Arc<C>) {
        if !self.0.is_for_all {
            self.0.groups.begin(&self.0.context, courier.has_own());
        }
        tokio::select! {
            biased;
            () = self.deliver(&courier) => {}
            () = self.0.groups.keep() => {}
        }
    }

    async fn deliver<C: Transport>(&self, courier: &Arc<C>) {
        let timer = Arc::clone(self.0.groups.timer());
        let mut grew = self.0.context.wakeups.posts.subscribe();
        let (mut has_grown, mut look_at, mut review_at) = (true, timer.now(), timer.now());
        let mut left = BTreeSet::new();
        let mut health = self.0.health.clone();
        let is_shared = self.0.groups.are_shared() && !self.0.is_for_all;
        let review = if is_shared { SHARED_REVIEW_EVERY } else { REVIEW_EVERY };
        while !self.is_closed() {
            if !self.can_note() {
                tokio::select! {
                    () = writable(&mut health) => {}
                    () = self.0.changed.notified() => {}
                }
                continue;
            }
            if self.0.is_for_all && has_grown {
                grew.mark_unchanged();
                has_grown = false;
                self.found_all(self.0.context.wakeups.new_posts.take(&self.0.platform));
            }
            if (has_grown && look_at <= timer.now()) || review_at <= timer.now() {
                if !self.0.is_for_all {
                    grew.mark_unchanged();
                }
                let looked = self.look(courier, &mut left).await;
                has_grown = looked.is_err() && !self.0.is_for_all;
                let pause = if looked.is_err() { self.0.manner.first_pause } else { Duration::ZERO };
                look_at = timer.now() + self.0.manner.look_every.max(pause);
                review_at = timer.now() + review.max(pause);
                if let Err(error) = looked {
                    tracing::error!(%error, platform = self.0.platform, "notices wait in the outbox");
                }
            }
            for (lane, task) in self.begin() {
                tokio::spawn(self.clone().deliver_in(lane, Arc::clone(courier), task));
            }
            let mut next = self.lanes().next().map_or(review_at, |next| next.min(review_at));
            if has_grown {
                next = next.min(look_at);
            }
            tokio::select! {
                biased;
                // `self` holds the sender, so the channel is open.
                _ = grew.changed(), if !has_grown => has_grown = true,
                () = self.0.changed.notified() => {}
                () = timer.until(next) => {}
            }
        }
    }

    fn begin(&self) -> Vec<(ChannelId, DeliveryTask)> {
        // Count before the lanes begin, so that no observer sees zero running deliveries in
        // between.
        let Some(beginning) = self.0.under_way.begin() else { return Vec::new() };
        let begun = self.lanes().begin(self.now());
        begun.into_iter().map(|lane| (lane, beginning.another())).collect()
    }

    /// Scans the whole outbox.
    async fn look<C: Transport>(
        &self,
        courier: &Arc<C>,
        left: &mut BTreeSet<ChannelId>,
    ) -> Result<(), RepositoryError> {
        let own = catch_panic(async { courier.own_lanes().await.map(|own| self.found_all(own)) }).await;
        // A failure of the scan above does not prevent this one.
        let notices = catch_panic(self.look_for_notices(left)).await;
        for looked in [own, notices] {
            if let Some(outcome) = looked {
                outcome?;
            } else {
                tracing::error!(platform = self.0.platform, "not all that waits can be looked for");
            }
        }
        Ok(())
    }

    /// Finds lanes with notices. Where every process delivers its own posts, only lanes that waited
    /// at the last scan as well (`left`) count as left behind by another process.
    async fn look_for_notices(&self, left: &mut BTreeSet<ChannelId>) -> Result<(), RepositoryError> {
        let mut last: Option<ChannelId> = None;
        let before = std::mem::take(left);
        loop {
            let mut lanes = self.waiting(last.as_ref(), PAGE).await?;
            last = lanes.last().cloned();
            if last.is_none() {
                return Ok(());
            }
            if self.0.is_for_all {
                left.extend(lanes.iter().cloned());
                lanes.retain(|lane| before.contains(lane));
            }
            self.found_all(lanes);
        }
    }

    fn found_all(&self, found: impl IntoIterator<Item = ChannelId>) {
        let mut lanes = self.lanes();
        for lane in found {
            lanes.found(lane);
        }
    }

    async fn deliver_in<C: Transport>(self, lane: ChannelId, courier: Arc<C>, task: DeliveryTask) {
        let held = self.hold(&lane).await;
        // A panic in one lane does not stop the others; the lane is retried.
        let delivered = catch_panic(held.deliver_all(&courier)).await.unwrap_or_else(|| {
            tracing::error!(%lane, "the program broke while it delivered there");
            Err(LaneRunEnd::local_failure("the program broke while it delivered".to_owned()))
        });
        let ended = delivered.err().unwrap_or(LaneRunEnd::Empty);
        drop(held);
        let now = self.now();
        self.lanes().end(&lane, ended, now);
        self.0.changed.notify_one();
        drop(task);
    }
}

impl LaneLock {
    /// Delivers the entries of the lane until it is empty or yields to other lanes.
    async fn deliver_all<C: Transport>(&self, courier: &Arc<C>) -> Result<(), LaneRunEnd> {
        let ended = self.deliver_in_order(courier).await;
        // An empty lane of another process needs no retry: a scan finds what is posted there later.
        if matches!(ended, Err(LaneRunEnd::OtherProcess { .. })) && self.is_empty(courier).await? {
            return Ok(());
        }
        ended
    }

    async fn is_empty<C: Transport>(&self, courier: &Arc<C>) -> Result<bool, LaneRunEnd> {
        let notices = self.outbox.0.context.ledger.outbox(&self.lane, 1).await?;
        Ok(notices.is_empty() && self.own(courier, 1).await?.is_empty())
    }

    async fn own<C: Transport>(&self, courier: &Arc<C>, limit: usize) -> Result<Vec<C::Entry>, LaneRunEnd> {
        let own = catch_panic(courier.own(&self.lane, limit)).await;
        Ok(own.ok_or_else(|| self.hinder("what waits of its own cannot be looked for"))??)
    }

    async fn deliver_in_order<C: Transport>(&self, courier: &Arc<C>) -> Result<(), LaneRunEnd> {
        for _ in 0..ROUNDS {
            let fence = self.fence().await?;
            // Notices go first: a player gets a question behind the board that it is about.
            let notices = self.outbox.0.context.ledger.outbox(&self.lane, AT_A_TIME).await?;
            for delivery in &notices {
                self.deliver(courier, delivery).await?;
                self.goes_on()?;
            }
            let own = self.own(courier, AT_A_TIME).await?;
            for own in &own {
                self.deliver_own(courier, own, fence.as_ref()).await?;
                self.goes_on()?;
            }
            if notices.is_empty() && own.is_empty() {
                return Ok(());
            }
        }
        Err(LaneRunEnd::Yielded)
    }

    /// Ends the run when the outbox closes: the current delivery is finished, the rest is left.
    fn goes_on(&self) -> Result<(), LaneRunEnd> {
        if self.outbox.is_closed() { Err(LaneRunEnd::Yielded) } else { Ok(()) }
    }

    /// The fencing token that writes in this lane expect.
    async fn fence(&self) -> Result<Option<FencingToken>, LaneRunEnd> {
        match self.check_permission().await? {
            DeliveryPermission::Granted(fence) => Ok(fence),
            DeliveryPermission::Later { ask_again } => Err(LaneRunEnd::OtherProcess { ask_again }),
        }
    }

    async fn deliver<C: Transport>(
        &self,
        courier: &Arc<C>,
        delivery: &OutboxEntry,
    ) -> Result<(), LaneRunEnd> {
        // Where the batch is the delivery, a conflict means that nothing was delivered.
        let mut at_once = if self.outbox.0.is_for_all { AT_ONCE } else { 0 };
        loop {
            let fence = self.fence().await?;
            let tried = self.attempt();
            let outcome = catch_panic(courier.deliver(delivery, tried)).await;
            let done = self.judge(outcome, tried.attempts)?;
            match self.settle(delivery, fence.as_ref(), done).await? {
                RemovalOutcome::Conflict if at_once > 0 => at_once -= 1,
                settled => return self.after(settled),
            }
        }
    }

    /// Delivers an entry of the platform's own; `found_at` is the fencing token under which it was
    /// read.
    async fn deliver_own<C: Transport>(
        &self,
        courier: &Arc<C>,
        own: &C::Entry,
        found_at: Option<&FencingToken>,
    ) -> Result<(), LaneRunEnd> {
        let fence = self.fence().await?;
        if fence.as_ref() != found_at {
            // Another process had the lane in between and may have delivered the entry, which has
            // no version of its own that would show this.
            return Err(LaneRunEnd::Yielded);
        }
        let tried = self.attempt();
        let outcome = catch_panic(courier.deliver_own(&self.lane, own, tried)).await;
        let done = match outcome {
            // Only the transport knows the writes that remove the entry.
            Some(Err(later @ DeliveryError::Retry { .. })) => return Err(self.put_off(later)),
            outcome => self.judge(outcome, 0)?,
        };
        self.after(self.remove_own(fence.as_ref(), done).await?)
    }

    /// The receipt to write for an outcome, or the reason why the entry stays.
    fn judge(
        &self,
        outcome: Option<Result<DeliveryReceipt, DeliveryError>>,
        attempts: u32,
    ) -> Result<DeliveryReceipt, LaneRunEnd> {
        let undone = match outcome {
            Some(Ok(done)) => return Ok(done),
            Some(Err(DeliveryError::Permanent { reason, done })) => {
                tracing::warn!(lane = %self.lane, reason, "a notice is given up");
                return Ok(done);
            }
            Some(Err(undone)) => undone,
            None => broken(),
        };
        match (&undone, self.outbox.0.manner.attempts) {
            (DeliveryError::Retry { reason, .. }, Some(limit)) if attempts >= limit => {
                tracing::warn!(lane = %self.lane, reason, "a notice is given up");
                Ok(DeliveryReceipt::default())
            }
            _ => Err(self.put_off(undone)),
        }
    }

    fn put_off(&self, undone: DeliveryError) -> LaneRunEnd {
        match &undone {
            DeliveryError::Internal(error) => {
                tracing::error!(lane = %self.lane, %error, "a notice is tried again later");
            }
            DeliveryError::Retry { reason, .. } | DeliveryError::Permanent { reason, .. } => {
                tracing::warn!(lane = %self.lane, reason, "a notice is tried again later");
            }
        }
        undone.into()
    }

    fn after(&self, settled: RemovalOutcome) -> Result<(), LaneRunEnd> {
        match settled {
            RemovalOutcome::Removed => Ok(()),
            // The owner is read anew.
            RemovalOutcome::LaneLost => Err(LaneRunEnd::OtherProcess { ask_again: self.outbox.now() }),
            RemovalOutcome::Conflict => {
                let reason = "what was to be written about it was written by somebody else";
                Err(LaneRunEnd::local_failure(reason.to_owned()))
            }
        }
    }

    /// A retry after an error that is not the platform's.
    fn hinder(&self, reason: &str) -> LaneRunEnd {
        tracing::warn!(lane = %self.lane, reason, "a notice is tried again later");
        LaneRunEnd::local_failure(reason.to_owned())
    }
}

/// Resolves when the store takes writes.
async fn writable(health: &mut watch::Receiver<StoreHealth>) {
    // A closed store takes no writes any more.
    if health.wait_for(|health| *health == StoreHealth::Writable).await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// The outcome of a delivery that panicked.
fn broken() -> DeliveryError {
    DeliveryError::Retry { reason: "its adapter failed".to_owned(), after: None }
}
