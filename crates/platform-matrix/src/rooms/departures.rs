//! Members who come and go: the bot leaves a room when the last person has left, and forgets rooms
//! it was removed from.

use std::sync::Arc;

use adoube_matrix_client::{MatrixError, RoomId};
use adoube_platform::task_tracker::TaskTracker;
use adoube_store::{Store, StoreError};

use super::{
    greeting::RoomGreeter,
    pending_joins::{self, PendingJoins},
};
use crate::{
    outbound::availability::Availability,
    state::{forwarding, room_cache::RoomCache},
};

/// Handles changes of members.
pub(crate) struct Departures {
    pub(super) store: Arc<dyn Store>,
    pub(super) rooms: Arc<RoomCache>,
    pub(super) availability: Arc<Availability>,
    pub(super) pending: Arc<PendingJoins>,
    pub(super) greeter: Arc<RoomGreeter>,
    pub(super) tasks: Arc<TaskTracker>,
}

impl Departures {
    /// Looks anew at who is in a room; leaves it when the last of them has left.
    pub(crate) async fn handle(&self, room: RoomId, left: bool) {
        self.rooms.forget(&room);
        self.availability.check_channel(&room).await;
        let is_gone = matches!(self.rooms.get(&room).await, Err(MatrixError::NotFound(_)));
        // In a room the bot has just made there is nobody yet.
        let is_alone = left && self.is_alone(&room).await;
        if !is_gone && !is_alone {
            return;
        }
        if let Err(error) = self.forget_room(&room).await {
            tracing::error!(%error, room = %room.0, "what was noted of a room that is left stays");
        }
        let (greeter, task) = (Arc::clone(&self.greeter), self.tasks.start());
        tokio::spawn(async move {
            let _task = task;
            if is_alone {
                tracing::info!(room = %room.0, "the bot is alone and leaves");
            }
            // One that the bot was put out of is forgotten by it.
            greeter.leave(&room).await;
        });
    }

    /// Forgets what was noted for the sake of a room that is left: nobody means it any more. What
    /// is in its place stays noted.
    async fn forget_room(&self, room: &RoomId) -> Result<(), StoreError> {
        let mut writes = forwarding::leading_to(&*self.store, room).await?;
        writes.push(pending_joins::no_invitation(room));
        self.pending.write(writes).await
    }

    async fn is_alone(&self, room: &RoomId) -> bool {
        match self.rooms.get(room).await {
            Ok(state) => state.people() == 0,
            Err(failure) => {
                tracing::debug!(%failure, room = %room.0, "who is in a room cannot be asked");
                false
            }
        }
    }
}
