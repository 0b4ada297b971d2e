//! Takes what the service wants everybody to know from the outbox into the channels' logs. Not here: how it reaches
//! browsers, who follow the logs (`socket`).

use std::{sync::Arc, time::Duration};

use adoube_service::{ChannelId, Delivery};
use adoube_store::Committed;
use futures_util::future::join_all;

use super::{
    Chat,
    identity::PLATFORM,
    log::{Entry, LogError, What},
};

/// Notices of a channel taken at once.
const AT_ONCE: usize = 64;
/// Channels delivered to at once.
const CHANNELS_AT_ONCE: usize = 64;
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

    /// One channel's notices go one after the other, those of different channels at the same time: the store makes them
    /// durable together. What fails in one channel keeps no other one waiting.
    async fn deliver_all(&self) -> Result<(), DeliveryError> {
        let mut outcome = Ok(());
        let mut last: Option<ChannelId> = None;
        loop {
            let channels = self.service.waiting(PLATFORM, last.as_ref(), CHANNELS_AT_ONCE).await?;
            let delivered = join_all(channels.iter().map(|channel| self.deliver_in_order(channel))).await;
            outcome = delivered.into_iter().fold(outcome, Result::and);
            match channels.into_iter().next_back() {
                Some(channel) => last = Some(channel),
                None => return outcome,
            }
        }
    }

    async fn deliver_in_order(&self, channel: &ChannelId) -> Result<(), DeliveryError> {
        loop {
            let waiting = self.service.outbox(channel, AT_ONCE).await?;
            if waiting.is_empty() {
                return Ok(());
            }
            for delivery in &waiting {
                self.deliver_one(delivery).await?;
            }
        }
    }

    async fn deliver_one(&self, delivery: &Delivery) -> Result<(), DeliveryError> {
        let what = What::Notice(Box::new(delivery.notice.clone()));
        let entry = Entry::new(self.clock.now_millis(), None, what);
        let _telling = self.log.tell(&delivery.channel).await;
        let place = self.log.place(&delivery.channel, entry).await?;
        if self.service.delivered(delivery, place.writes()).await? == Committed::Applied {
            place.publish();
        }
        Ok(())
    }
}
