//! Reads the tail of a log, its last number, from the store, and publishes it to other processes
//! that share the store.
//!
//! A row with the tail is written with each entry and expected by the next one, so a number is
//! never given out twice, even after its entry was deleted. A store of one process has no such row.
//! Not here: the polling (`sync/store_poller.rs`).

use std::sync::{Arc, PoisonError};

use adoube_bot::forms::{self, FormError};
use adoube_store::{Batch, KeyRange, ScanOrder};

use crate::{
    log::{
        cache::{LogCache, LogHead, LogTail},
        chat_log::ChatLog,
        entry::LogError,
        log_id::{LogId, RECENT},
        stored::StoredLogTail,
    },
    records::{TABLE, leaving_key},
};

/// A log for which a reader at this process waits.
pub(crate) struct AwaitedLog {
    id: LogId,
    seen: Option<u64>,
}

impl AwaitedLog {
    /// The key of its tail row.
    pub(crate) fn key(&self) -> Vec<u8> {
        self.id.head_key().into()
    }

    /// Whether the tail row has another version than this process has read.
    pub(crate) fn is_news(&self, version: Option<u64>) -> bool {
        self.seen != version
    }

    pub(crate) fn id(&self) -> &LogId {
        &self.id
    }
}

impl ChatLog {
    /// The end of a log for readers.
    pub(crate) async fn head(&self, id: &LogId) -> Result<LogHead, LogError> {
        let log = self.log(id);
        // Locking the end once makes sure that it was read from the store.
        let mut last = Arc::clone(&log.last).lock_owned().await;
        self.end(id, &log, &mut last).await?;
        Ok(LogHead { numbers: log.head.subscribe(), _log: log })
    }

    /// The logs for which readers wait, to be polled for writes of other processes.
    pub(crate) fn awaited(&self) -> Vec<AwaitedLog> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let read = open.iter().filter_map(|(id, log)| Some((id, log.upgrade().filter(|log| log.is_read())?)));
        read.map(|(id, log)| AwaitedLog { id: id.clone(), seen: log.looked_at_version() }).collect()
    }

    /// Reads the end of a log again if other processes share the store, and wakes readers. A writer
    /// at this process that holds the end reads it anyway.
    pub(crate) async fn look(&self, id: &LogId) -> Result<(), LogError> {
        if !self.is_shared {
            return Ok(());
        }
        let log = self.log(id);
        let told = self.told_end(id).await?.version;
        if told.is_some() && told == log.looked_at_version() {
            return Ok(());
        }
        let Ok(mut last) = Arc::clone(&log.last).try_lock_owned() else { return Ok(()) };
        let (newest, seen) = (*log.head.borrow(), log.looked_at_version());
        *last = None;
        let end = self.end(id, &log, &mut last).await?;
        if matches!(id, LogId::Own(..)) && end.number == newest && log.looked_at_version() != seen {
            // No new entry: a step that only this person's pages show.
            log.head.send_replace(newest);
        }
        Ok(())
    }

    /// The end of a log, read from the store if it is not known.
    pub(crate) async fn end(
        &self,
        id: &LogId,
        log: &LogCache,
        last: &mut Option<LogTail>,
    ) -> Result<LogTail, LogError> {
        if let Some(end) = *last {
            return Ok(end);
        }
        let told = self.kept_end(id).await?;
        let found = told.number;
        let known = *log.head.borrow();
        if found > known {
            // Another process has written there, or a commit of this process had an unknown
            // outcome.
            self.remember_others(id, log, known, found).await;
            log.head.send_replace(found);
        }
        let end = LogTail { number: found.max(known), ..told };
        log.note_version(told.version);
        *last = Some(end);
        Ok(end)
    }

    /// The end of a log as the store has it now.
    pub(crate) async fn kept_end(&self, id: &LogId) -> Result<LogTail, LogError> {
        // Read first: a later change of the tail row is then noticed as one.
        let told = self.told_end(id).await?;
        let rows = self.store.scan(TABLE, KeyRange::prefix(id.key()), ScanOrder::Descending, 1).await?;
        let kept = rows.first().and_then(|(key, _)| id.number_in(key)).unwrap_or(0);
        Ok(LogTail { number: kept.max(told.number), ..told })
    }

    /// Caches entries of other processes, since all connected people are about to read them.
    async fn remember_others(&self, id: &LogId, log: &LogCache, known: u64, found: u64) {
        let room = id.room().recent;
        if !self.is_shared || known == 0 || room == 0 || found - known > RECENT as u64 {
            log.recent().clear();
            return;
        }
        let range = KeyRange::prefix(id.key()).after(id.entry_key(known).as_ref());
        match self.read(id, range, ScanOrder::Ascending, RECENT).await {
            // Later entries come with their own numbers.
            Ok(entries) => entries
                .into_iter()
                .filter(|(number, _)| *number <= found)
                .for_each(|(number, entry)| log.remember(number, entry, room)),
            // Without the cache, each reader reads from the store.
            Err(_) => log.recent().clear(),
        }
    }

    async fn told_end(&self, id: &LogId) -> Result<LogTail, LogError> {
        if !self.is_shared {
            return Ok(LogTail::default());
        }
        let Some(record) = self.store.get(TABLE, id.head_key().as_ref()).await? else {
            return Ok(LogTail::default());
        };
        let form = |reason| LogError::Form { channel: id.channel().clone(), number: 0, reason };
        let StoredLogTail { newest } = forms::read(&record.value).map_err(form)?;
        Ok(LogTail { number: newest, version: Some(record.version) })
    }

    /// The write of the tail row with a new last number; it conflicts if another process was first.
    pub(crate) fn telling_end(&self, id: &LogId, end: LogTail, newest: u64) -> Result<Batch, FormError> {
        if !self.is_shared {
            return Ok(Batch::new());
        }
        let value = forms::write(&StoredLogTail { newest })?;
        Ok(Batch::new().expect(TABLE, id.head_key(), end.version).put(TABLE, id.head_key(), value))
    }

    /// The version of the tail row after that write.
    pub(crate) fn version_after(&self, end: LogTail) -> Option<u64> {
        self.is_shared.then(|| end.version.map_or(1, |version| version + 1))
    }

    /// The write of the tail row that tells other processes of a step that only this person's pages
    /// show; empty in a store of one process.
    pub(crate) async fn touching(&self, id: &LogId) -> Result<Batch, LogError> {
        if !self.is_shared {
            return Ok(Batch::new());
        }
        let told = self.told_end(id).await?;
        let form = |reason| LogError::Form { channel: id.channel().clone(), number: told.number, reason };
        let told = self.telling_end(id, told, told.number).map_err(form)?;
        Ok(told.expect_absent(TABLE, leaving_key(id.channel())))
    }
}
