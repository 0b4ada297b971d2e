//! Looks up the state of a room, with retries at times when the homeserver does not return it, and
//! whether a person is in it. Not here: the cache (`room_cache`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::Clock;
use adoube_matrix_client::{MatrixApi, MatrixError, RoomId, RoomState, UserId};

use super::room_cache::{NOT_SEEN, RoomCache};
use crate::ids::ChannelAddress;

/// Attempts before a message is treated as written among other people.
const MAX_LOOKS: usize = 8;
/// Time in which no attempt is made after all of them failed.
const NOT_LOOKED_AT: Duration = Duration::from_secs(2 * 60);
/// Rooms with such failures that are remembered.
const MAX_UNSEEN: usize = 1000;

/// Looks up rooms, with retries.
pub(crate) struct RoomLookup {
    rooms: Arc<RoomCache>,
    link: Arc<dyn MatrixApi>,
    clock: Arc<dyn Clock>,
    /// Rooms that could not be read, and until when no attempt is made.
    unseen: Mutex<HashMap<RoomId, Duration>>,
}

impl RoomLookup {
    pub(crate) fn new(rooms: Arc<RoomCache>, link: Arc<dyn MatrixApi>, clock: Arc<dyn Clock>) -> Self {
        Self { rooms, link, clock, unseen: Mutex::default() }
    }

    fn unseen(&self) -> MutexGuard<'_, HashMap<RoomId, Duration>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.unseen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether all attempts for a room failed a short time ago.
    fn is_unseen(&self, room: &RoomId, now: Duration) -> bool {
        self.unseen().get(room).is_some_and(|until| *until > now)
    }

    /// Notes that all attempts for a room failed.
    fn note_unseen(&self, room: &RoomId, now: Duration) {
        let mut unseen = self.unseen();
        if unseen.len() >= MAX_UNSEEN {
            unseen.clear();
        }
        unseen.insert(room.clone(), now + NOT_LOOKED_AT);
    }

    /// The state of a room. If the server does not return it, the lookup is retried for a while if
    /// a person may be alone there with the bot, because then all their messages address the bot.
    /// If that fails, later messages in the room do not wait, so that one room does not block
    /// others.
    pub(crate) async fn see(&self, room: &RoomId) -> Option<Arc<RoomState>> {
        let timer = self.clock.timer();
        if self.is_unseen(room, timer.now()) {
            return None;
        }
        for _ in 0..MAX_LOOKS {
            let failure = match self.rooms.get(room).await {
                Ok(state) => return Some(state),
                Err(failure) => failure,
            };
            tracing::warn!(%failure, room = %room.0, "a room cannot be looked at");
            let is_among_others = self.link.company(room).is_some_and(|others| others > 1);
            if is_among_others
                || !matches!(failure, MatrixError::Transient { .. } | MatrixError::AccountBlocked { .. })
            {
                return None;
            }
            timer.until(timer.now() + NOT_SEEN).await;
        }
        self.note_unseen(room, timer.now());
        None
    }

    /// Whether a user is in a room; actions of people who have left do not count.
    pub(crate) async fn is_there(&self, user: &UserId, place: &ChannelAddress) -> Result<bool, MatrixError> {
        let is_member = |state: Arc<RoomState>| state.name_of(user).is_some();
        if self.rooms.get(&place.room).await.is_ok_and(is_member) {
            return Ok(true);
        }
        match self.rooms.get_anew(&place.room).await {
            Ok(state) if state.unlisted > 0 => Ok(self.link.member(&place.room, user).await?.is_some()),
            Ok(state) => Ok(is_member(state)),
            Err(MatrixError::NotFound(_) | MatrixError::Forbidden(_)) => Ok(false),
            Err(failure) => Err(failure),
        }
    }
}
