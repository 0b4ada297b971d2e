//! Appending to a log: reserve its end, write the entry in a batch, publish it to readers.

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
    /// The place of this entry at the end of its log; others wait until it is published or given up.
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
            // What another process wrote there may have been read already.
            self.look(&everybody).await?;
            entry.after = Some(self.head(&everybody).await?.newest());
        }
        // Until it is published nobody can know what the store holds: the next one shall look.
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

/// The end of a log with the entry that shall be there, held by whoever writes it.
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
    /// Takes another entry out of the log; its number stays unused.
    pub(crate) fn remove(&mut self, number: u64) {
        self.writes.push(removal(&self.id, number));
        self.removed.push(number);
    }

    /// Its number.
    pub(crate) fn number(&self) -> u64 {
        self.end.number
    }

    /// Bytes of the entry as it is kept.
    pub(crate) fn bytes(&self) -> u32 {
        let put = self.writes.iter().find_map(|write| match write {
            BatchWrite::Put { value, .. } => Some(value.len()),
            BatchWrite::Delete { .. } => None,
        });
        put.unwrap_or_default() as u32
    }

    /// What has to be written so that all this is so. It conflicts where another process was faster; whoever takes the
    /// next place then finds what that one wrote.
    pub(crate) fn batch(&self) -> Batch {
        let (expect, writes) = (self.expect.clone(), self.writes.clone());
        let batch = Batch { version_checks: expect, writes, ..Batch::new() };
        // Nor is anything said in a channel that goes.
        let batch = batch.expect_absent(TABLE, leaving_key(self.id.channel()));
        batch.expect_absent(TABLE, self.id.entry_key(self.end.number))
    }

    /// Lets readers see what was added: it is durable now.
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
