//! Appends an entry to a chat log: reserves the log's end, writes the entry in a batch, and
//! publishes it to readers.

use std::sync::Arc;

use adoube_bot::ChannelId;
use adoube_store::{Batch, BatchWrite, VersionCheck};
use tokio::sync::OwnedMutexGuard;

use crate::{
    log::{
        cache::{LogCache, LogTail},
        chat_log::ChatLog,
        entry::{LogEntry, LogError},
        log_id::LogId,
        retention::StoredLogEntry,
    },
    records::{TABLE, leaving_key},
};

impl ChatLog {
    /// Reserves the next number of the entry's log. Other writers in this process wait until the
    /// entry is published or dropped.
    pub(crate) async fn reserve_end(
        &self,
        channel: &ChannelId,
        mut entry: LogEntry,
    ) -> Result<LogAppend, LogError> {
        let id = entry.log(channel);
        let log = self.log(&id);
        let mut last = Arc::clone(&log.last).lock_owned().await;
        let end = self.end(&id, &log, &mut last).await?;
        let number = end.number + 1;
        if matches!(id, LogId::Own(..)) {
            let everybody = LogId::Everybody(channel.clone());
            // Readers may have seen entries of another process there already.
            self.look(&everybody).await?;
            entry.after = Some(self.head(&everybody).await?.newest());
        }
        // Until the entry is published, the end is unknown; the next writer reads it from the
        // store.
        *last = None;
        let mut place = LogAppend {
            log,
            last,
            end: LogTail { number, version: self.version_after(end) },
            entry: Arc::new(entry),
            removed: Vec::new(),
            expect: Vec::new(),
            writes: Vec::new(),
            id,
        };
        let upto = self.upto(&place.id, number - 1).await?;
        let kept = StoredLogEntry::new(&place.entry, upto).map_err(|reason| LogError::Form {
            channel: channel.clone(),
            number,
            reason,
        })?;
        let surplus = self.entries_to_drop(&place.id, number, kept.upto).await?;
        let key = place.id.entry_key(number).into();
        place.writes.push(BatchWrite::Put { table: TABLE, key, value: kept.value });
        place.writes.extend(surplus.into_iter().map(|number| removal(&place.id, number)));
        let told = self.telling_end(&place.id, end, number).map_err(|reason| LogError::Form {
            channel: channel.clone(),
            number,
            reason,
        })?;
        place.expect.extend(told.version_checks);
        place.writes.extend(told.writes);
        Ok(place)
    }
}

/// An entry about to be appended, with the lock on the end of its log.
pub(crate) struct LogAppend {
    id: LogId,
    log: Arc<LogCache>,
    last: OwnedMutexGuard<Option<LogTail>>,
    end: LogTail,
    entry: Arc<LogEntry>,
    removed: Vec<u64>,
    expect: Vec<VersionCheck>,
    writes: Vec<BatchWrite>,
}

impl LogAppend {
    /// Removes another entry of the same log; its number stays unused.
    pub(crate) fn remove(&mut self, number: u64) {
        self.writes.push(removal(&self.id, number));
        self.removed.push(number);
    }

    /// The entry's number.
    pub(crate) fn number(&self) -> u64 {
        self.end.number
    }

    /// Size of the stored entry.
    pub(crate) fn bytes(&self) -> u32 {
        let put = self.writes.iter().find_map(|write| match write {
            BatchWrite::Put { value, .. } => Some(value.len()),
            BatchWrite::Delete { .. } => None,
        });
        put.unwrap_or_default() as u32
    }

    /// The batch that appends the entry. It conflicts if another process has appended one first;
    /// the next reservation then finds that entry.
    pub(crate) fn batch(&self) -> Batch {
        let (expect, writes) = (self.expect.clone(), self.writes.clone());
        let batch = Batch { version_checks: expect, writes, ..Batch::new() };
        // A channel in removal takes no entries.
        let batch = batch.expect_absent(TABLE, leaving_key(self.id.channel()));
        batch.expect_absent(TABLE, self.id.entry_key(self.end.number))
    }

    /// Shows the entry to readers, after the batch was committed.
    pub(crate) fn publish(mut self) {
        for number in std::mem::take(&mut self.removed) {
            self.log.forget(number);
        }
        let room = self.id.room();
        self.log.remember(self.end.number, Arc::clone(&self.entry), room.recent);
        *self.last = Some(self.end);
        self.log.note_version(self.end.version);
        self.log.head.send_replace(self.end.number);
    }
}

pub(crate) fn removal(id: &LogId, number: u64) -> BatchWrite {
    BatchWrite::Delete { table: TABLE, key: id.entry_key(number).into() }
}
