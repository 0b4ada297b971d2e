//! Handles membership changes: the bot leaves a room when its last other member has left, and
//! deletes the records of rooms it was removed from.

use std::sync::Arc;

use adoube_matrix_client::{MatrixError, RoomId};
use adoube_platform::task_tracker::TaskTracker;
use adoube_store::{Store, StoreError};

use super::{greeting::RoomGreeter, pending_joins};
use crate::{
    outbound::availability::Availability,
    records,
    state::{forwarding, room_cache::RoomCache},
};

/// Handles membership changes.
pub(crate) struct Departures {
    pub(super) store: Arc<dyn Store>,
    pub(super) rooms: Arc<RoomCache>,
    pub(super) availability: Arc<Availability>,
    pub(super) greeter: Arc<RoomGreeter>,
    pub(super) tasks: Arc<TaskTracker>,
}

impl Departures {
    /// Reloads the members of a room, and leaves the room if `left` and the bot is alone.
    pub(crate) async fn handle(&self, room: RoomId, left: bool) {
        self.rooms.forget(&room);
        self.availability.check_channel(&room).await;
        let is_gone = matches!(self.rooms.get(&room).await, Err(MatrixError::NotFound(_)));
        // A room that the bot just created has no other members yet.
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
            // If the bot was removed from the room, leaving makes the client forget the room.
            greeter.leave(&room).await;
        });
    }

    /// Deletes the records of a room that is left: its pending invitation, and forwards that lead
    /// to it. Forwards from the room to its replacement stay.
    async fn forget_room(&self, room: &RoomId) -> Result<(), StoreError> {
        let mut writes = forwarding::leading_to(&*self.store, room).await?;
        writes.push(pending_joins::no_invitation(room));
        records::write_all(&*self.store, writes).await
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
