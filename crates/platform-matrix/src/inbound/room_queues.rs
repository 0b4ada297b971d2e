//! Rooms side by side: of each, one thing that happened is dealt with at a time, in its order, and of no more than so many
//! rooms at once. Not here: what comes of it (`answering`, `invitations`, `unreadable`), and which room is next (the link).

use std::{future::Future, panic::AssertUnwindSafe, pin::pin, sync::Arc, time::Duration};

use adoube_matrix_client::{MatrixEvent, RoomId};
use adoube_store::StoreError;
use futures_util::FutureExt as _;
use tokio::{
    sync::{Semaphore, watch},
    task::JoinSet,
    time::timeout,
};

use crate::MatrixPlatform;

/// Rooms in which something is dealt with at once: more than the bot lets in, so that moves can go first there.
const AT_ONCE: usize = 256;
/// How long what is being dealt with may take when the program stops; what is not done by then is told again at the next
/// start.
const GRACE: Duration = Duration::from_secs(5);
/// How long to wait when something cannot be dealt with now, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Why nothing more is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListenEnd {
    /// The program stops.
    Stopped,
    /// The connection was closed.
    Closed,
}

impl MatrixPlatform {
    /// Deals with whatever happens until `shutdown` resolves or the connection is closed.
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
            let (matrix, stopped) = (Arc::clone(self), stop.subscribe());
            lanes.spawn(async move {
                let _turn = turn;
                let dealing = AssertUnwindSafe(matrix.deal_with(&happening, stopped)).catch_unwind();
                if dealing.await.is_err() {
                    matrix.pass_over(&happening).await;
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

    /// Deals with something until what comes of it is durable and that is noted. What a restart tells again of a room is at
    /// most this one, and nothing has happened there since: words that were refused or ignored are so again, and never act
    /// days later. When the program stops meanwhile, it is told again at the next start.
    async fn deal_with(self: &Arc<Self>, happening: &MatrixEvent, mut stopped: watch::Receiver<bool>) {
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

    async fn is_decided(self: &Arc<Self>, happening: &MatrixEvent) -> bool {
        match self.happen(happening.clone()).await {
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

    async fn happen(self: &Arc<Self>, happening: MatrixEvent) -> Result<(), StoreError> {
        match happening {
            MatrixEvent::Invited { room, by, direct, space } => {
                self.invited(room, by, (direct, space)).await?;
            }
            MatrixEvent::Joined { room } => self.entered(room).await?,
            MatrixEvent::RoomReplaced { room, by } => self.replaced(room, by).await?,
            MatrixEvent::Message(said) => self.said(said).await?,
            MatrixEvent::Edited { said, first } => self.edited(said, first).await?,
            MatrixEvent::Reaction { room, event, sender, to, key } => {
                self.reacted(room, event, sender, to, &key).await?;
            }
            MatrixEvent::NonText { room, event, sender } => {
                self.sent_no_words(room, event, sender).await?;
            }
            MatrixEvent::Unreadable { room, event, reply_to, sender } => {
                self.cannot_read((&room, &event), reply_to.as_ref(), &sender).await?;
            }
            MatrixEvent::Gap { room, since, why } => self.missed(&room, &since, why).await?,
            MatrixEvent::VerificationRequest { room, event, sender } => {
                self.decline(&room, &event, &sender).await?;
            }
            MatrixEvent::MembersChanged { room, left } => self.members_changed(room, left).await,
        }
        Ok(())
    }

    /// Something broke what deals with this: it would break it again, and everything behind it in the room waits.
    async fn pass_over(&self, happening: &MatrixEvent) {
        let room = happening.room();
        tracing::error!(room = %room.0, "something that happened there is left, as dealing with it broke");
        self.is_noted(room).await;
    }
}
