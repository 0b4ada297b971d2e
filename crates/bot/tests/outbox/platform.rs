//! A simulated platform that detects repeated posts by the delivery's key, and the transport of one
//! program to it, which is slow, is refused, gets no answer, and panics. Not here: the queued
//! messages.

use std::{
    collections::{BTreeMap, BTreeSet},
    panic::resume_unwind,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::{
    ChannelId, DeliveryAttempts, DeliveryError, DeliveryReceipt, OutboxEntry, RepositoryError, Transport,
};
use adoube_store::{BatchWrite, Key, KeyRange, KeyReader, MemoryStore, ScanOrder, Store, Table};

use super::{
    COUNTED,
    machine::{Dice, Life},
    time::Time,
};
use crate::support::coverage_counts::Tally;

/// Before the keys of what waits for the platform besides notices.
pub const OWN: &str = "own";

/// What the platform shows, and how it is to those who bring something.
pub struct Platform {
    pub time: Time,
    pub dice: Arc<Dice>,
    pub store: Arc<MemoryStore>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    is_well: bool,
    /// Everything posted, by its place, in the order in which it came first.
    shown: BTreeMap<ChannelId, Vec<Vec<u8>>>,
    known: BTreeSet<Vec<u8>>,
    given_up: BTreeSet<Vec<u8>>,
    /// What followed a delivery.
    followed: BTreeSet<Vec<u8>>,
    followed_twice: usize,
    /// Who brings something for a lane at this moment.
    brought: BTreeMap<ChannelId, Vec<Arc<Life>>>,
    tally: Tally,
}

/// Somebody brings something, until this is dropped.
struct Bringing<'a> {
    platform: &'a Platform,
    lane: ChannelId,
    life: Arc<Life>,
}

impl Drop for Bringing<'_> {
    fn drop(&mut self) {
        let mut state = self.platform.state();
        let Some(brought) = state.brought.get_mut(&self.lane) else { return };
        brought.retain(|other| !Arc::ptr_eq(other, &self.life));
    }
}

