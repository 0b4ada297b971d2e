//! A simulated platform that detects repeated posts by the delivery's key, and takes a moment for
//! everything. Not here: which program delivers.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use adoube_bot::{ChannelId, DeliveryAttempts, DeliveryError, DeliveryReceipt, OutboxEntry, Transport};

use super::program::Life;

/// What the platform shows.
#[derive(Default)]
pub struct Platform {
    shown: Mutex<BTreeMap<String, Vec<Vec<u8>>>>,
    twice: AtomicUsize,
}

impl Platform {
    /// What it shows in a place, in order.
    pub fn shown(&self, channel: &str) -> Vec<Vec<u8>> {
        self.all().get(channel).cloned().unwrap_or_default()
    }

    pub fn posted(&self) -> usize {
        self.all().values().map(Vec::len).sum()
    }

    /// How often it was brought what it had.
    pub fn twice(&self) -> usize {
        self.twice.load(Ordering::Relaxed)
    }

    fn post(&self, channel: &ChannelId, key: &[u8]) {
        let mut all = self.all();
        let shown = all.entry(channel.0.clone()).or_default();
        if shown.iter().any(|known| known == key) {
            self.twice.fetch_add(1, Ordering::Relaxed);
        } else {
            shown.push(key.to_vec());
        }
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Vec<Vec<u8>>>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One program's courier.
pub struct Runner {
    pub platform: Arc<Platform>,
    pub life: Arc<Life>,
}

impl Transport for Runner {
    type Entry = Infallible;

    async fn deliver(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        _: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        self.life.goes_on().await;
        tokio::time::sleep(Duration::from_millis(3)).await;
        self.life.goes_on().await;
        self.platform.post(&delivery.channel, delivery.key());
        tokio::time::sleep(Duration::from_millis(3)).await;
        self.life.goes_on().await;
        Ok(DeliveryReceipt::default())
    }

    async fn deliver_own(
        self: &Arc<Self>,
        _: &ChannelId,
        own: &Infallible,
        _: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        match *own {}
    }
}
