//! Decides how many entries and bytes of a log are kept, and which entries a new one removes
//! (retention); also tells when a channel's last entry was written, and deletes the logs of a
//! removed channel.
//!
//! Each entry stores the number of bytes ever written up to it, so the difference of two of these
//! numbers is the size of the entries between, and nothing has to be counted.

use adoube_bot::{
    ChannelId,
    forms::{self, FormError},
};
use adoube_store::{Batch, CommitOutcome, KeyRange, ScanOrder, StoreError, VersionCheck};
use serde::Deserialize;

use crate::{
    log::{
        chat_log::ChatLog,
        entry::LogEntry,
        log_id::{LogId, LogRetention},
        stored::StoredWebEntry,
    },
    records::{self, HEAD, LOG, OWN, TABLE, leaving_key},
};

/// Entries removed at most with each new one: more than one, so that a log that is too large
/// shrinks.
const AT_ONCE: usize = 16;
/// Rows deleted in one batch when a whole log is removed.
const WITH_LOG: usize = 256;

/// A serialised entry.
pub(crate) struct StoredLogEntry {
    pub(crate) value: Vec<u8>,
    /// Bytes ever written to the log, including this entry.
    pub(crate) upto: u64,
}

/// The part of a stored entry that tells the bytes written up to it.
#[derive(Default, Deserialize)]
#[serde(default)]
struct BytesUpTo {
    upto: u64,
}

/// When an entry was written, which every stored form tells. An entry that cannot be read counts as
/// just written, so its channel counts as in use.
fn said_at(bytes: &[u8]) -> u64 {
    #[derive(Deserialize)]
    struct Said {
        at: u64,
    }
    serde_json::from_slice(bytes).map_or(u64::MAX, |Said { at }| at)
}

impl StoredLogEntry {
    /// Serialises an entry; `before` are the bytes ever written to the log before it.
    pub(crate) fn new(entry: &LogEntry, before: u64) -> Result<Self, FormError> {
        let mut entry = StoredWebEntry::new(entry, before);
        entry.upto += forms::write(&entry)?.len() as u64;
        Ok(Self { value: forms::write(&entry)?, upto: entry.upto })
    }
}

impl ChatLog {
    /// Bytes ever written to a log, including this entry.
    pub(crate) async fn upto(&self, id: &LogId, number: u64) -> Result<u64, StoreError> {
        let record = self.store.get(TABLE, id.entry_key(number).as_ref()).await?;
        Ok(record.map_or(0, |record| upto(&record.value)))
    }

    /// The numbers of the entries to remove when `newest` is the newest, with `all` bytes ever
    /// written.
    pub(crate) async fn entries_to_drop(
        &self,
        id: &LogId,
        newest: u64,
        all: u64,
    ) -> Result<Vec<u64>, StoreError> {
        let LogRetention { entries, bytes, .. } = id.room();
        let mut surplus: Vec<u64> =
            newest.checked_sub(entries).filter(|oldest| *oldest > 0).into_iter().collect();
        if let Some(beyond) = all.checked_sub(bytes) {
            let range = KeyRange::prefix(id.key());
            let oldest = self.store.scan(TABLE, range, ScanOrder::Ascending, AT_ONCE).await?;
            let beyond = oldest.iter().take_while(|(_, record)| upto(&record.value) <= beyond);
            surplus.extend(beyond.filter_map(|(key, _)| id.number_in(key)));
        }
        Ok(surplus)
    }

    /// When the last entry for everybody in a channel was written, in milliseconds since 1970, and
    /// a version check that fails once there is a newer one.
    pub(crate) async fn last_said(
        &self,
        channel: &ChannelId,
    ) -> Result<(Option<u64>, VersionCheck), StoreError> {
        let id = LogId::Everybody(channel.clone());
        // Read first: an entry written after this has a greater number.
        let told = self.store.get(TABLE, id.head_key().as_ref()).await?;
        let newest = self.store.scan(TABLE, KeyRange::prefix(id.key()), ScanOrder::Descending, 1).await?;
        let at = newest.first().map(|(_, record)| said_at(&record.value));
        let quiet = if self.is_shared {
            let version = told.map(|told| told.version);
            VersionCheck { table: TABLE, key: id.head_key().into(), version }
        } else {
            let number = newest.first().and_then(|(key, _)| id.number_in(key)).unwrap_or(0);
            VersionCheck { table: TABLE, key: id.entry_key(number + 1).into(), version: None }
        };
        Ok((at, quiet))
    }

    /// Deletes all logs of a channel in removal. Stops when a new channel of the same name exists.
    pub(crate) async fn clear(&self, channel: &ChannelId) -> Result<(), StoreError> {
        let leaving = leaving_key(channel);
        let Some(noted) = self.store.get(TABLE, leaving.as_ref()).await? else { return Ok(()) };
        for kind in [LOG, OWN, HEAD] {
            let prefix = records::key(kind).text(&channel.0);
            loop {
                let range = KeyRange::prefix(prefix.clone());
                let rows = self.store.scan(TABLE, range, ScanOrder::Ascending, WITH_LOG).await?;
                if rows.is_empty() {
                    break;
                }
                let batch = rows.into_iter().fold(Batch::new(), |batch, (key, _)| batch.delete(TABLE, key));
                let batch = batch.expect_version(TABLE, leaving.clone(), noted.version);
                if matches!(self.store.commit(batch).await?, CommitOutcome::Conflict { .. }) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

fn upto(value: &[u8]) -> u64 {
    serde_json::from_slice::<BytesUpTo>(value).unwrap_or_default().upto
}
