//! Polls the store for writes of other processes: log tails, wake-up rows, presence slots, and the
//! channel list, in one query.
//!
//! Only rows that matter to connected people are polled, and none while nobody is connected or the
//! store has one process.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use adoube_bot::{Clock, Timer};
use adoube_store::{MAX_SCAN_ROWS, Store, StoreError};
use futures_util::{StreamExt, stream};

use crate::{
    channels::directory::ChannelDirectory,
    identity::person_error::PersonError,
    log::{chat_log::ChatLog, tail::AwaitedLog},
    presence::{board::WakeupVersion, places, sync::PresenceSync},
    records::TABLE,
    sync::person_wakeup::{self, PersonWakeups},
};

/// Interval of the polls.
const EVERY: Duration = Duration::from_millis(100);
/// Logs read at once.
const AT_ONCE: usize = 16;

/// Age of the last poll from which a request reads the channel list itself.
const LATE: Duration = Duration::from_secs(1);

/// Polls the store for writes of other processes.
pub(crate) struct StorePoller {
    store: Arc<dyn Store>,
    timer: Arc<dyn Timer>,
    /// When the store was last polled, in milliseconds; 0 for never.
    polled_at: AtomicU64,
    channels: ChannelDirectory,
    log: ChatLog,
    presence_sync: Arc<PresenceSync>,
    wakeups: Arc<PersonWakeups>,
}

impl StorePoller {
    pub(crate) fn new(
        (store, clock): (Arc<dyn Store>, &dyn Clock),
        channels: ChannelDirectory,
        log: ChatLog,
        presence_sync: Arc<PresenceSync>,
        wakeups: Arc<PersonWakeups>,
    ) -> Self {
        let (timer, polled_at) = (clock.timer(), AtomicU64::new(0));
        Self { store, timer, polled_at, channels, log, presence_sync, wakeups }
    }

    fn is_late(&self) -> bool {
        let at = Duration::from_millis(self.polled_at.load(Ordering::Relaxed));
        at.is_zero() || self.timer.now().saturating_sub(at) > LATE
    }

    fn note(&self, began: Duration) {
        self.polled_at.store(began.as_millis() as u64, Ordering::Relaxed);
    }
    /// Polls as long as the future is running.
    pub(crate) async fn poll_store(self: Arc<Self>) {
        if !self.store.is_shared() {
            return;
        }
        let timer = &self.timer;
        let mut trouble = false;
        loop {
            self.presence_sync.presence.somebody().await;
            let began = timer.now();
            let looked = self.look_once().await;
            match &looked {
                Ok(()) => self.note(began),
                Err(error) if !trouble => {
                    tracing::warn!(%error, "what other processes write is shown later");
                }
                Err(_) => {}
            }
            trouble = looked.is_err();
            // At least this pause, and a longer one after a slow answer.
            let pause = timer.now().saturating_sub(began).clamp(EVERY, EVERY * 20);
            timer.until(began + pause).await;
        }
    }

    /// Reads the channel list if the last poll is too old, so that a request is decided by the
    /// present list even if nobody was connected for long.
    pub(crate) async fn poll_now(&self) -> Result<(), PersonError> {
        if self.store.is_shared() && self.is_late() {
            self.channels.refresh().await?;
        }
        Ok(())
    }

    async fn look_once(&self) -> Result<(), StoreError> {
        let (logs, bells) = (self.log.awaited(), self.presence_sync.presence.bells());
        let mut keys: Vec<Vec<u8>> = logs.iter().map(AwaitedLog::key).collect();
        keys.extend(bells.iter().map(|(person, _)| Vec::from(person_wakeup::key(person))));
        let places = places::place_keys();
        let before_places = keys.len();
        keys.extend(places);
        // Read last: a removal is then known before the entries written after it.
        keys.push(ChannelDirectory::changes_key().into());
        let mut versions = Vec::with_capacity(keys.len());
        for some in keys.chunks(MAX_SCAN_ROWS) {
            versions.extend(self.store.versions(TABLE, some.to_vec()).await?);
        }
        let listed = versions.pop().flatten();
        self.channels.saw(listed).await?;
        self.presence_sync.saw_places(versions.split_off(before_places.min(versions.len()))).await?;
        let of_bells = versions.split_off(logs.len().min(versions.len()));
        let news = logs.iter().zip(versions).filter(|(log, version)| log.is_news(*version));
        stream::iter(news)
            .for_each_concurrent(AT_ONCE, async |(log, _)| {
                if let Err(error) = self.log.look(log.id()).await {
                    tracing::warn!(%error, "what another process wrote is shown later");
                }
            })
            .await;
        let rung = bells
            .iter()
            .zip(of_bells)
            .filter(|((_, heard), version)| *heard != Some(WakeupVersion(*version)));
        stream::iter(rung)
            .for_each_concurrent(AT_ONCE, async |((person, heard), _)| {
                if let Err(error) = self.wakeups.handle_wakeup(person, heard.is_none()).await {
                    tracing::warn!(%error, "what concerns somebody is shown later");
                }
            })
            .await;
        Ok(())
    }
}
