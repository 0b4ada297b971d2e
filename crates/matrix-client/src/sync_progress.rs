//! How far an account has come, where its devices are on several machines: kept for whichever goes on, so that what one has
//! dealt with another is not told, and what none has is. Not here: what is dealt with (`catch_up`), where it is kept (the
//! adapter).

use std::{fmt::Debug, sync::Arc};

use matrix_sdk::ruma::{DeviceId, OwnedDeviceId};
use serde::{Deserialize, Serialize};

use crate::{BoxFuture, MatrixError, catch_up::SyncMarker, error};

/// Where it is kept for all machines.
pub trait SyncProgressStore: Debug + Send + Sync {
    /// What was kept last; nothing at first.
    ///
    /// # Errors
    ///
    /// It cannot be read now.
    fn read(&self) -> BoxFuture<'_, Result<Option<String>, MatrixError>>;

    /// Keeps it instead of what was kept before.
    ///
    /// # Errors
    ///
    /// It cannot be written now, or no more by this process, as another one goes on.
    fn write(&self, progress: String) -> BoxFuture<'_, Result<(), MatrixError>>;
}

/// What is kept.
#[derive(Debug, Serialize, Deserialize)]
struct StoredSyncState {
    /// Whose place in the stream it is.
    device: OwnedDeviceId,
    marker: SyncMarker,
}

/// The same, as one device writes it.
pub(crate) struct SharedSyncProgress {
    progress: Arc<dyn SyncProgressStore>,
    device: OwnedDeviceId,
}

impl SharedSyncProgress {
    pub(crate) fn new(progress: Arc<dyn SyncProgressStore>, device: OwnedDeviceId) -> Self {
        Self { progress, device }
    }

    /// How far another device has come since this one was there; nothing where none has.
    pub(crate) async fn of_another(&self) -> Result<Option<SyncMarker>, MatrixError> {
        let kept = self.progress.read().await?;
        Ok(kept.and_then(|kept| read(&kept, &self.device)))
    }

    pub(crate) async fn write(&self, marker: &SyncMarker) -> Result<(), MatrixError> {
        let kept = StoredSyncState { device: self.device.clone(), marker: marker.clone() };
        let kept = serde_json::to_string(&kept).map_err(|error| error::later(error.to_string()))?;
        self.progress.write(kept).await
    }
}

/// What cannot be read, as a newer program wrote it, is as nothing: then what was said meanwhile counts as old.
fn read(kept: &str, own: &DeviceId) -> Option<SyncMarker> {
    let kept: StoredSyncState = serde_json::from_str(kept)
        .inspect_err(|error| tracing::error!(%error, "how far the Matrix account has come cannot be read"))
        .ok()?;
    (kept.device != *own && kept.marker.token.is_some()).then_some(kept.marker)
}
