//! Delivery tracker: counts the running deliveries of an outbox, refuses new ones once it is
//! closed, and tells when none is left, for an orderly stop. Not here: what is delivered (`relay`).

use tokio::sync::watch;

/// Counter of the running deliveries of an outbox.
#[derive(Default)]
pub(super) struct DeliveryTracker(watch::Sender<DeliveryTrackerState>);

#[derive(Clone, Copy, Default)]
struct DeliveryTrackerState {
    tasks: usize,
    is_closed: bool,
    /// Closed, and the leases are released.
    is_left: bool,
}

/// A running delivery; dropping it ends it.
pub(super) struct DeliveryTask(watch::Sender<DeliveryTrackerState>);

impl DeliveryTracker {
    /// Counts a new delivery, unless the tracker is closed. Check and count are one step: what is
    /// counted after closing was begun by a delivery counted before.
    pub(super) fn begin(&self) -> Option<DeliveryTask> {
        let begins = |state: &mut DeliveryTrackerState| {
            state.tasks += usize::from(!state.is_closed);
            !state.is_closed
        };
        self.0.send_if_modified(begins).then(|| DeliveryTask(self.0.clone()))
    }

    /// Lets no further delivery begin.
    pub(super) fn close(&self) {
        self.0.send_modify(|state| state.is_closed = true);
    }

    /// Closes, and marks the leases as released.
    pub(super) fn leave(&self) {
        self.0.send_modify(|state| (state.is_closed, state.is_left) = (true, true));
    }

    pub(super) fn is_closed(&self) -> bool {
        self.0.borrow().is_closed
    }

    pub(super) fn is_left(&self) -> bool {
        self.0.borrow().is_left
    }

    /// Resolves when no delivery is running; after [`DeliveryTracker::close`] that is final.
    pub(super) async fn none_left(&self) {
        // `self` holds the sender, so the channel is open.
        let _ = self.0.subscribe().wait_for(|state| state.tasks == 0).await;
    }
}

impl DeliveryTask {
    /// Counts another delivery that this one begins.
    pub(super) fn another(&self) -> Self {
        self.0.send_modify(|state| state.tasks += 1);
        Self(self.0.clone())
    }
}

impl Drop for DeliveryTask {
    fn drop(&mut self) {
        self.0.send_modify(|state| state.tasks -= 1);
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn nothing_begins_after_closing_but_what_was_begun_before() {
        let under_way = DeliveryTracker::default();
        let begun = under_way.begin().expect("it is open");
        under_way.close();
        assert!(under_way.begin().is_none());
        let another = begun.another();
        drop(begun);
        {
            let mut over = pin!(under_way.none_left());
            assert!(over.as_mut().now_or_never().is_none(), "what began it is over, and it is not");
            drop(another);
            over.await;
        }
        assert!(under_way.begin().is_none() && under_way.0.borrow().tasks == 0);
    }
}
