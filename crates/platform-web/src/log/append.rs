//! Appending to the logs of a channel: reserve their ends, write the entries in a batch, publish
//! them to readers.

use std::{collections::BTreeSet, sync::Arc};

use adoube_bot::ChannelId;
use adoube_store::{Batch, BatchWrite, VersionCheck};
use tokio::sync::OwnedMutexGuard;

use crate::{
    log::{
        cache::{LogCache, LogTail},
        chat_log::ChatLog,
        entry::{LogEntry, LogError, NumberedEntry},
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
        entry: LogEntry,
    ) -> Result<LogAppend, LogError> {
        self.reserve_ends(channel, vec![entry]).await
    }

    /// The same for several entries, which are appended in one batch. An entry of a person's own log
    /// comes after the entries for everybody that are before it here.
    pub(crate) async fn reserve_ends(
        &self,
        channel: &ChannelId,
        entries: Vec<LogEntry>,
    ) -> Result<LogAppend, LogError> {
        let mut place = LogAppend { channel: channel.clone(), ends: Vec::new(), entries: Vec::new() };
        // In one order, so that two writers never wait for each other. The log for everybody is the
        // first of the order and reserved last, since a writer of a person's own log waits for it.
        let logs: BTreeSet<LogId> = entries.iter().map(|entry| entry.log(channel)).collect();
        for id in logs.into_iter().rev() {
            place.ends.push(self.reserve_log(id).await?);
        }
        for entry in entries {
            self.place_entry(&mut place, entry).await?;
        }
        for end in &mut place.ends {
            let told = self.telling_end(&end.id, end.found, end.newest).map_err(end.form_error())?;
            end.expect.extend(told.version_checks);
            end.writes.extend(told.writes);
        }
        Ok(place)
    }

    async fn reserve_log(&self, id: LogId) -> Result<ReservedLog, LogError> {
        let log = self.log(&id);
        let mut last = Arc::clone(&log.last).lock_owned().await;
        let found = self.end(&id, &log, &mut last).await?;
        // Until the entries are published, the end is unknown; the next writer reads it from the
        // store.
        *last = None;
        Ok(ReservedLog {
            version: self.version_after(found),
            bytes: self.upto(&id, found.number).await?,
            newest: found.number,
            id,
            log,
            last,
            found,
            entries: Vec::new(),
            removed: Vec::new(),
            expect: Vec::new(),
            writes: Vec::new(),
        })
    }

    async fn place_entry(&self, place: &mut LogAppend, mut entry: LogEntry) -> Result<(), LogError> {
        let id = entry.log(&place.channel);
        if matches!(id, LogId::Own(..)) {
            entry.after = Some(self.newest_for_everybody(place).await?);
        }
        let Some(end) = place.ends.iter_mut().find(|end| end.id == id) else { return Ok(()) };
        end.newest += 1;
        let number = end.newest;
        let kept = StoredLogEntry::new(&entry, end.bytes).map_err(end.form_error())?;
        end.bytes = kept.upto;
        place.entries.push(AppendedEntry { number, bytes: kept.value.len() as u32 });
        end.entries.push((number, Arc::new(entry)));
        end.writes.push(BatchWrite::Put {
            table: TABLE,
            key: id.entry_key(number).into(),
            value: kept.value,
        });
        let surplus = self.entries_to_drop(&id, number, kept.upto).await?;
        end.writes.extend(surplus.into_iter().map(|number| removal(&id, number)));
        Ok(())
    }

    /// The number of the last entry for everybody before the next one placed here.
    async fn newest_for_everybody(&self, place: &LogAppend) -> Result<u64, LogError> {
        let everybody = LogId::Everybody(place.channel.clone());
        if let Some(end) = place.ends.iter().find(|end| end.id == everybody) {
            return Ok(end.newest);
        }
        // Readers may have seen entries of another process there already.
        self.look(&everybody).await?;
        Ok(self.head(&everybody).await?.newest())
    }
}

/// Entries about to be appended to the logs of a channel, with the locks on the ends of these logs.
pub(crate) struct LogAppend {
    channel: ChannelId,
    ends: Vec<ReservedLog>,
    entries: Vec<AppendedEntry>,
}

/// The number and the stored size of an entry.
struct AppendedEntry {
    number: u64,
    bytes: u32,
}

/// The locked end of a log, with what is appended there.
struct ReservedLog {
    id: LogId,
    log: Arc<LogCache>,
    last: OwnedMutexGuard<Option<LogTail>>,
    /// The end in the store.
    found: LogTail,
    /// The last number after the batch.
    newest: u64,
    /// The version of the tail row after the batch.
    version: Option<u64>,
    /// Bytes ever written to the log after the batch.
    bytes: u64,
    entries: Vec<NumberedEntry>,
    removed: Vec<u64>,
    expect: Vec<VersionCheck>,
    writes: Vec<BatchWrite>,
}

impl ReservedLog {
    /// Tells where a form cannot be written.
    fn form_error(&self) -> impl FnOnce(adoube_bot::forms::FormError) -> LogError + use<> {
        let (channel, number) = (self.id.channel().clone(), self.newest);
        move |reason| LogError::Form { channel, number, reason }
    }

    /// Lets readers find the entries.
    fn remember(&self) {
        for number in &self.removed {
            self.log.forget(*number);
        }
        let room = self.id.room();
        for (number, entry) in &self.entries {
            self.log.remember(*number, Arc::clone(entry), room.recent);
        }
    }

    /// Wakes the readers.
    fn announce(mut self) {
        *self.last = Some(LogTail { number: self.newest, version: self.version });
        self.log.note_version(self.version);
        self.log.head.send_replace(self.newest);
    }
}

impl LogAppend {
    /// Removes another entry of one of these logs; its number stays unused.
    pub(crate) fn remove(&mut self, id: &LogId, number: u64) {
        if let Some(end) = self.ends.iter_mut().find(|end| end.id == *id) {
            end.writes.push(removal(id, number));
            end.removed.push(number);
        }
    }

    /// The number of an entry, by its index among those reserved for; 0 if there is none.
    pub(crate) fn number(&self, index: usize) -> u64 {
        self.entries.get(index).map_or(0, |entry| entry.number)
    }

    /// Size of the first `count` entries as stored.
    pub(crate) fn bytes(&self, count: usize) -> u32 {
        self.entries.iter().take(count).map(|entry| entry.bytes).sum()
    }

    /// The batch that appends the entries. It conflicts if another process has appended one first;
    /// the next reservation then finds that entry.
    pub(crate) fn batch(&self) -> Batch {
        let mut batch = Batch::new();
        if self.entries.is_empty() {
            return batch;
        }
        for end in &self.ends {
            batch.extend(end.expect.iter().cloned(), end.writes.iter().cloned());
            for (number, _) in &end.entries {
                batch = batch.expect_absent(TABLE, end.id.entry_key(*number));
            }
        }
        // A channel in removal takes no entries.
        batch.expect_absent(TABLE, leaving_key(&self.channel))
    }

    /// Shows the entries to readers, after the batch was committed. A reader who wakes up finds all
    /// of them, so they come in the order in which they were placed.
    pub(crate) fn publish(self) {
        self.ends.iter().for_each(ReservedLog::remember);
        self.ends.into_iter().for_each(ReservedLog::announce);
    }
}

pub(crate) fn removal(id: &LogId, number: u64) -> BatchWrite {
    BatchWrite::Delete { table: TABLE, key: id.entry_key(number).into() }
}
