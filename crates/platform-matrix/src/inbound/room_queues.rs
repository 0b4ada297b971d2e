//! Queues the events of each room: a room's events are handled one at a time, in order, and those
//! of a bounded number of rooms at once. Not here: the handlers (`dispatcher`), and which room is
//! next (the client).

use std::{future::Future, panic::AssertUnwindSafe, pin::pin, sync::Arc, time::Duration};

use adoube_matrix_client::{MatrixApi, MatrixEvent, RoomId};
use adoube_store::StoreError;
use futures_util::FutureExt as _;
use tokio::{
    sync::{Semaphore, watch},
    task::JoinSet,
    time::timeout,
};

use super::dispatcher::EventDispatcher;

/// Rooms whose events are handled at once: more than the bot admits, so that admission control can
/// let moves go first.
const AT_ONCE: usize = 256;
/// Grace period at shutdown for events in flight. The homeserver delivers unfinished events again
/// at the next start.
const GRACE: Duration = Duration::from_secs(5);
/// First and longest backoff of an event that cannot be handled now.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Reason why the event loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListenEnd {
    /// The program stops.
    Stopped,
    /// The connection was closed.
    Closed,
}

/// Queues of events, one for each room.
pub(crate) struct RoomQueues {
    link: Arc<dyn MatrixApi>,
    events: EventDispatcher,
}

impl RoomQueues {
    pub(super) fn new(link: Arc<dyn MatrixApi>, events: EventDispatcher) -> Self {
        Self { link, events }
    }

    /// Handles events until `shutdown` resolves or the connection is closed.
    pub(crate) async fn listen(self: &Arc<Self>, shutdown: impl Future<Output = ()>) -> ListenEnd {
        let (stop, _) = watch::channel(false);
        let free = Arc::new(Semaphore::new(AT_ONCE));
        let mut lanes = JoinSet::new();
        let mut shutdown = pin!(shutdown);
        let ended = loop {
            let next = async {
                let turn = Arc::clone(&free).acquire_owned().await;
                (turn, self.link.next().await)
            };
            let (turn, happening) = tokio::select! {
                () = &mut shutdown => break ListenEnd::Stopped,
                next = next => next,
            };
            let Some(happening) = happening else { break ListenEnd::Closed };
            let (queues, stopped) = (Arc::clone(self), stop.subscribe());
            lanes.spawn(async move {
                let _turn = turn;
                let dealing = AssertUnwindSafe(queues.handle(&happening, stopped)).catch_unwind();
                if dealing.await.is_err() {
                    queues.pass_over(&happening).await;
                }
            });
            while lanes.try_join_next().is_some() {}
        };
        stop.send_replace(true);
        let finishing = async { while lanes.join_next().await.is_some() {} };
        if timeout(GRACE, finishing).await.is_err() {
            tracing::info!(
                "what happened on Matrix and is not dealt with yet is told again at the next start"
            );
            lanes.shutdown().await;
        }
        ended
    }

    /// Handles an event until its effects are durable and the event is marked as done. After a
    /// restart at most this event of the room is delivered again, and no later event of the room
    /// was handled, so refused words never take effect days later.
    async fn handle(&self, happening: &MatrixEvent, mut stopped: watch::Receiver<bool>) {
        let (mut decided, mut pause) = (false, FIRST_PAUSE);
        loop {
            decided = decided || self.is_decided(happening).await;
            if decided && self.is_noted(happening.room()).await {
                return;
            }
            tokio::select! {
                // A dropped sender means the same as a stop.
                _ = stopped.wait_for(|stopped| *stopped) => return,
                () = tokio::time::sleep(pause) => {}
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    async fn is_decided(&self, happening: &MatrixEvent) -> bool {
        match self.events.handle(happening.clone()).await {
            Ok(()) => true,
            Err(error @ (StoreError::Io { .. } | StoreError::Stopped { .. } | StoreError::Closed)) => {
                tracing::error!(%error, "something that happened on Matrix waits");
                false
            }
            Err(error) => {
                tracing::error!(%error, "something that happened on Matrix is left out");
                true
            }
        }
    }

    async fn is_noted(&self, room: &RoomId) -> bool {
        let noted = self.link.done(room).await;
        noted
            .inspect_err(|failure| tracing::warn!(%failure, "what was done on Matrix is noted later"))
            .is_ok()
    }

    /// Marks an event whose handler panicked as done: the handler would panic again, and all later
    /// events of the room would wait.
    async fn pass_over(&self, happening: &MatrixEvent) {
        let room = happening.room();
        tracing::error!(room = %room.0, "something that happened there is left, as dealing with it broke");
        self.is_noted(room).await;
    }
}
