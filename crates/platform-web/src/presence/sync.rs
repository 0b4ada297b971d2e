//! Shares presence between processes: writes for the others which people this process serves in
//! which channel.
//!
//! While a person is connected, a process holds a slot by a lease. The slot's row names the
//! channels that changed; one row for each channel lists the people. A process that is alone writes
//! only its slot row. A process that takes a slot trusts another slot only after its owner writes
//! again, so people of a process that died are not listed. When the lease of a dead process
//! expires, another process clears its slot.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::Arc,
    time::Duration,
};

use adoube_bot::{
    Bot, ChannelId, Clock, LeaseTerm, PlatformLease, RepositoryError,
    forms::{self, FormError},
};
use adoube_store::{Batch, CommitOutcome, KeyRange, ScanOrder, Store, StoreError};
use tokio::{
    sync::{Mutex, watch},
    task::JoinHandle,
    time::timeout,
};

use crate::{
    limits::GRACE,
    presence::{
        board::{PresenceBoard, PresenceList},
        places::{PLACES, RemotePresence, here_key, present_key},
        stored::{StoredPresenceList, StoredPresenceSlot},
    },
    records::{self, PLATFORM, PRESENT, TABLE},
    shutdown::stopped,
};

/// Shortest time between two writes of presence.
const PAUSE: Duration = Duration::from_millis(100);
/// How often the leases are checked: this process's own, and those of other processes.
const CHECK_EVERY: Duration = Duration::from_secs(2);
/// How long no person is connected before the slot is given back.
const LINGER: Duration = Duration::from_secs(10);
/// Pause before a retry after a failure.
const AGAIN: Duration = Duration::from_secs(2);
/// Changes that a slot row names.
const REMEMBERED: usize = 32;
/// Channels written in one batch.
const AT_ONCE: usize = 16;
/// Rows deleted in one batch.
const PAGE: usize = 64;

