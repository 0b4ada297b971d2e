//! How much is under way, so that nothing is cut short when the program stops. Not here: what it is.

use tokio::sync::watch;

/// Counts what must be finished before the store closes.
pub struct TaskTracker(watch::Sender<usize>);

/// Something under way, until it is dropped.
pub struct TrackedTask(watch::Sender<usize>);

impl Default for TaskTracker {
    fn default() -> Self {
        Self(watch::Sender::new(0))
    }
}

impl TaskTracker {
    /// Counts until what it gives is dropped.
    pub fn start(&self) -> TrackedTask {
        self.0.send_modify(|count| *count += 1);
        TrackedTask(self.0.clone())
    }

    /// Resolves when nothing is under way.
    pub async fn wait_until_idle(&self) {
        // The sender is here, so it is not gone.
        let _ = self.0.subscribe().wait_for(|count| *count == 0).await;
    }
}

impl Drop for TrackedTask {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}