impl Platform {
    pub fn new(time: &Time, dice: &Arc<Dice>, store: &Arc<MemoryStore>) -> Arc<Self> {
        let (time, dice, store) = (time.clone(), Arc::clone(dice), Arc::clone(store));
        let state = State { tally: Tally::of(&COUNTED), ..State::default() };
        Arc::new(Self { time, dice, store, state: Mutex::new(state) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on it takes whatever it is brought.
    pub fn get_well(&self) {
        self.state().is_well = true;
    }

    /// What it shows in a place, in order.
    pub fn shown(&self, place: &ChannelId) -> Vec<Vec<u8>> {
        self.state().shown.get(place).cloned().unwrap_or_default()
    }

    /// What it will never show.
    pub fn given_up(&self) -> BTreeSet<Vec<u8>> {
        self.state().given_up.clone()
    }

    /// What happened; nothing was followed by something twice.
    pub fn tally(&self) -> Tally {
        assert_eq!(self.state().followed_twice, 0, "done twice");
        self.state().tally.clone()
    }

    fn is_well(&self) -> bool {
        self.state().is_well
    }

    fn bring(&self, lane: &ChannelId, life: &Arc<Life>) -> Bringing<'_> {
        let mut state = self.state();
        let brought = state.brought.entry(lane.clone()).or_default();
        let beside = brought.iter().any(|other| !other.is_over());
        brought.push(Arc::clone(life));
        state.tally.note("side by side", usize::from(beside));
        Bringing { platform: self, lane: lane.clone(), life: Arc::clone(life) }
    }

    /// What is done once for each thing.
    fn follow(&self, key: Vec<u8>) {
        let mut state = self.state();
        state.tally.note("followed", 1);
        state.followed_twice += usize::from(!state.followed.insert(key));
    }

    fn post(&self, place: &ChannelId, key: &[u8]) {
        let mut state = self.state();
        if state.known.insert(key.to_vec()) {
            state.shown.entry(place.clone()).or_default().push(key.to_vec());
            state.tally.note("posted", 1);
        } else {
            state.tally.note("told apart", 1);
        }
    }

    /// Takes something, sooner or later, and answers, or not.
    async fn take(
        &self,
        (lane, place): (&ChannelId, &ChannelId),
        key: &[u8],
        life: &Arc<Life>,
    ) -> Result<(), DeliveryError> {
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        life.goes_on().await;
        let _bringing = self.bring(lane, life);
        let well = self.is_well();
        let roll = if well { 99 } else { self.dice.below(60) };
        let later = |reason: &str, after| Err(DeliveryError::Retry { reason: reason.to_owned(), after });
        match roll {
            0..5 => self.time.sleep(seconds(self.dice.below(150))).await,
            5..8 => return later("not now", None),
            8..10 => return later("too often", Some(seconds(self.dice.below(30)))),
            10 => {
                self.state().tally.note("panicked", 1);
                // Like a panic, but nobody prints it.
                resume_unwind(Box::new("the courier stumbles"));
            }
            11 => {
                let never = !self.state().known.contains(key);
                if never {
                    self.state().given_up.insert(key.to_vec());
                    return Err(DeliveryError::Permanent {
                        reason: "no".to_owned(),
                        done: DeliveryReceipt::default(),
                    });
                }
            }
            _ => {}
        }
        // What is on its way arrives although its sender sleeps, but not when they were killed before.
        if life.is_over() {
            std::future::pending::<()>().await;
        }
        self.post(place, key);
        if roll == 12 {
            return later("no answer came", None);
        }
        life.goes_on().await;
        Ok(())
    }
}

/// One program's courier.
pub struct Runner {
    pub platform: Arc<Platform>,
    pub life: Arc<Life>,
    pub has_own: bool,
}

impl Transport for Runner {
    type Entry = Vec<u8>;

    fn has_own(&self) -> bool {
        self.has_own
    }

    async fn deliver(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        _tried: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let lane = &delivery.channel;
        self.platform.take((lane, lane), delivery.key(), &self.life).await?;
        Ok(self.followed(DeliveryReceipt::default(), delivery.key()))
    }

    async fn own_lanes(&self) -> Result<Vec<ChannelId>, RepositoryError> {
        let all = KeyRange::prefix(Key::new().text(OWN));
        let rows = self.platform.store.scan(Table::Meta, all, ScanOrder::Ascending, 1000).await?;
        let lane = |key: &[u8]| {
            let mut reader = KeyReader::new(key);
            reader.text().and_then(|_| reader.text()).map(ChannelId)
        };
        Ok(rows.iter().filter_map(|(key, _)| lane(key)).collect())
    }

    async fn own(&self, lane: &ChannelId, limit: usize) -> Result<Vec<Self::Entry>, RepositoryError> {
        self.life.goes_on().await;
        let range = KeyRange::prefix(Key::new().text(OWN).text(&lane.0));
        let rows = self.platform.store.scan(Table::Meta, range, ScanOrder::Ascending, limit).await?;
        Ok(rows.into_iter().map(|(key, _)| key).collect())
    }

    async fn deliver_own(
        self: &Arc<Self>,
        lane: &ChannelId,
        key: &Self::Entry,
        _tried: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        // Only the lease keeps it from being taken out twice.
        let gone =
            DeliveryReceipt::writing(vec![BatchWrite::Delete { table: Table::Meta, key: key.clone() }]);
        let place = ChannelId(format!("{OWN} {lane}"));
        match self.platform.take((lane, &place), key, &self.life).await {
            Ok(()) => Ok(self.followed(gone, key)),
            Err(DeliveryError::Permanent { reason, .. }) => {
                Err(DeliveryError::Permanent { reason, done: gone })
            }
            Err(undone) => Err(undone),
        }
    }
}

impl Runner {
    fn followed(&self, done: DeliveryReceipt, key: &[u8]) -> DeliveryReceipt {
        let (platform, key) = (Arc::clone(&self.platform), key.to_vec());
        done.then(async move || platform.follow(key))
    }
}
