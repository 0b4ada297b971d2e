//! What other processes write into the same store, as far as somebody who is connected here is shown it: looked for again
//! and again, with one question for everything. Not here: what is made of it (`log`).
//!
//! A store that nobody else writes is not asked, and none is while nobody is connected. Who reads which log is no secret of
//! theirs towards this process; nobody is woken but those whose own log, or that of everybody, has grown.

use std::{sync::Arc, time::Duration};

use adoube_store::{MAX_SCAN_ROWS, StoreError};
use futures_util::{StreamExt, stream};

use super::{Chat, records::TABLE};

/// How often it is looked.
const EVERY: Duration = Duration::from_millis(100);
/// Logs read at once.
const AT_ONCE: usize = 16;

impl Chat {
    /// Looks for what others wrote, as long as this is polled.
    pub(super) async fn look_elsewhere(self: Arc<Self>) {
        if !self.store.is_shared() {
            return;
        }
        let timer = self.clock.timer();
        let mut trouble = false;
        loop {
            self.people.here.somebody().await;
            let began = timer.now();
            let looked = self.look_once().await;
            match &looked {
                Err(error) if !trouble => {
                    tracing::warn!(%error, "what other processes write is shown later");
                }
                _ => {}
            }
            trouble = looked.is_err();
            // Never without a pause, and after a slow answer not at once.
            let pause = timer.now().saturating_sub(began).clamp(EVERY, EVERY * 20);
            timer.until(began + pause).await;
        }
    }

    async fn look_once(&self) -> Result<(), StoreError> {
        let logs = self.log.awaited();
        let keys: Vec<Vec<u8>> = logs.iter().map(|log| log.key()).collect();
        let mut versions = Vec::with_capacity(keys.len());
        for some in keys.chunks(MAX_SCAN_ROWS) {
            versions.extend(self.store.versions(TABLE, some.to_vec()).await?);
        }
        let news = logs.iter().zip(versions).filter(|(log, version)| log.is_news(*version));
        stream::iter(news)
            .for_each_concurrent(AT_ONCE, async |(log, _)| {
                if let Err(error) = self.log.look(log.id()).await {
                    tracing::warn!(%error, "what another process wrote is shown later");
                }
            })
            .await;
        Ok(())
    }
}
