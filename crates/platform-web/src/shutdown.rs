//! Waits for the stop signal, and for open work to finish before the web chat stops.

use adoube_platform::task_tracker::TaskTracker;

use crate::limits::GRACE;
use tokio::sync::watch;

/// Waits until all work has finished, or the grace period is over.
pub(crate) async fn finished(open: &TaskTracker) {
    if tokio::time::timeout(GRACE, open.wait_until_idle()).await.is_err() {
        tracing::info!("some browsers did not finish in time");
    }
}

/// Resolves when the program stops.
pub(crate) async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone, and with it the program.
    let _ = stop.wait_for(|stop| *stop).await;
}
