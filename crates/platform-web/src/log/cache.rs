//! An open log in memory: its known tail, its newest entries, and the readers that wait for more.
//! Not here: what the store says (`tail.rs`).

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use tokio::sync::{RwLock, watch};

use crate::log::entry::{LogEntry, NumberedEntry};

pub(crate) struct LogCache {
    /// Shared by events that are being decided, alone for whatever came of them.
    pub(crate) order: Arc<RwLock<()>>,
    /// The end as it was last known; `None` when only the store knows.
    pub(crate) last: Arc<tokio::sync::Mutex<Option<LogTail>>>,
    pub(crate) head: watch::Sender<u64>,
    recent: Mutex<VecDeque<NumberedEntry>>,
    /// The version of the row that tells its end, as it was last looked at; 0 for none.
    seen: AtomicU64,
}

/// The newest number of a log, 0 for none; the log stays open with it.
pub(crate) struct LogHead {
    pub(crate) numbers: watch::Receiver<u64>,
    pub(crate) _log: Arc<LogCache>,
}

impl LogHead {
    /// The number; from here on only a newer one is a change.
    pub(crate) fn newest(&mut self) -> u64 {
        *self.numbers.borrow_and_update()
    }

    /// Whether there is a newer one.
    #[cfg(test)]
    pub(crate) fn has_changed(&self) -> bool {
        self.numbers.has_changed().is_ok_and(|changed| changed)
    }

    /// Resolves when there is a newer one.
    pub(crate) async fn changed(&mut self) {
        // It cannot fail: the log holds the sender.
        let _ = self.numbers.changed().await;
    }
}

impl LogCache {
    pub(crate) fn new() -> Self {
        Self {
            order: Arc::default(),
            last: Arc::default(),
            head: watch::Sender::new(0),
            recent: Mutex::default(),
            seen: AtomicU64::default(),
        }
    }

    /// The version of the row that tells its end, as this process has looked at it.
    pub(crate) fn looked_at_version(&self) -> Option<u64> {
        Some(self.seen.load(Ordering::Relaxed)).filter(|version| *version > 0)
    }

    pub(crate) fn note_version(&self, version: Option<u64>) {
        self.seen.store(version.unwrap_or_default(), Ordering::Relaxed);
    }

    /// Whether somebody waits for what comes.
    pub(crate) fn is_read(&self) -> bool {
        self.head.receiver_count() > 0
    }

    pub(crate) fn recent(&self) -> MutexGuard<'_, VecDeque<NumberedEntry>> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The entries after this number, when memory has every one of them.
    pub(crate) fn recent_after(&self, number: u64, limit: usize) -> Option<Vec<NumberedEntry>> {
        let recent = self.recent();
        let (first, _) = recent.front()?;
        (*first <= number + 1)
            .then(|| recent.iter().filter(|(n, _)| *n > number).take(limit).cloned().collect())
    }

    pub(crate) fn remember(&self, number: u64, entry: Arc<LogEntry>, room: usize) {
        let mut recent = self.recent();
        // What is remembered must have no gaps, or a reader would miss what was never remembered.
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
        // Only what is newer is without gaps then.
        if let Some(at) = recent.iter().position(|(n, _)| *n == number) {
            recent.drain(..=at);
        }
    }
}

/// The end of a log as its next writer knows it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LogTail {
    /// The number given out last.
    pub(crate) number: u64,
    /// The version of the row that tells it, if there is one.
    pub(crate) version: Option<u64>,
}
