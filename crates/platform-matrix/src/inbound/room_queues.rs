//! Queues of events, one for each room: of each room, one event is handled at a time, in order, and
//! of no more than so many rooms at once. Not here: the handlers (`dispatcher`), and which room is
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

/// Rooms in which events are handled at once: more than the bot admits, so that moves can go first
/// there.
const AT_ONCE: usize = 256;
/// How long what is being dealt with may take when the program stops; what is not done by then is
/// told again at the next start.
const GRACE: Duration = Duration::from_secs(5);
/// Backoff of an event that cannot be handled now, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Why no more events are handled.
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

    /// Handles an event until what comes of it is durable and the event is marked as done. After a
    /// restart at most this one is told again of its room, and nothing has happened there since, so
    /// that refused words never act days later.
    async fn handle(&self, happening: &MatrixEvent, mut stopped: watch::Receiver<bool>) {
        let (mut decided, mut pause) = (false, FIRST_PAUSE);
        loop {
            decided = decided || self.is_decided(happening).await;
            if decided && self.is_noted(happening.room()).await {
                return;
            }
            tokio::select! {
                // A sender that is gone means the same.
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

    /// Marks an event whose handler panicked as done: it would panic again, and everything behind
    /// it in the room would wait.
    async fn pass_over(&self, happening: &MatrixEvent) {
        let room = happening.room();
        tracing::error!(room = %room.0, "something that happened there is left, as dealing with it broke");
        self.is_noted(room).await;
    }
}
