//! Whether the store takes writes: after a failed one it does not, until it has made sure what the disk holds. Not here: how it
//! does that (`engine`).

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::StoreError;

/// Whether a store takes writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// It does.
    Writable,
    /// It answers reads alone: a write failed, such as on a full disk.
    ReadOnly,
}

/// What keeps the store from writing, if anything.
#[derive(Debug)]
pub(super) struct Stop {
    reason: Mutex<Option<Reason>>,
    health: watch::Sender<Health>,
}

#[derive(Debug)]
struct Reason {
    cause: String,
    /// Whether it may pass.
    is_pause: bool,
}

impl Stop {
    pub(super) fn new() -> Self {
        Self { reason: Mutex::new(None), health: watch::Sender::new(Health::Writable) }
    }

    /// Refuses when nothing is written.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        match &*self.reason() {
            None => Ok(()),
            Some(Reason { cause, is_pause }) => {
                let then = if *is_pause {
                    "it goes on by itself when it can"
                } else {
                    "see to the disk, then start again"
                };
                Err(StoreError::Stopped { cause: format!("{cause}; {then}") })
            }
        }
    }

    /// Refuses writes until [`Stop::resume`].
    pub(super) fn pause(&self, error: &StoreError) {
        self.set(Reason { cause: error.to_string(), is_pause: true });
    }

    /// Refuses writes for good.
    pub(super) fn end(&self, cause: &str) {
        self.set(Reason { cause: cause.to_owned(), is_pause: false });
    }

    /// Takes writes again.
    pub(super) fn resume(&self) {
        *self.reason() = None;
        tracing::info!("the store takes writes again");
        self.health.send_replace(Health::Writable);
    }

    pub(super) fn is_paused(&self) -> bool {
        self.reason().as_ref().is_some_and(|reason| reason.is_pause)
    }

    pub(super) fn health(&self) -> watch::Receiver<Health> {
        self.health.subscribe()
    }

    fn set(&self, new: Reason) {
        let mut reason = self.reason();
        // The first cause matters, for later ones follow from it; but one that passes gives way to one that does not.
        if reason.as_ref().is_none_or(|old| old.is_pause && !new.is_pause) {
            tracing::error!(cause = new.cause, passes = new.is_pause, "the store takes no more writes");
            *reason = Some(new);
        }
        drop(reason);
        self.health.send_replace(Health::ReadOnly);
    }

    fn reason(&self) -> MutexGuard<'_, Option<Reason>> {
        // Each change is one assignment.
        self.reason.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
