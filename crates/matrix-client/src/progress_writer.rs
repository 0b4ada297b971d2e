//! Saves how far an account has handled its events: the sync marker, also where other devices read
//! it, and the last reported events. Not here: what they hold (`catch_up`).

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::{
    MatrixError, catch_up::SyncMarker, encrypted_values::EncryptedValues, error,
    last_reported::LastReportedEvents, sync_progress::SharedSyncProgress,
};

/// Key of the sync marker.
pub(crate) const MARKER: &str = "adoube.marker";
/// Key of the last reported events.
const HEARD: &str = "adoube.heard";

/// Interval of saving the position while there are no events.
const BETWEEN_WRITES: Duration = Duration::from_secs(10);

/// Saves the progress of a session.
pub(crate) struct ProgressWriter {
    vault: EncryptedValues,
    shared: Option<SharedSyncProgress>,
    written: Mutex<LastWrittenState>,
}

/// Marker and last reported events as they were last saved.
struct LastWrittenState {
    marker: SyncMarker,
    heard: LastReportedEvents,
    at: Option<Instant>,
}

impl ProgressWriter {
    /// A writer to `vault`, where `marker` was saved last, and to the progress shared with other
    /// machines.
    pub(crate) fn new(
        vault: EncryptedValues,
        shared: Option<SharedSyncProgress>,
        marker: SyncMarker,
    ) -> Self {
        let written = LastWrittenState { marker, heard: LastReportedEvents::default(), at: None };
        Self { vault, shared, written: Mutex::new(written) }
    }

    /// Whether the marker was not saved for so long that it is saved without events.
    pub(crate) async fn is_due(&self) -> bool {
        self.written.lock().await.at.is_none_or(|last| last.elapsed() >= BETWEEN_WRITES)
    }

    /// Saves the present marker if it has changed. A caller that waited for another save needs none
    /// of its own when that save covered it.
    pub(crate) async fn write_marker(&self, present: impl FnOnce() -> SyncMarker) -> Result<(), MatrixError> {
        let mut written = self.written.lock().await;
        let marker = present();
        if written.marker != marker {
            // The shared copy first: an event that this device reports again was reported before.
            if let Some(shared) = &self.shared {
                shared.write(&marker).await?;
            }
            self.vault.write(MARKER, &marker).await.map_err(|error| error::later(error.to_string()))?;
            (written.marker, written.at) = (marker, Some(Instant::now()));
        }
        Ok(())
    }

    /// Saves the last reported events if they have changed.
    pub(crate) async fn write_heard(
        &self,
        present: impl FnOnce() -> LastReportedEvents,
    ) -> Result<(), MatrixError> {
        let mut written = self.written.lock().await;
        let heard = present();
        if written.heard != heard {
            self.vault.write(HEARD, &heard).await.map_err(|error| error::later(error.to_string()))?;
            written.heard = heard;
        }
        Ok(())
    }

    /// The last reported events as saved; `None` if they cannot be read, which is logged.
    pub(crate) async fn read_heard(&self) -> Option<LastReportedEvents> {
        match self.vault.read(HEARD).await {
            Ok(heard) => Some(heard.unwrap_or_default()),
            Err(error) => {
                tracing::warn!(%error, "what was told last on Matrix is forgotten");
                None
            }
        }
    }
}
