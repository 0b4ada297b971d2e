//! Lane lock: the right to deliver in one lane, the queue of one channel's notices. While it is
//! held, nothing else in this process delivers there, so that later notices keep their order. The
//! holder reads the first notice, attempts its delivery and removes it. Not here: who may hold one
//! and for how long (the relay, and platforms that answer with a notice).

use std::time::Duration;

use adoube_store::{Batch, CommitOutcome, Table};
use tokio::sync::OwnedMutexGuard;

use super::{DeliveryAttempts, DeliveryReceipt, Outbox, settle};
use crate::{
    ChannelId, OutboxEntry, RepositoryError,
    core::{
        delivery_receipt::run_after_commit,
        records::{FencingToken, LeaseStatus},
    },
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

/// Permission of this process to deliver in a lane.
pub(super) enum DeliveryPermission {
    /// Granted; its writes expect this fencing token, or none where any process may deliver.
    Granted(Option<FencingToken>),
    /// Denied: another process delivers in the lane, as far as is known.
    Later {
        /// When to ask again.
        ask_again: Duration,
    },
}

/// Outcome of the removal of a delivered entry.
#[derive(Clone, Copy)]
pub(super) enum RemovalOutcome {
    /// The entry is removed, by this call or before it.
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
    /// The first notice of the lane, for a holder that delivers it itself and calls
    /// [`LaneLock::attempt`] before it is sent. `None` while another process delivers in the lane,
    /// and while the store takes no writes.
    ///
    /// # Errors
    ///
    /// The store fails.
    pub async fn first(&self) -> Result<Option<NextDelivery>, RepositoryError> {
        // Check the permission after reading: a new owner is written together with its first
        // notice.
        let mut waiting = self.outbox.0.context.ledger.outbox(&self.lane, 2).await?.into_iter();
        let DeliveryPermission::Granted(fence) = self.check_permission().await? else { return Ok(None) };
        let first = waiting.next();
        Ok(first.map(|delivery| NextDelivery { delivery, has_more: waiting.next().is_some(), fence }))
    }

    /// Removes a delivered or undeliverable notice from the outbox. A game that waited for a thread
    /// begins in the thread that `done` names, or without one. Returns whether the entry is
    /// removed; if not, it waits for the relay of this process or another one, and no receipt is
    /// written.
    ///
    /// # Errors
    ///
    /// The store fails; the notice then waits for the relay.
    pub async fn done(&self, first: &NextDelivery, done: DeliveryReceipt) -> Result<bool, RepositoryError> {
        let settled = self.settle(&first.delivery, first.fence.as_ref(), done).await?;
        Ok(matches!(settled, RemovalOutcome::Removed))
    }

    /// Records an attempt at the first entry before it is sent; returns the attempts before. Until
    /// a receipt is written the entry counts as possibly delivered.
    pub fn attempt(&self) -> DeliveryAttempts {
        self.outbox.lanes().attempt(&self.lane)
    }

    /// Whether this process may deliver in the lane: no longer after the outbox is left, and not
    /// while the store takes no writes.
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
            // The lease may have been acquired after all leases were released.
            groups.give_back_of(&self.lane).await?;
            return Ok(nowhere);
        }
        // The renewal of the lease may have shown that the store takes no writes.
        Ok(match standing {
            LeaseStatus::Mine(fence) if self.outbox.can_note() => DeliveryPermission::Granted(Some(fence)),
            LeaseStatus::Elsewhere { ask_again } if self.outbox.can_note() => {
                DeliveryPermission::Later { ask_again }
            }
            LeaseStatus::Mine(_) | LeaseStatus::Elsewhere { .. } => nowhere,
        })
    }

    /// Removes a notice from the outbox, with the writes of its receipt.
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
                // Another process removed the entry: the next entry starts without failures.
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
            // In this mode the batch is the delivery, so nothing was delivered.
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
                run_after_commit(then, &self.lane).await;
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
