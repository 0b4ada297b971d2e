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

/// A lane, held until this is dropped.
pub struct LaneLock {
    pub(super) outbox: Outbox,
    pub(super) lane: ChannelId,
    _turn: OwnedMutexGuard<()>,
}

/// The first notice that waits in a lane that is held.
pub struct NextDelivery {
    /// It.
    pub delivery: OutboxEntry,
    /// Whether more wait behind it.
    pub has_more: bool,
    fence: Option<FencingToken>,
}

/// Whether something may be delivered in a lane.
pub(super) enum DeliveryPermission {
    /// Yes, and what is written of it expects this; nothing where any process may deliver.
    Granted(Option<FencingToken>),
    /// Not by this process, as far as is known until then.
    Later {
        /// When to ask again.
        ask_again: Duration,
    },
}

/// What became of something that was done.
#[derive(Clone, Copy)]
pub(super) enum RemovalOutcome {
    /// It is taken out, now or before.
    Removed,
    /// Another process delivers in the lane now.
    LaneLost,
    /// Something else that was expected has changed.
    Conflict,
}

impl Outbox {
    /// Holds a lane as soon as nobody else does.
    pub async fn hold(&self, lane: &ChannelId) -> LaneLock {
        let turn = self.lock_of(lane).lock_owned().await;
        LaneLock { outbox: self.clone(), lane: lane.clone(), _turn: turn }
    }

    /// Holds a lane if nobody else does.
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
    /// `done` names, or without. Whether that is so; otherwise it waits for the pump, or for that of another process, and
    /// nothing was noted.
    ///
    /// # Errors
    ///
    /// A fault of the store; the notice waits for the pump then.
    pub async fn done(&self, first: &NextDelivery, done: DeliveryReceipt) -> Result<bool, RepositoryError> {
        let settled = self.settle(&first.delivery, first.fence.as_ref(), done).await?;
        Ok(matches!(settled, RemovalOutcome::Removed))
    }

    /// The first thing in the lane is about to be sent; what is known of that from before. It may be there until it is
    /// noted that it is done.
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

    /// Takes a notice out of the outbox.
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

    /// Writes what there is to write about something of the platform's own.
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
