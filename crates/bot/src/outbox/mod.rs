//! The outbox of each platform: the queue of notices (messages as data) that were decided and are
//! to be delivered, lane by lane, in order, until they are done or given up, by one process at a
//! time. An [`Outbox`] says when; the platform's [`Transport`] says how. Not here: how notices get
//! into the outbox and how they are stored (`core::records`).
//!
//! A lane is a channel, or another place in which a platform keeps order. In a store of one process
//! lanes are leased in groups; a lease is acquired when it is first needed and renewed apart from
//! everything else, so that no move waits for it. In a shared store each lane belongs to the
//! process that decides there. Every write about a delivery expects the fencing token of that
//! ownership, so that after a takeover the former owner's writes conflict.
//!
//! Where a delivery is only a write into the same store there are no leases: the process that
//! removes a notice first has delivered it. Each process begins with the notices it has caused
//! itself, and takes over those that others have left behind. Such a platform can also write its
//! notices in the batch that decides them ([`InlineTransport`]). Notices then enter the outbox only
//! when the lane has waiting entries, or when a thread must be opened first.

mod delivery_tracker;
mod lane_leases;
mod lane_lock;
mod lane_scheduler;
mod relay;
mod relay_handle;
mod removal;
mod transport;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use adoube_store::StoreHealth;
use tokio::sync::{Mutex as Lock, Notify, watch};

use self::{
    delivery_tracker::DeliveryTracker, lane_leases::LaneLeases, lane_scheduler::LaneScheduler,
    removal::settle,
};
pub use self::{
    lane_lock::{LaneLock, NextDelivery},
    lane_scheduler::{DeliveryAttempts, DeliveryPolicy, RetryAfterPolicy},
    relay_handle::RelayHandle,
    transport::{DeliveryError, Transport},
};
pub use crate::core::{
    delivery_receipt::{AfterCommit, DeliveryReceipt},
    inline_delivery::{InlineEventError, InlinePost, InlineTransport, InlineWrites},
};
use crate::{ChannelId, OutboxEntry, RepositoryError, gameplay::Services};

/// Locks of lanes kept before unused ones are dropped.
const LOCKS: usize = 1024;

/// Why a lane waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneBlock {
    /// Failed attempts at its first entry.
    pub attempts: u32,
    /// Time since the first of them.
    pub lasting: Duration,
    /// Result of the last attempt.
    pub reason: String,
}

/// The outbox of one platform in a process. Cheap to clone.
#[derive(Clone)]
pub struct Outbox(Arc<OutboxInner>);

struct OutboxInner {
    context: Arc<Services>,
    platform: String,
    manner: DeliveryPolicy,
    lanes: Mutex<LaneScheduler>,
    /// The holder of a lane's lock delivers there.
    locks: Mutex<HashMap<ChannelId, Arc<Lock<()>>>>,
    groups: LaneLeases,
    /// Whether every process may deliver in every lane.
    is_for_all: bool,
    changed: Notify,
    /// Whether the store takes writes.
    health: watch::Receiver<StoreHealth>,
    /// Running deliveries.
    under_way: DeliveryTracker,
}

impl Outbox {
    pub(crate) fn new(context: Arc<Services>, platform: &str, manner: DeliveryPolicy) -> Self {
        Self::open(context, platform, manner, false)
    }

    /// An outbox in which any process may deliver.
    pub(crate) fn of_any(context: Arc<Services>, platform: &str, manner: DeliveryPolicy) -> Self {
        // Without other writers there is no difference to an outbox with leases.
        let is_for_all = context.ledger.store().is_shared();
        if is_for_all {
            context.wakeups.new_posts.watch_platform(platform);
        }
        Self::open(context, platform, manner, is_for_all)
    }

    fn open(context: Arc<Services>, platform: &str, manner: DeliveryPolicy, is_for_all: bool) -> Self {
        let groups = LaneLeases::new(&context, platform);
        let health = context.ledger.store().health();
        Self(Arc::new(OutboxInner {
            context,
            platform: platform.to_owned(),
            manner,
            lanes: Mutex::new(LaneScheduler::new(manner)),
            locks: Mutex::default(),
            groups,
            is_for_all,
            changed: Notify::new(),
            health,
            under_way: DeliveryTracker::default(),
        }))
    }

