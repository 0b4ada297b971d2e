//! Presence shared between processes: tells the others which people this process serves in which
//! channel.
//!
//! While somebody is connected, a process holds a place by a lease. The row of its place names the
//! channels that changed; one row for each channel lists the people. A process that is alone writes
//! only that it is there. A process that takes a place trusts no row until its owner writes again,
//! so people of a process that died are not listed. Places of dead processes are cleared by the
//! others when their leases expire.

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

/// The shortest time from one telling to the next.
const PAUSE: Duration = Duration::from_millis(100);
/// How often it is looked whether the others are still there, and whether the own place is still this process's.
const CHECK_EVERY: Duration = Duration::from_secs(2);
/// How long nobody is connected before the place is left.
const LINGER: Duration = Duration::from_secs(10);
/// When it is tried again after a failure.
const AGAIN: Duration = Duration::from_secs(2);
/// Changes that a place's row remembers.
const REMEMBERED: usize = 32;
/// Channels told at once.
const AT_ONCE: usize = 16;
/// Rows cleared at once.
const PAGE: usize = 64;

/// Why others do not hear who is here.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PresenceSyncError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A lease cannot be had.
    #[error(transparent)]
    Lease(#[from] RepositoryError),
    /// A record cannot be written.
    #[error(transparent)]
    Form(#[from] FormError),
    /// Others took it for dead.
    #[error("another process has cleared the place of this one")]
    Lost,
    /// There are too many processes.
    #[error("{PLACES} processes tell who is here already")]
    Full,
}

/// What this process knows of others, and they of it.
pub(crate) struct PresenceSync {
    pub(crate) store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    pub(crate) presence: PresenceBoard,
    /// By place.
    pub(crate) leases: Vec<PlatformLease>,
    /// Held while it is asked what others told, so that nothing older replaces something newer.
    pub(crate) known: Mutex<RemotePresence>,
    /// Told when another process is met.
    pub(crate) met: watch::Sender<()>,
}

/// The place of this process, and what it has told there.
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

/// Waits until others have heard that nobody is here any more; not for long, as they find out by themselves.
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

    /// Adds to a batch that there are these people in a channel now.
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
    /// Tells other processes who is here, until `over`; then nobody is.
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

    /// The same from when somebody comes until nobody has been here for a while.
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
            // What whoever had it last may have left there.
            self.clear(place, &term).await?;
            let id = format!("{:016x}", rand::random::<u64>());
            let (newest, changed, told) = (0, VecDeque::new(), HashMap::new());
            let session = PresenceSlot { place, id, term, newest, changed, told };
            let mut known = self.known.lock().await;
            // First: whoever writes after that was alive when they met this process.
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
                // The senders are here, so they are not gone.
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

    /// Tells where there are other people; everything if nothing was told since somebody was met. Whether that is still to
    /// be done: whoever is alone tells nothing.
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

    /// Whether the place is still this process's; clears those of others that died.
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

    /// Nobody is at a place: first others hear so, then what was told there goes.
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

    /// Writes the row of a place, and something else with it, as long as the place is this process's.
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
