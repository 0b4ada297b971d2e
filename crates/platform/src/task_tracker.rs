//! How much is under way, so that nothing is cut short when the program stops. Not here: what it is.

use tokio::sync::watch;

/// Counts what must be finished before the store closes.
pub struct UnderWay(watch::Sender<usize>);

/// Something under way, until it is dropped.
pub struct Task(watch::Sender<usize>);

impl Default for UnderWay {
    fn default() -> Self {
        Self(watch::Sender::new(0))
    }
}

impl UnderWay {
    /// Counts until what it gives is dropped.
    pub fn begin(&self) -> Task {
        self.0.send_modify(|count| *count += 1);
        Task(self.0.clone())
    }

    /// Resolves when nothing is under way.
    pub async fn none_left(&self) {
        // The sender is here, so it is not gone.
        let _ = self.0.subscribe().wait_for(|count| *count == 0).await;
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}
