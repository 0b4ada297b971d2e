//! Lane lock: while it is held, nothing else in this process delivers in the lane, so that later
//! notices keep their order. Not here: who may hold one and for how long (the relay, and platforms
//! that answer with a notice).

use std::time::Duration;

use adoube_store::{Batch, CommitOutcome, Table};
use tokio::sync::OwnedMutexGuard;

use super::{DeliveryAttempts, DeliveryReceipt, Outbox, settle};
use crate::{
    ChannelId, OutboxEntry, RepositoryError,
    panic_guard::catch_panic,
    records::{FencingToken, LeaseStatus},
};

/// Lock of a lane, held until dropped.
pub struct LaneLock {
    pub(super) outbox: Outbox,
    pub(super) lane: ChannelId,
    _turn: OwnedMutexGuard<()>,
}

/// The first notice of a locked lane.
pub struct NextDelivery {
    /// The entry.
    pub delivery: OutboxEntry,
    /// Whether more entries follow.
    pub has_more: bool,
    fence: Option<FencingToken>,
}

/// Whether this process may deliver in a lane.
pub(super) enum DeliveryPermission {
    /// It may, and its writes expect these versions; none where any process may deliver.
    Granted(Option<FencingToken>),
    /// Another process delivers in the lane, as far as is known.
    Later {
        /// When to ask again.
        ask_again: Duration,
    },
}

/// Outcome of the removal of a delivered entry.
#[derive(Clone, Copy)]
pub(super) enum RemovalOutcome {
    /// It is removed, now or before.
    Removed,
    /// Another process delivers in the lane now.
    LaneLost,
    /// Another expected version has changed.
    Conflict,
}

impl Outbox {
    /// Waits for the lock of a lane.
    pub async fn hold(&self, lane: &ChannelId) -> LaneLock {
        let turn = self.lock_of(lane).lock_owned().await;
        LaneLock { outbox: self.clone(), lane: lane.clone(), _turn: turn }
    }

    /// The lock of a lane, if it is free.
    pub fn try_hold(&self, lane: &ChannelId) -> Option<LaneLock> {
        let turn = self.lock_of(lane).try_lock_owned().ok()?;
        Some(LaneLock { outbox: self.clone(), lane: lane.clone(), _turn: turn })
    }
}

impl LaneLock {
    /// The first notice that waits in the lane, for a holder who delivers it in a way of their own and says so before it is
    /// sent ([`LaneLock::attempt`]); nothing where another process delivers, and while nothing can be noted.
    ///
    /// # Errors
    ///
    /// A fault of the store.
    pub async fn first(&self) -> Result<Option<NextDelivery>, RepositoryError> {
        // Where another process delivers is asked after that: what it posted is there only together with its having the lane.
        let mut waiting = self.outbox.0.context.ledger.outbox(&self.lane, 2).await?.into_iter();
        let DeliveryPermission::Granted(fence) = self.check_permission().await? else { return Ok(None) };
        let first = waiting.next();
        Ok(first.map(|delivery| NextDelivery { delivery, has_more: waiting.next().is_some(), fence }))
    }

    /// Takes it out of the outbox: it was delivered, or never can be. A game that waited for a thread begins in the one that
    /// `done` names, or without. Whether that is so; otherwise it waits for the relay of this process or another one, and
    /// nothing was noted.
    ///
    /// # Errors
    ///
    /// A fault of the store; the notice then waits for the relay.
    pub async fn done(&self, first: &NextDelivery, done: DeliveryReceipt) -> Result<bool, RepositoryError> {
        let settled = self.settle(&first.delivery, first.fence.as_ref(), done).await?;
        Ok(matches!(settled, RemovalOutcome::Removed))
    }

    /// Records an attempt at the first entry before it is sent; returns the attempts before. Until a receipt is written
    /// the entry counts as possibly delivered.
    pub fn attempt(&self) -> DeliveryAttempts {
        self.outbox.lanes().attempt(&self.lane)
    }

