//! List, in memory, of rooms that are still to be marked as direct chats in the account data, and
//! the lock under which that is written. Not here: marking them (`rooms`).

use std::{
    collections::HashSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use matrix_sdk::ruma::OwnedRoomId;

/// Direct chats that the account data may not list yet.
#[derive(Default)]
pub(crate) struct PendingDirectMarks {
    rooms: Mutex<HashSet<OwnedRoomId>>,
    /// Held from reading to writing the account data, which lists all direct chats.
    pub(crate) writing: tokio::sync::Mutex<()>,
}

impl PendingDirectMarks {
    pub(crate) fn rooms(&self) -> MutexGuard<'_, HashSet<OwnedRoomId>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
