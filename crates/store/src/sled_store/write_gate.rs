//! Write gate: while it is closed, after a failed write such as on a full disk, all writes are
//! refused. Not here: closing it, and opening it again when the state on disk was read (`database`:
//! `write_durably`, `reread_after_failure`).

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::{error::StoreError, store::StoreHealth};

/// The gate: open, or closed for a reason.
#[derive(Debug)]
pub(super) struct WriteGate {
    reason: Mutex<Option<PauseReason>>,
    health: watch::Sender<StoreHealth>,
}

#[derive(Debug)]
struct PauseReason {
    cause: String,
    /// Whether recovery may open the gate again.
    is_temporary: bool,
}

impl WriteGate {
    pub(super) fn new() -> Self {
        Self { reason: Mutex::new(None), health: watch::Sender::new(StoreHealth::Writable) }
    }

    /// Refuses while the gate is closed.
    pub(super) fn check_open(&self) -> Result<(), StoreError> {
        match &*self.reason() {
            None => Ok(()),
            Some(PauseReason { cause, is_temporary: is_pause }) => {
                let then = if *is_pause {
                    "it goes on by itself when it can"
                } else {
                    "see to the disk, then start again"
                };
                Err(StoreError::Stopped { cause: format!("{cause}; {then}") })
            }
        }
    }

    /// Closes the gate until [`WriteGate::open_gate`].
    pub(super) fn close_gate(&self, error: &StoreError) {
        self.set(PauseReason { cause: error.to_string(), is_temporary: true });
    }

    /// Closes the gate for good.
    pub(super) fn close_permanently(&self, cause: &str) {
        self.set(PauseReason { cause: cause.to_owned(), is_temporary: false });
    }

    /// Opens the gate.
    pub(super) fn open_gate(&self) {
        *self.reason() = None;
        tracing::info!("the store takes writes again");
        self.health.send_replace(StoreHealth::Writable);
    }

    pub(super) fn is_paused(&self) -> bool {
        self.reason().as_ref().is_some_and(|reason| reason.is_temporary)
    }

    pub(super) fn health(&self) -> watch::Receiver<StoreHealth> {
        self.health.subscribe()
    }

    fn set(&self, new: PauseReason) {
        let mut reason = self.reason();
        // The first cause is kept, as later ones follow from it; a permanent one replaces a temporary one.
        if reason.as_ref().is_none_or(|old| old.is_temporary && !new.is_temporary) {
            tracing::error!(cause = new.cause, passes = new.is_temporary, "the store takes no more writes");
            *reason = Some(new);
        }
        drop(reason);
        self.health.send_replace(StoreHealth::ReadOnly);
    }

    fn reason(&self) -> MutexGuard<'_, Option<PauseReason>> {
        // Each change is one assignment.
        self.reason.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
