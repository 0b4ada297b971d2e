//! Cache of an open log in memory: its known end, its newest entries, and the wake-up of readers
//! that wait for more. Not here: reading the end from the store (`tail.rs`).

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use tokio::sync::watch;

use crate::log::entry::{LogEntry, NumberedEntry};

pub(crate) struct LogCache {
    /// The last known end; `None` if it has to be read from the store.
    pub(crate) last: Arc<tokio::sync::Mutex<Option<LogTail>>>,
    pub(crate) head: watch::Sender<u64>,
    recent: Mutex<VecDeque<NumberedEntry>>,
    /// The last read version of the log's tail row; 0 for none.
    seen: AtomicU64,
}

/// The newest number of a log, 0 for none. Holding it keeps the log open.
pub(crate) struct LogHead {
    pub(crate) numbers: watch::Receiver<u64>,
    pub(crate) _log: Arc<LogCache>,
}

impl LogHead {
    /// The newest number; from now on only a newer one counts as a change.
    pub(crate) fn newest(&mut self) -> u64 {
        *self.numbers.borrow_and_update()
    }

    /// Whether there is a newer number.
    pub(crate) fn has_changed(&self) -> bool {
        self.numbers.has_changed().is_ok_and(|changed| changed)
    }

    /// Resolves when there is a newer number.
    pub(crate) async fn changed(&mut self) {
        // The log holds the sender, so waiting cannot fail.
        let _ = self.numbers.changed().await;
    }
}

impl LogCache {
    pub(crate) fn new() -> Self {
        Self {
            last: Arc::default(),
            head: watch::Sender::new(0),
            recent: Mutex::default(),
            seen: AtomicU64::default(),
        }
    }

    /// The last read version of the log's tail row.
    pub(crate) fn looked_at_version(&self) -> Option<u64> {
        Some(self.seen.load(Ordering::Relaxed)).filter(|version| *version > 0)
    }

    pub(crate) fn note_version(&self, version: Option<u64>) {
        self.seen.store(version.unwrap_or_default(), Ordering::Relaxed);
    }

    /// Whether a reader waits for new entries.
    pub(crate) fn is_read(&self) -> bool {
        self.head.receiver_count() > 0
    }

    pub(crate) fn recent(&self) -> MutexGuard<'_, VecDeque<NumberedEntry>> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Up to `limit` entries after this number; `None` if memory does not have all of them.
    pub(crate) fn recent_after(&self, number: u64, limit: usize) -> Option<Vec<NumberedEntry>> {
        let recent = self.recent();
        let (first, _) = recent.front()?;
        (*first <= number + 1)
            .then(|| recent.iter().filter(|(n, _)| *n > number).take(limit).cloned().collect())
    }

    pub(crate) fn remember(&self, number: u64, entry: Arc<LogEntry>, room: usize) {
        let mut recent = self.recent();
        // Cached entries must have no gaps, or a reader would miss the entries between.
        if recent.back().is_some_and(|(last, _)| *last + 1 != number) {
            recent.clear();
        }
        recent.push_back((number, entry));
        while recent.len() > room {
            recent.pop_front();
        }
    }

    pub(crate) fn forget(&self, number: u64) {
        let mut recent = self.recent();
        // Without the removed entry, only the newer ones have no gap.
        if let Some(at) = recent.iter().position(|(n, _)| *n == number) {
            recent.drain(..=at);
        }
    }
}

/// The end of a log as its next writer knows it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LogTail {
    /// The last used number.
    pub(crate) number: u64,
    /// The version of the tail row, if there is one.
    pub(crate) version: Option<u64>,
}
