//! Signals between the tasks of a session: new events, room for more of them, the first sync, and
//! the end. Not here: the session's data (`session`).

use std::sync::atomic::AtomicU32;

use tokio::sync::{Notify, watch};

/// Signals of a session.
#[derive(Default)]
pub(crate) struct SessionSignals {
    /// There are events to report.
    pub(crate) news: Notify,
    /// Reported events have left room for more.
    pub(crate) room_for_more: Notify,
    closing: watch::Sender<bool>,
    /// Whether a sync was answered.
    pub(crate) synced: watch::Sender<bool>,
    /// Consecutive failures of the store to save a response.
    pub(crate) breaks: AtomicU32,
    /// Whether the last request was answered.
    pub(crate) answers: watch::Sender<bool>,
}

impl SessionSignals {
    /// Ends the session.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
    }

    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Resolves when the session ends.
    pub(crate) async fn closed(&self) {
        let mut closing = self.closing.subscribe();
        let _ = closing.wait_for(|closing| *closing).await;
    }
}