    /// From now on what this process posts to the platform is written by this transport in the batch
    /// that decides it, where nothing waits in the lane; until the transport is dropped.
    pub fn deliver_inline(&self, transport: Weak<dyn InlineTransport>) {
        self.0.context.delivery.inline.register(&self.0.platform, transport);
    }

    /// Lanes with waiting notices, ordered by id: the first `limit` after `after`, so that a lane
    /// that accepts none for a while can be passed over.
    ///
    /// # Errors
    ///
    /// The store fails.
    pub async fn waiting(
        &self,
        after: Option<&ChannelId>,
        limit: usize,
    ) -> Result<Vec<ChannelId>, RepositoryError> {
        self.0.context.ledger.waiting(&self.0.platform, after, limit).await
    }

    /// The first waiting notice of a lane, whichever process delivers there.
    ///
    /// # Errors
    ///
    /// The store fails, or a newer program wrote the notice.
    pub async fn first_in(&self, lane: &ChannelId) -> Result<Option<OutboxEntry>, RepositoryError> {
        Ok(self.0.context.ledger.outbox(lane, 1).await?.pop())
    }

    /// The waiting notices of a lane, oldest first and at most `limit`, whichever process delivers
    /// there.
    ///
    /// # Errors
    ///
    /// The store fails, or a newer program wrote the first notice.
    pub async fn waiting_in(
        &self,
        lane: &ChannelId,
        limit: usize,
    ) -> Result<Vec<OutboxEntry>, RepositoryError> {
        self.0.context.ledger.outbox(lane, limit).await
    }

    /// Resolves when a notice was added to the outbox after this call, for callers without a relay.
    pub fn added(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut grew = self.0.context.wakeups.posts.subscribe();
        async move {
            // The sender lives as long as the bot; after it no notice is added.
            if grew.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// A lane may have entries.
    pub fn found(&self, lane: ChannelId) {
        self.lanes().found(lane);
        self.0.changed.notify_one();
    }

    /// Ends the pause of a lane, after a change that may let its entries through.
    pub fn wake(&self, lane: ChannelId) {
        self.lanes().wake(lane);
        self.0.changed.notify_one();
    }

    /// Why a lane waits, if it does.
    pub fn lane_block(&self, lane: &ChannelId) -> Option<LaneBlock> {
        let lanes = self.lanes();
        let failed = lanes.failed(lane)?;
        let lasting = self.now().saturating_sub(failed.since);
        Some(LaneBlock { attempts: failed.attempts, lasting, reason: failed.reason.clone() })
    }

    /// Begins no more deliveries.
    pub fn close(&self) {
        self.0.under_way.close();
        self.0.groups.end(&self.0.context);
        self.0.changed.notify_one();
    }

    /// Resolves when no delivery is running; after [`Outbox::close`] none begins.
    pub async fn wait_until_drained(&self) {
        self.0.under_way.none_left().await;
    }

    /// Leaves the queued entries to other processes and to the next start.
    pub async fn leave(&self) {
        self.0.under_way.leave();
        self.0.groups.end(&self.0.context);
        self.0.changed.notify_one();
        self.0.groups.give_back().await;
    }

    /// Whether the store takes writes. Without them no receipt can be written, and a notice that is
    /// sent would be sent again.
    fn can_note(&self) -> bool {
        *self.0.health.borrow() == StoreHealth::Writable
    }

    fn is_left(&self) -> bool {
        self.0.under_way.is_left()
    }

    fn is_closed(&self) -> bool {
        self.0.under_way.is_closed()
    }

    fn lanes(&self) -> MutexGuard<'_, LaneScheduler> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Duration {
        self.0.groups.timer().now()
    }

    fn lock_of(&self, lane: &ChannelId) -> Arc<Lock<()>> {
        // Inserting into a map is a single step, so a panic elsewhere leaves nothing half done.
        let mut locks = self.0.locks.lock().unwrap_or_else(PoisonError::into_inner);
        if locks.len() >= LOCKS {
            locks.retain(|_, lock| Arc::strong_count(lock) > 1);
        }
        Arc::clone(locks.entry(lane.clone()).or_default())
    }
}
