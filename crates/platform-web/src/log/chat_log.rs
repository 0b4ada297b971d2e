//! The chat log: reads entries of a channel.
//!
//! Each channel has one log of what everybody may see, and one log for each person of what only
//! that person may see. Each log has its own numbers, so that the numbers, pages and wake-ups that
//! a person gets do not depend on what was said to another.
//!
//! Numbers begin at 1 and are given out without gaps. A writer reserves the ends of logs
//! (`append.rs`), commits, and publishes; a reader that has a number has seen all entries before
//! it. Every batch expects its number to be free, so two processes never use the same one.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use adoube_bot::{ChannelId, PersonId, forms};
use adoube_store::{KeyRange, ScanOrder, Store};

use crate::{
    log::{
        cache::LogCache,
        entry::{LogEntry, LogError, NumberedEntry},
        log_id::LogId,
        stored::StoredWebEntry,
    },
    records::TABLE,
};

/// The logs of all channels and persons. Cheap to clone.
#[derive(Clone)]
pub(crate) struct ChatLog {
    pub(crate) store: Arc<dyn Store>,
    /// Whether other processes write to the store too.
    pub(crate) is_shared: bool,
    /// Logs that are being read or written.
    pub(crate) open: Arc<Mutex<HashMap<LogId, Weak<LogCache>>>>,
}

impl ChatLog {
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        let is_shared = store.is_shared();
        Self { store, is_shared, open: Arc::default() }
    }

    /// Reads the ends of a person's logs of a channel again where they are not known, after a commit
    /// with an unknown outcome, and wakes readers if there are entries that they have not seen.
    pub(crate) async fn find_entries(&self, channel: &ChannelId, person: &PersonId) -> Result<(), LogError> {
        self.feed(channel, person).await.map(|_| ())
    }

    /// Up to `limit` entries after this number, oldest first.
    pub(crate) async fn after(
        &self,
        id: &LogId,
        number: u64,
        limit: usize,
    ) -> Result<Vec<NumberedEntry>, LogError> {
        if let Some(recent) = self.log(id).recent_after(number, limit) {
            return Ok(recent);
        }
        let range = KeyRange::prefix(id.key()).after(id.entry_key(number).as_ref());
        self.read(id, range, ScanOrder::Ascending, limit).await
    }

    /// Up to `limit` entries before this number, newest first.
    pub(crate) async fn before(
        &self,
        id: &LogId,
        number: u64,
        limit: usize,
    ) -> Result<Vec<NumberedEntry>, LogError> {
        let range = KeyRange::prefix(id.key()).before(id.entry_key(number).as_ref());
        self.read(id, range, ScanOrder::Descending, limit).await
    }

    /// One entry; `None` if there is none with this number.
    pub(crate) async fn entry(&self, id: &LogId, number: u64) -> Result<Option<Arc<LogEntry>>, LogError> {
        let record = self.store.get(TABLE, id.entry_key(number).as_ref()).await?;
        record.map(|record| parse(id.channel(), number, &record.value)).transpose()
    }

    pub(crate) async fn read(
        &self,
        id: &LogId,
        range: KeyRange,
        order: ScanOrder,
        limit: usize,
    ) -> Result<Vec<NumberedEntry>, LogError> {
        let rows = self.store.scan(TABLE, range, order, limit).await?;
        let numbered = rows.into_iter().filter_map(|(key, record)| Some((id.number_in(&key)?, record)));
        Ok(numbered.filter_map(|(number, record)| readable(id.channel(), number, &record.value)).collect())
    }

    pub(crate) fn log(&self, id: &LogId) -> Arc<LogCache> {
        // Inserting into a map is a single step, so a panic elsewhere leaves it consistent.
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(log) = open.get(id).and_then(Weak::upgrade) {
            return log;
        }
        // Before the map grows, it drops logs that are no longer open.
        if open.len() == open.capacity() {
            open.retain(|_, log| log.strong_count() > 0);
        }
        let log = Arc::new(LogCache::new());
        open.insert(id.clone(), Arc::downgrade(&log));
        log
    }
}

/// Skips an entry that cannot be read, so that it does not hide the others.
fn readable(channel: &ChannelId, number: u64, bytes: &[u8]) -> Option<NumberedEntry> {
    match parse(channel, number, bytes) {
        Ok(entry) => Some((number, entry)),
        Err(error) => {
            tracing::warn!(%error, "an entry of a channel's log is passed over");
            None
        }
    }
}

fn parse(channel: &ChannelId, number: u64, bytes: &[u8]) -> Result<Arc<LogEntry>, LogError> {
    let entry = forms::read::<StoredWebEntry>(bytes);
    let unreadable = |reason| LogError::Form { channel: channel.clone(), number, reason };
    entry.map(|entry| Arc::new(LogEntry::from(entry))).map_err(unreadable)
}

#[cfg(test)]
mod tests;
