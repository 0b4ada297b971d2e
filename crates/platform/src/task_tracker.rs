//! Task tracker: counts running tasks, so that the program waits for them before it stops.

use tokio::sync::watch;

/// Counts the tasks that must end before the store closes.
pub struct TaskTracker(watch::Sender<usize>);

/// A running task, until it is dropped.
pub struct TrackedTask(watch::Sender<usize>);

impl Default for TaskTracker {
    fn default() -> Self {
        Self(watch::Sender::new(0))
    }
}

impl TaskTracker {
    /// Counts a task until the returned value is dropped.
    pub fn start(&self) -> TrackedTask {
        self.0.send_modify(|count| *count += 1);
        TrackedTask(self.0.clone())
    }

    /// Resolves when no task runs.
    pub async fn wait_until_idle(&self) {
        // The sender is `self`, so the wait cannot fail.
        let _ = self.0.subscribe().wait_for(|count| *count == 0).await;
    }
}

impl Drop for TrackedTask {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}
