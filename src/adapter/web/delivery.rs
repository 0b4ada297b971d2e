//! Takes what the service wants everybody to know from the outbox into the channels' logs. Not here: how it reaches
//! browsers, who follow the logs (`socket`).

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use adoube_service::{ChannelId, Delivery};
use adoube_store::Committed;
use futures_util::future::try_join_all;

use super::{
    Chat,
    identity::PLATFORM,
    log::{Entry, LogError, What},
};

/// Notices taken at once.
const AT_ONCE: usize = 64;
/// How long to wait after a failure, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Why a notice is still in the outbox.
#[derive(Debug, thiserror::Error)]
enum DeliveryError {
    /// The outbox cannot be read.
    #[error("the outbox: {0}")]
    Outbox(#[from] adoube_service::LedgerError),
    /// The log cannot be written.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] adoube_store::StoreError),
}

impl Chat {
    /// Delivers for as long as the program runs. A notice leaves the outbox in the transaction that puts it into the
    /// log, so it is in exactly one of the two at any time.
    pub(super) async fn deliver(self: Arc<Self>) {
        let mut grew = self.service.outbox_grew();
        let mut pause = FIRST_PAUSE;
        loop {
            grew.mark_unchanged();
            match self.deliver_all().await {
                Ok(()) => {
                    pause = FIRST_PAUSE;
                    if grew.changed().await.is_err() {
                        return;
                    }
                }
                Err(error) => {
                    tracing::error!(%error, "notices wait in the outbox");
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    async fn deliver_all(&self) -> Result<(), DeliveryError> {
        loop {
            let waiting = self.service.outbox(PLATFORM, AT_ONCE).await?;
            if waiting.is_empty() {
                return Ok(());
            }
            let mut channels: BTreeMap<&ChannelId, Vec<&Delivery>> = BTreeMap::new();
            for delivery in &waiting {
                channels.entry(&delivery.channel).or_default().push(delivery);
            }
            // One channel's notices go one after the other, those of different channels at the same time: the store
            // makes them durable together.
            try_join_all(channels.into_values().map(|channel| self.deliver_in_order(channel))).await?;
        }
    }

    async fn deliver_in_order(&self, deliveries: Vec<&Delivery>) -> Result<(), DeliveryError> {
        for delivery in deliveries {
            self.deliver_one(delivery).await?;
        }
        Ok(())
    }

    async fn deliver_one(&self, delivery: &Delivery) -> Result<(), DeliveryError> {
        let mut place = self.log.place(&delivery.channel).await?;
        let what = What::Notice(Box::new(delivery.notice.clone()));
        place.add(Entry { at: self.clock.now_millis(), event: None, what })?;
        if self.service.delivered(delivery, place.writes()).await? == Committed::Applied {
            place.publish();
        }
        Ok(())
    }
}
