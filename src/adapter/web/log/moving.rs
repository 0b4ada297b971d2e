//! Logs as they were before each person had one of their own: everything of a channel under one row of numbers. What is
//! in them is moved, in order, and gets new numbers: gaps among the old ones would tell how much was said to others.

use std::collections::HashMap;

use adoube_service::{ChannelId, stored};
use adoube_store::{Batch, Committed, KeyRange, Order};

use super::{Entry, Log, LogError, LogId, StoredEntry, TABLE, What, records};

/// Rows looked at at once.
const ROWS: usize = 256;
/// Bytes after which a batch is full enough; far below what a store takes.
const BATCH_BYTES: usize = 128 * 1024;

impl Log {
    /// Moves what is left of an old log. Each step is durable, so it may be cut short at any time and begun again.
    pub(in crate::adapter::web) async fn move_old(&self, channel: &ChannelId) -> Result<(), LogError> {
        let old = records::key(records::MIXED).text(&channel.0);
        let mut range = KeyRange::prefix(old.clone());
        let mut moving = Moving { log: self, channel, last: HashMap::new(), batch: Batch::new(), bytes: 0 };
        loop {
            let rows = self.store.scan(TABLE, range, Order::Ascending, ROWS).await?;
            let Some((last, _)) = rows.last() else { return moving.commit().await };
            range = KeyRange::prefix(old.clone()).after(last);
            for (key, record) in &rows {
                if let Some(entry) = stored::read_or_tell::<StoredEntry>(key, &record.value) {
                    moving.take(key, entry.into()).await?;
                }
            }
        }
    }
}

struct Moving<'l> {
    log: &'l Log,
    channel: &'l ChannelId,
    /// The numbers given out last.
    last: HashMap<LogId, u64>,
    batch: Batch,
    bytes: usize,
}

impl Moving<'_> {
    async fn take(&mut self, key: &[u8], mut entry: Entry) -> Result<(), LogError> {
        let id = entry.log(self.channel);
        if matches!(id, LogId::Own(..)) {
            entry.after = Some(self.last(&LogId::Everybody(self.channel.clone())).await?);
        }
        if let What::Private { in_place_of, .. } = &mut entry.what {
            // That number is no more, and no page shows what had it.
            *in_place_of = None;
        }
        let number = self.last(&id).await? + 1;
        let form = |reason| LogError::Form { channel: self.channel.clone(), number, reason };
        let value = stored::write(&StoredEntry::new(&entry, 0)).map_err(form)?;
        self.bytes += key.len() + value.len();
        let batch = std::mem::take(&mut self.batch);
        self.batch = batch
            .expect_absent(TABLE, id.entry_key(number))
            .put(TABLE, id.entry_key(number), value)
            .delete(TABLE, key);
        self.last.insert(id, number);
        if self.bytes >= BATCH_BYTES || self.batch.writes.len() >= ROWS {
            self.commit().await
        } else {
            Ok(())
        }
    }

    async fn last(&self, id: &LogId) -> Result<u64, LogError> {
        match self.last.get(id) {
            Some(last) => Ok(*last),
            None => Ok(self.log.head(id).await?.newest()),
        }
    }

    async fn commit(&mut self) -> Result<(), LogError> {
        let batch = std::mem::take(&mut self.batch);
        self.bytes = 0;
        if !batch.writes.is_empty() && self.log.store.commit(batch).await? != Committed::Applied {
            tracing::warn!(channel = %self.channel, "another program moves the same log; what is left is moved later");
        }
        Ok(())
    }
}
