//! Cache of room states (members, encryption, permissions), because every message asks for them.
//! Entries expire. Not here: who the members are to the bot (`people`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::Clock;
use adoube_matrix_client::{MatrixApi, MatrixError, RoomId, RoomState, UserId};

/// Rooms kept in memory.
const REMEMBERED: usize = 1000;
/// How long an entry is used: names change without joins or leaves.
const BELIEVED: Duration = Duration::from_secs(5 * 60);

/// How long a room that could not be looked at is not looked at again, so that it keeps nobody
/// waiting.
pub(crate) const NOT_SEEN: Duration = Duration::from_secs(15);

/// How long an entry is used where a person would be refused by it.
const ANEW: Duration = Duration::from_secs(5);

/// When a room was looked at, and what was found.
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
    /// Another one when this process takes over a second time.
    link: Mutex<Option<Arc<dyn MatrixApi>>>,
    clock: Arc<dyn Clock>,
    known: Mutex<HashMap<RoomId, CachedRoom>>,
}

impl RoomCache {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { link: Mutex::default(), clock, known: Mutex::default() }
    }

    /// From now on the homeserver can be asked.
    pub(crate) fn connect(&self, link: Arc<dyn MatrixApi>) {
        *self.link.lock().unwrap_or_else(PoisonError::into_inner) = Some(link);
        // What was known is of a time when another process was there.
        self.cache().clear();
    }

    /// The bot's own id, once it is connected.
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

    /// The state of a room, asked for anew unless that was done a moment ago: used before a person
    /// is told that another one is not there.
    pub(crate) async fn get_anew(&self, room: &RoomId) -> Result<Arc<RoomState>, MatrixError> {
        let now = self.clock.monotonic();
        let is_stale = |seen: &mut CachedRoom| seen.found.is_ok() && now.saturating_sub(seen.at) >= ANEW;
        if self.cache().get_mut(room).is_some_and(is_stale) {
            self.forget(room);
        }
        self.get(room).await
    }

    /// A person's name in a room, if known. In a large room the server is asked for that one
    /// member.
    pub(crate) async fn name_in(&self, room: &RoomId, state: &RoomState, user: &UserId) -> String {
        match state.name_of(user) {
            Some(name) => name.to_owned(),
            None if state.unlisted > 0 => self.member(room, user).await.unwrap_or_default(),
            None => String::new(),
        }
    }

    /// The name of a member of a room, as the server says now; nothing if they are not there, or it
    /// does not say.
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

    /// A room as it is.
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
