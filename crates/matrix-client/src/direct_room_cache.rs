//! Cache of the direct rooms that were found or created, by the person each is for. Not here:
//! finding and creating them (`direct_rooms`).

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use matrix_sdk::ruma::{OwnedRoomId, OwnedUserId};

/// Direct rooms by person, as far as they were needed or created.
#[derive(Default)]
pub(crate) struct DirectRooms {
    /// By person, and whether the room is encrypted.
    rooms: Mutex<HashMap<(OwnedUserId, bool), DirectRoom>>,
    pub(crate) making: tokio::sync::Mutex<()>,
}

#[derive(Clone)]
pub(crate) struct DirectRoom {
    pub(crate) room: OwnedRoomId,
    /// Whether the server confirmed the invitation when it created the room; otherwise it may have
    /// failed.
    pub(crate) invited: bool,
}

impl DirectRooms {
    pub(crate) fn rooms(&self) -> MutexGuard<'_, HashMap<(OwnedUserId, bool), DirectRoom>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
