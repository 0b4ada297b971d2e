//! Logs as they were before each person had one of their own: everything of a channel under one row of numbers. What is
//! in them is moved, in order, and gets new numbers: gaps among the old ones would tell how much was said to others. Once
//! all of it is moved that is noted, and nobody looks again.

use std::collections::HashMap;

use adoube_service::{ChannelId, stored};
use adoube_store::{Batch, CommitOutcome, KeyRange, ScanOrder};

use super::{Entry, Log, LogError, LogId, StoredEntry, TABLE, What, records};
use crate::moving::{self, MovingError};

/// What it is called in the note that it is done.
const NOTE: &str = "web-mixed";
/// Rows looked at at once.
const ROWS: usize = 256;
/// Bytes after which a batch is full enough; far below what a store takes.
const BATCH_BYTES: usize = 128 * 1024;

/// Why old logs are not divided. What is left of them is moved at the next start.
#[derive(Debug, thiserror::Error)]
pub(in crate::adapter::web) enum DividingError {
    /// An entry cannot be moved.
    #[error(transparent)]
    Log(#[from] LogError),
    /// That it is done cannot be read or noted.
    #[error(transparent)]
    Note(#[from] MovingError),
}

impl Log {
    /// Moves what is left of the old logs of these channels, which are all there are, unless that has been done. Each step
    /// is durable, so it may be cut short at any time and begun again.
    pub(in crate::adapter::web) async fn divide_old(
        &self,
        channels: &[ChannelId],
    ) -> Result<(), DividingError> {
        if moving::is_done(&*self.store, NOTE).await? {
            return Ok(());
        }
        for channel in channels {
            // Whenever another program that starts at the same time was faster, there is less left.
            while !self.move_old(channel).await? {
                tracing::debug!(%channel, "another program moves the same log");
            }
        }
        moving::note_done(&*self.store, NOTE).await?;
        Ok(())
    }

    /// Moves one of them; whether nothing is left of it that can be read.
    async fn move_old(&self, channel: &ChannelId) -> Result<bool, LogError> {
        let old = records::key(records::MIXED).text(&channel.0);
        let mut range = KeyRange::prefix(old.clone());
        let mut moving = Moving { log: self, channel, last: HashMap::new(), batch: Batch::new() };
        loop {
            let rows = self.store.scan(TABLE, range, ScanOrder::Ascending, ROWS).await?;
            let Some((last, _)) = rows.last() else { return moving.commit().await };
            range = KeyRange::prefix(old.clone()).after(last);
            for (key, record) in &rows {
                if let Some(entry) = stored::read_or_tell::<StoredEntry>(key, &record.value) {
                    moving.take((key, record.version), entry.into()).await?;
                    if moving.is_full() && !moving.commit().await? {
                        return Ok(false);
                    }
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
}

impl Moving<'_> {
    async fn take(&mut self, (key, version): (&[u8], u64), mut entry: Entry) -> Result<(), LogError> {
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
        let batch = std::mem::take(&mut self.batch);
        self.batch = batch
            .expect_version(TABLE, key, version)
            .expect_absent(TABLE, id.entry_key(number))
            .put(TABLE, id.entry_key(number), value)
            .delete(TABLE, key);
        self.last.insert(id, number);
        Ok(())
    }

    async fn last(&self, id: &LogId) -> Result<u64, LogError> {
        match self.last.get(id) {
            Some(last) => Ok(*last),
            None => Ok(self.log.kept_end(id).await?.number),
        }
    }

    fn is_full(&self) -> bool {
        self.batch.bytes() >= BATCH_BYTES || self.batch.writes.len() >= ROWS
    }

    /// Writes what was taken; whether nobody else was faster.
    async fn commit(&mut self) -> Result<bool, LogError> {
        let batch = std::mem::take(&mut self.batch);
        Ok(batch.writes.is_empty() || self.log.store.commit(batch).await? == CommitOutcome::Applied)
    }
}
