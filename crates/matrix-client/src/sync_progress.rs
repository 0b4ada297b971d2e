//! Shares the sync progress of an account with a device on each of several machines, through a
//! store that all machines read: events that one device has handled are not reported on another,
//! and unhandled ones are. Not here: which events are handled (`catch_up`), where progress is
//! stored (the adapter).

use std::{fmt::Debug, sync::Arc};

use matrix_sdk::ruma::{DeviceId, OwnedDeviceId};
use serde::{Deserialize, Serialize};

use crate::{BoxFuture, MatrixError, catch_up::SyncMarker, error};

/// Storage shared by all machines.
pub trait SyncProgressStore: Debug + Send + Sync {
    /// Reads the stored progress; `None` at first.
    ///
    /// # Errors
    ///
    /// The storage is unavailable.
    fn read(&self) -> BoxFuture<'_, Result<Option<String>, MatrixError>>;

    /// Replaces the stored progress.
    ///
    /// # Errors
    ///
    /// The storage is unavailable, or another process has taken over.
    fn write(&self, progress: String) -> BoxFuture<'_, Result<(), MatrixError>>;
}

/// The stored progress. A stored form.
#[derive(Debug, Serialize, Deserialize)]
struct StoredSyncState {
    /// The device whose position it is.
    device: OwnedDeviceId,
    marker: SyncMarker,
}

/// Shared progress as one device uses it.
pub(crate) struct SharedSyncProgress {
    progress: Arc<dyn SyncProgressStore>,
    device: OwnedDeviceId,
}

impl SharedSyncProgress {
    pub(crate) fn new(progress: Arc<dyn SyncProgressStore>, device: OwnedDeviceId) -> Self {
        Self { progress, device }
    }

    /// Another device's marker written since this one ran; `None` where there is none.
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

/// Unreadable progress of a newer program counts as none: then messages sent meanwhile count as
/// old.
fn read(kept: &str, own: &DeviceId) -> Option<SyncMarker> {
    let kept: StoredSyncState = serde_json::from_str(kept)
        .inspect_err(|error| tracing::error!(%error, "how far the Matrix account has come cannot be read"))
        .ok()?;
    (kept.device != *own && kept.marker.token.is_some()).then_some(kept.marker)
}