    /// Which process delivers in the lane: not this one any more when it leaves, and not now when nothing can be noted.
    pub(super) async fn check_permission(&self) -> Result<DeliveryPermission, RepositoryError> {
        let nowhere = DeliveryPermission::Later { ask_again: self.outbox.now() };
        if self.outbox.is_left() || !self.outbox.can_note() {
            return Ok(nowhere);
        }
        if self.outbox.0.is_for_all {
            return Ok(DeliveryPermission::Granted(None));
        }
        let groups = &self.outbox.0.groups;
        let standing = groups.standing(&self.lane).await?;
        if self.outbox.is_left() {
            // It may have been taken after all of them were given back.
            groups.give_back_of(&self.lane).await?;
            return Ok(nowhere);
        }
        // A lease that was to be renewed may have shown that nothing can be.
        Ok(match standing {
            LeaseStatus::Mine(fence) if self.outbox.can_note() => DeliveryPermission::Granted(Some(fence)),
            LeaseStatus::Elsewhere { ask_again } if self.outbox.can_note() => {
                DeliveryPermission::Later { ask_again }
            }
            LeaseStatus::Mine(_) | LeaseStatus::Elsewhere { .. } => nowhere,
        })
    }

    /// Removes a notice from the outbox.
    pub(super) async fn settle(
        &self,
        delivery: &OutboxEntry,
        fence: Option<&FencingToken>,
        mut done: DeliveryReceipt,
    ) -> Result<RemovalOutcome, RepositoryError> {
        let (thread, then) = (done.thread.take(), done.then.take());
        let committed =
            settle(&self.outbox.0.context, delivery, &written(done, fence), thread.as_ref()).await?;
        match &committed {
            CommitOutcome::Conflict { table: Table::Outbox, key } if *key == delivery.key() => {
                if self.outbox.0.context.ledger.is_still_queued(delivery).await? {
                    return Ok(self.changed());
                }
                // Somebody else did it: the next thing begins anew.
                self.outbox.lanes().clear_failures(&self.lane);
                Ok(RemovalOutcome::Removed)
            }
            committed => self.follow(committed, fence, then).await,
        }
    }

    /// Writes the receipt of an entry of the platform's own.
    pub(super) async fn remove_own(
        &self,
        fence: Option<&FencingToken>,
        mut done: DeliveryReceipt,
    ) -> Result<RemovalOutcome, RepositoryError> {
        let then = done.then.take();
        let committed = self.outbox.0.context.ledger.store().commit(written(done, fence)).await?;
        self.follow(&committed, fence, then).await
    }

    fn changed(&self) -> RemovalOutcome {
        if self.outbox.0.is_for_all {
            // Nothing was delivered but what would have been written.
            tracing::debug!(lane = %self.lane, "somebody else wrote there at the same moment");
        } else {
            tracing::warn!(lane = %self.lane, "what was delivered is not noted: somebody else wrote something about it");
        }
        RemovalOutcome::Conflict
    }

    async fn follow(
        &self,
        committed: &CommitOutcome,
        fence: Option<&FencingToken>,
        then: Option<super::AfterCommit>,
    ) -> Result<RemovalOutcome, RepositoryError> {
        let lost = match committed {
            CommitOutcome::Conflict { table, key } => fence.filter(|fence| fence.is_at(*table, key)),
            CommitOutcome::Applied | CommitOutcome::Duplicate { .. } => None,
        };
        match (committed, lost) {
            (_, Some(fence)) => {
                self.outbox.0.groups.lost(&self.lane, fence);
                tracing::warn!(lane = %self.lane, "what was delivered is not noted: another process has the lane now");
                Ok(RemovalOutcome::LaneLost)
            }
            (CommitOutcome::Conflict { .. }, None) => Ok(self.changed()),
            (CommitOutcome::Applied | CommitOutcome::Duplicate { .. }, None) => {
                self.outbox.lanes().clear_failures(&self.lane);
                if let Some(then) = then
                    && catch_panic(then()).await.is_none()
                {
                    tracing::error!(lane = %self.lane, "what follows something delivered was not done");
                }
                Ok(RemovalOutcome::Removed)
            }
        }
    }
}

fn written(done: DeliveryReceipt, fence: Option<&FencingToken>) -> Batch {
    let DeliveryReceipt { mut expect, writes, thread: _, then: _ } = done;
    expect.extend(fence.map(FencingToken::expect));
    Batch { version_checks: expect, writes, ..Batch::new() }
}
