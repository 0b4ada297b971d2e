//! Signal that wakes the scheduler when a job is added that is due before the one it waits for. Not
//! here: the scheduler (`scheduler`).

use tokio::sync::watch;

/// The earliest due time of a job added since the last [`EarlierJobSignal::forget`].
pub(crate) struct EarlierJobSignal(watch::Sender<u64>);

impl Default for EarlierJobSignal {
    fn default() -> Self {
        Self(watch::Sender::new(u64::MAX))
    }
}

impl EarlierJobSignal {
    /// Records a new job that is due at this instant.
    pub(crate) fn added(&self, at: u64) {
        self.0.send_modify(|first| *first = (*first).min(at));
    }

    /// Forgets the jobs added so far.
    pub(crate) fn forget(&self) {
        self.0.send_replace(u64::MAX);
    }

    /// Resolves when a job was added that is due before `at`.
    pub(crate) async fn wait_for_earlier(&self, at: u64) {
        // `self` holds the sender, so the channel is open.
        let _ = self.0.subscribe().wait_for(|first| *first < at).await;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn only_what_is_due_sooner_wakes() {
        let sooner = EarlierJobSignal::default();
        sooner.added(500);
        sooner.added(700);
        sooner.wait_for_earlier(501).await;
        let later = sooner.wait_for_earlier(500);
        assert!(tokio::time::timeout(Duration::ZERO, later).await.is_err());
        sooner.forget();
        assert!(tokio::time::timeout(Duration::ZERO, sooner.wait_for_earlier(u64::MAX)).await.is_err());
    }
}
