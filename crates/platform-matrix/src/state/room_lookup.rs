//! Looks up a room whose state the homeserver may not tell now: asks again for a bounded time. Also
//! whether a user is a member. Not here: the cache (`room_cache`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::Clock;
use adoube_matrix_client::{MatrixApi, MatrixError, RoomId, RoomState, UserId};

use super::room_cache::{NOT_SEEN, RoomCache};
use crate::ids::ChannelAddress;

/// How often a room is asked for before a message there counts as said among others.
const MAX_LOOKS: usize = 8;
/// How long a message in a room counts so at once, after all these attempts failed.
const NOT_LOOKED_AT: Duration = Duration::from_secs(2 * 60);
/// Rooms of which such failures are remembered.
const MAX_UNSEEN: usize = 1000;

/// Looks at rooms, with retries.
pub(crate) struct RoomLookup {
    rooms: Arc<RoomCache>,
    link: Arc<dyn MatrixApi>,
    clock: Arc<dyn Clock>,
    /// Rooms the homeserver did not tell of, and until when they are not asked for.
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

    /// Whether a room was looked at in vain a moment ago.
    fn is_unseen(&self, room: &RoomId, now: Duration) -> bool {
        self.unseen().get(room).is_some_and(|until| *until > now)
    }

    /// A room was looked at in vain.
    fn note_unseen(&self, room: &RoomId, now: Duration) {
        let mut unseen = self.unseen();
        if unseen.len() >= MAX_UNSEEN {
            unseen.clear();
        }
        unseen.insert(room.clone(), now + NOT_LOOKED_AT);
    }

    /// The state of a room. Where the server does not tell now, it is asked again for a while if a
    /// person may be alone there with the bot, because they address all messages to it then. If
    /// that fails, later messages in the room wait for nothing, so that one room does not block
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

    /// Whether a user is in a room: people who have left do nothing there any more.
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
