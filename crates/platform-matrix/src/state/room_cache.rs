//! Cache of room states (members, encryption, permissions), because every message needs them.
//! Entries expire. Not here: the people behind the members (`people`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::Clock;
use adoube_matrix_client::{MatrixApi, MatrixError, RoomId, RoomState, UserId};

/// Rooms in the cache.
const REMEMBERED: usize = 1000;
/// Lifetime of an entry: display names change without joins or leaves.
const BELIEVED: Duration = Duration::from_secs(5 * 60);

/// Time before a room that could not be read is read again, so that it delays no message.
pub(crate) const NOT_SEEN: Duration = Duration::from_secs(15);

/// Lifetime of an entry by which a person would be refused.
const ANEW: Duration = Duration::from_secs(5);

/// State of a room, or why it could not be read, with the time of reading.
struct CachedRoom {
    at: Duration,
    found: Result<Arc<RoomState>, MatrixError>,
}

impl CachedRoom {
    fn is_believed(&self, now: Duration) -> bool {
        now.saturating_sub(self.at) < if self.found.is_ok() { BELIEVED } else { NOT_SEEN }
    }
}

/// Cached states of the rooms the bot is in.
pub(crate) struct RoomCache {
    /// Replaced when this process takes over again.
    link: Mutex<Option<Arc<dyn MatrixApi>>>,
    clock: Arc<dyn Clock>,
    known: Mutex<HashMap<RoomId, CachedRoom>>,
}

impl RoomCache {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { link: Mutex::default(), clock, known: Mutex::default() }
    }

    /// Connects the cache to the homeserver.
    pub(crate) fn connect(&self, link: Arc<dyn MatrixApi>) {
        *self.link.lock().unwrap_or_else(PoisonError::into_inner) = Some(link);
        // The entries date from before another process served.
        self.cache().clear();
    }

    /// User id of the bot, once connected.
    pub(crate) fn own(&self) -> Option<UserId> {
        self.link.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(|link| link.user())
    }

    fn cache(&self) -> MutexGuard<'_, HashMap<RoomId, CachedRoom>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes the entry of a room that has changed.
    pub(crate) fn forget(&self, room: &RoomId) {
        self.cache().remove(room);
    }

    /// The state of a room, not older than a few seconds: used before a person is told that another
    /// person is not there.
    pub(crate) async fn get_anew(&self, room: &RoomId) -> Result<Arc<RoomState>, MatrixError> {
        let now = self.clock.monotonic();
        let is_stale = |seen: &mut CachedRoom| seen.found.is_ok() && now.saturating_sub(seen.at) >= ANEW;
        if self.cache().get_mut(room).is_some_and(is_stale) {
            self.forget(room);
        }
        self.get(room).await
    }

    /// Display name of a person in a room, if known. In a large room the server is asked for that
    /// one member.
    pub(crate) async fn name_in(&self, room: &RoomId, state: &RoomState, user: &UserId) -> String {
        match state.name_of(user) {
            Some(name) => name.to_owned(),
            None if state.unlisted > 0 => self.member(room, user).await.unwrap_or_default(),
            None => String::new(),
        }
    }

    /// Display name of a member, read from the server; `None` if the user is no member, or the
    /// server does not answer.
    pub(crate) async fn member(&self, room: &RoomId, user: &UserId) -> Option<String> {
        let link = self.link.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        let found = link.member(room, user).await;
        found.unwrap_or_else(|failure| {
            tracing::warn!(%failure, room = %room.0, "a member of a room cannot be asked for");
            None
        })
    }

    /// Whether the bot shares a room with at most one person.
    pub(crate) async fn is_of_two(&self, room: &RoomId) -> bool {
        self.get(room).await.is_ok_and(|state| state.people() <= 1)
    }

    /// The state of a room, from the cache if it has not expired.
    pub(crate) async fn get(&self, room: &RoomId) -> Result<Arc<RoomState>, MatrixError> {
        let now = self.clock.monotonic();
        if let Some(seen) = self.cache().get(room).filter(|seen| seen.is_believed(now)) {
            return seen.found.clone();
        }
        let unconnected =
            || MatrixError::Transient { reason: "nothing is connected yet".to_owned(), after: None };
        let link = self.link.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let found = link.ok_or_else(unconnected)?.room(room).await.map(Arc::new);
        let mut known = self.cache();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(room.clone(), CachedRoom { at: now, found: found.clone() });
        found
    }
}