/// Why this process does not share its presence.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PresenceSyncError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A lease cannot be acquired.
    #[error(transparent)]
    Lease(#[from] RepositoryError),
    /// A record cannot be written.
    #[error(transparent)]
    Form(#[from] FormError),
    /// Another process took this one for dead and cleared its slot.
    #[error("another process has cleared the place of this one")]
    Lost,
    /// All slots are taken.
    #[error("{PLACES} processes tell who is here already")]
    Full,
}

/// Shares presence with other processes.
pub(crate) struct PresenceSync {
    pub(crate) store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    pub(crate) presence: PresenceBoard,
    /// By slot number.
    pub(crate) leases: Vec<PlatformLease>,
    /// Locked while rows of other processes are read, so that no older state replaces a newer one.
    pub(crate) known: Mutex<RemotePresence>,
    /// Changes when another process is seen for the first time.
    pub(crate) met: watch::Sender<()>,
}

/// The slot of this process, and the presence it has written.
struct PresenceSlot {
    place: u64,
    id: String,
    term: LeaseTerm,
    newest: u64,
    changed: VecDeque<ChannelId>,
    told: HashMap<ChannelId, PresenceList>,
}

impl PresenceSync {
    pub(crate) fn new(
        service: &Bot,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        presence: PresenceBoard,
    ) -> Self {
        let leases = (0..PLACES).map(|place| service.lease(format!("{PLATFORM}/process-{place}"))).collect();
        Self { store, clock, presence, leases, known: Mutex::default(), met: watch::Sender::default() }
    }

    pub(crate) fn lease(&self, place: u64) -> Option<&PlatformLease> {
        self.leases.get(usize::try_from(place).ok()?)
    }
}

/// Waits until the slot is cleared, but not longer than the grace period: other processes clear an
/// expired slot themselves.
pub(crate) async fn ended(mut attending: JoinHandle<()>) {
    if timeout(GRACE, &mut attending).await.is_err() {
        tracing::warn!("other processes list those who were here for a while yet");
        attending.abort();
    }
}

impl PresenceSlot {
    fn stored(&self) -> StoredPresenceSlot {
        let changed = self.changed.iter().cloned().collect();
        StoredPresenceSlot { session: Some(self.id.clone()), newest: self.newest, changed }
    }

    /// Adds the list of people in a channel to a batch.
    fn tell(&mut self, batch: Batch, channel: ChannelId, listed: PresenceList) -> Result<Batch, FormError> {
        let key = present_key(self.place, &channel);
        self.newest += 1;
        self.changed.push_back(channel.clone());
        if self.changed.len() > REMEMBERED {
            self.changed.pop_front();
        }
        if listed.people.is_empty() {
            self.told.remove(&channel);
            return Ok(batch.delete(TABLE, key));
        }
        let value = forms::write(&StoredPresenceList::from(&listed))?;
        self.told.insert(channel, listed);
        Ok(batch.put(TABLE, key, value))
    }
}

impl PresenceSync {
    /// Shares presence until `over`, then clears the slot.
    pub(crate) async fn run_presence_sync(self: Arc<Self>, mut over: watch::Receiver<bool>) {
        let Some(mut moving) = self.presence.subscribe_changes() else { return };
        let timer = self.clock.timer();
        let mut trouble = false;
        while !*over.borrow() {
            tokio::select! {
                () = stopped(&mut over) => return,
                () = self.presence.somebody() => {}
            }
            let attended = self.attend_once(&mut moving, &mut over).await;
            if let Err(error) = &attended {
                if !trouble {
                    tracing::warn!(%error, "other processes do not hear who is here; it is tried again");
                }
                tokio::select! {
                    () = stopped(&mut over) => return,
                    () = timer.until(timer.now() + AGAIN) => {}
                }
            }
            trouble = attended.is_err();
        }
    }

    /// Shares presence from the first connected person until none has been connected for a while.
    async fn attend_once(
        &self,
        moving: &mut watch::Receiver<()>,
        over: &mut watch::Receiver<bool>,
    ) -> Result<(), PresenceSyncError> {
        let mut session = self.take_place().await?;
        let lease = self.lease(session.place).ok_or(PresenceSyncError::Full)?;
        let told = tokio::select! {
            told = self.tell_who_is_here(&mut session, moving) => told,
            () = stopped(over) => Ok(()),
            () = lease.keep() => Ok(()),
        };
        self.forget_others().await;
        told?;
        self.clear(session.place, &session.term).await?;
        Ok(lease.give_back().await?)
    }

    async fn take_place(&self) -> Result<PresenceSlot, PresenceSyncError> {
        for (place, lease) in (0..).zip(&self.leases) {
            let Some(term) = lease.hold().await? else { continue };
            // Rows that the former holder may have left.
            self.clear(place, &term).await?;
            let id = format!("{:016x}", rand::random::<u64>());
            let (newest, changed, told) = (0, VecDeque::new(), HashMap::new());
            let session = PresenceSlot { place, id, term, newest, changed, told };
            let mut known = self.known.lock().await;
            // Read before the own row is written: a process that writes after this is alive.
            *known = self.those_before(place).await?;
            self.announce(place, &session.term, &session.stored(), Batch::new()).await?;
            known.begin(place);
            return Ok(session);
        }
        Err(PresenceSyncError::Full)
    }

    async fn tell_who_is_here(
        &self,
        session: &mut PresenceSlot,
        moving: &mut watch::Receiver<()>,
    ) -> Result<(), PresenceSyncError> {
        let (timer, mut met) = (self.clock.timer(), self.met.subscribe());
        let (mut is_untold, mut left, mut check_at) = (true, None, timer.now() + CHECK_EVERY);
        loop {
            is_untold = self.tell_moved(session, is_untold).await?;
            let told = timer.now();
            tokio::select! {
                // `self` holds the senders, so waiting cannot fail.
                _ = moving.changed() => timer.until(told + PAUSE).await,
                _ = met.changed() => is_untold = true,
                () = timer.until(check_at) => {
                    let now = timer.now();
                    check_at = now + CHECK_EVERY;
                    self.check_places(session).await?;
                    left = left.filter(|_| !self.presence.has_somebody());
                    if self.presence.has_somebody() {
                        continue;
                    }
                    if now.saturating_sub(*left.get_or_insert(now)) >= LINGER {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Writes the channels whose people changed, or all channels if nothing was written since
    /// another process was seen. Returns whether all are still to be written: a process that is
    /// alone writes none.
    async fn tell_moved(
        &self,
        session: &mut PresenceSlot,
        is_untold: bool,
    ) -> Result<bool, PresenceSyncError> {
        let here = &self.presence;
        let mut moved = here.take_moved();
        if self.known.lock().await.is_alone() {
            return Ok(true);
        }
        if is_untold {
            moved.extend(here.followed().into_iter().chain(session.told.keys().cloned()));
        }
        let is_other = |channel: ChannelId| {
            let listed = here.own(&channel);
            let is_known =
                session.told.get(&channel).map_or(listed.people.is_empty(), |told| *told == listed);
            (!is_known).then_some((channel, listed))
        };
        let others: Vec<_> =
            moved.into_iter().collect::<HashSet<_>>().into_iter().filter_map(is_other).collect();
        if others.is_empty() && is_untold {
            self.announce(session.place, &session.term, &session.stored(), Batch::new()).await?;
        }
        for some in others.chunks(AT_ONCE) {
            let mut batch = Batch::new();
            for (channel, listed) in some {
                batch = session.tell(batch, channel.clone(), listed.clone())?;
            }
            self.announce(session.place, &session.term, &session.stored(), batch).await?;
        }
        Ok(false)
    }

    /// Checks that this process still holds its slot, and clears the slots of dead processes.
    async fn check_places(&self, session: &PresenceSlot) -> Result<(), PresenceSyncError> {
        let own = self.lease(session.place).ok_or(PresenceSyncError::Full)?;
        if own.hold().await?.as_ref() != Some(&session.term) {
            return Err(PresenceSyncError::Lost);
        }
        for place in self.known.lock().await.places() {
            let Some(lease) = self.lease(place) else { continue };
            if let Some(term) = lease.hold().await? {
                tracing::info!(
                    place,
                    "a process that served the web chat is gone, and so is whoever it served"
                );
                self.clear(place, &term).await?;
                lease.give_back().await?;
            }
        }
        Ok(())
    }

    /// Clears a slot: first its row, so that other processes notice, then the lists of people.
    async fn clear(&self, place: u64, term: &LeaseTerm) -> Result<(), PresenceSyncError> {
        let nobody = StoredPresenceSlot { session: None, newest: 0, changed: Vec::new() };
        self.announce(place, term, &nobody, Batch::new()).await?;
        loop {
            let range = KeyRange::prefix(records::key(PRESENT).number(place));
            let rows = self.store.scan(TABLE, range, ScanOrder::Ascending, PAGE).await?;
            if rows.is_empty() {
                return Ok(());
            }
            let batch = rows.into_iter().fold(Batch::new(), |batch, (key, _)| batch.delete(TABLE, key));
            self.announce(place, term, &nobody, batch).await?;
        }
    }

    /// Writes a slot row together with `batch`, as long as this process holds the slot's lease.
    async fn announce(
        &self,
        place: u64,
        term: &LeaseTerm,
        session: &StoredPresenceSlot,
        mut batch: Batch,
    ) -> Result<(), PresenceSyncError> {
        batch.version_checks.push(term.expect());
        let batch = batch.put(TABLE, here_key(place), forms::write(session)?);
        match self.store.commit(batch).await? {
            CommitOutcome::Applied | CommitOutcome::Duplicate { .. } => Ok(()),
            CommitOutcome::Conflict { .. } => {
                if let Some(lease) = self.lease(place) {
                    lease.lost(term);
                }
                Err(PresenceSyncError::Lost)
            }
        }
    }
}
