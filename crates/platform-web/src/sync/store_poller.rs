//! What other processes write into the same store, as far as somebody who is connected here is shown it: looked for again
//! and again, with one question for everything. Not here: what is made of it (`log`, `channels`, `bell`, `attendance`).
//!
//! A store that nobody else writes is not asked, and none is while nobody is connected. Who reads which log is no secret of
//! theirs towards this process; nobody is woken but those whose own log, or that of everybody, has grown.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use adoube_bot::{Clock, Timer};
use adoube_store::{MAX_SCAN_ROWS, StoreError};
use futures_util::{StreamExt, stream};

use crate::{
    WebState,
    channels::directory::ChannelDirectory,
    identity::people::PersonError,
    log::tail::AwaitedLog,
    presence::{board::WakeupVersion, sync_receive},
    records::TABLE,
    sync::person_wakeup,
};

/// How often it is looked.
const EVERY: Duration = Duration::from_millis(100);
/// Logs read at once.
const AT_ONCE: usize = 16;

/// How long ago it may have been looked for what is asked now.
const LATE: Duration = Duration::from_secs(1);

/// When it was last looked.
pub(crate) struct PollState {
    timer: Arc<dyn Timer>,
    /// Milliseconds; 0 for never.
    at: AtomicU64,
}

impl PollState {
    pub(crate) fn new(clock: &dyn Clock) -> Self {
        Self { timer: clock.timer(), at: AtomicU64::new(0) }
    }

    fn is_late(&self) -> bool {
        let at = Duration::from_millis(self.at.load(Ordering::Relaxed));
        at.is_zero() || self.timer.now().saturating_sub(at) > LATE
    }

    fn note(&self, began: Duration) {
        self.at.store(began.as_millis() as u64, Ordering::Relaxed);
    }
}

impl WebState {
    /// Looks for what others wrote, as long as this is polled.
    pub(crate) async fn poll_store(self: Arc<Self>) {
        if !self.store.is_shared() {
            return;
        }
        let timer = &self.looked.timer;
        let mut trouble = false;
        loop {
            self.people.here.somebody().await;
            let began = timer.now();
            let looked = self.look_once().await;
            match &looked {
                Ok(()) => self.looked.note(began),
                Err(error) if !trouble => {
                    tracing::warn!(%error, "what other processes write is shown later");
                }
                Err(_) => {}
            }
            trouble = looked.is_err();
            // Never without a pause, and after a slow answer a longer one.
            let pause = timer.now().saturating_sub(began).clamp(EVERY, EVERY * 20);
            timer.until(began + pause).await;
        }
    }

    /// Makes sure that whoever asks something is let in by what is so now, also when nobody was connected for long.
    pub(crate) async fn poll_now(&self) -> Result<(), PersonError> {
        if self.store.is_shared() && self.looked.is_late() {
            self.channels.refresh().await?;
        }
        Ok(())
    }

    async fn look_once(&self) -> Result<(), StoreError> {
        let (logs, bells) = (self.log.awaited(), self.people.here.bells());
        let mut keys: Vec<Vec<u8>> = logs.iter().map(AwaitedLog::key).collect();
        keys.extend(bells.iter().map(|(person, _)| Vec::from(person_wakeup::key(person))));
        let places = sync_receive::place_keys();
        let before_places = keys.len();
        keys.extend(places);
        // Last, so that whoever was sent away is, before they are told what was said after that.
        keys.push(ChannelDirectory::changes_key().into());
        let mut versions = Vec::with_capacity(keys.len());
        for some in keys.chunks(MAX_SCAN_ROWS) {
            versions.extend(self.store.versions(TABLE, some.to_vec()).await?);
        }
        let listed = versions.pop().flatten();
        self.channels.saw(listed).await?;
        self.saw_places(versions.split_off(before_places.min(versions.len()))).await?;
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
                if let Err(error) = self.handle_wakeup(person, heard.is_none()).await {
                    tracing::warn!(%error, "what concerns somebody is shown later");
                }
            })
            .await;
        Ok(())
    }
}
