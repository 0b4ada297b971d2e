//! Queue of people who wait for a private room, because a homeserver limits the creation of rooms:
//! when each room may be created, and who is told about the wait. The caller passes the time in.
//! Not here: creating rooms (`rate_limited_account`).

use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

use adoube_matrix_client::{MatrixEventId, UserId};

use super::token_bucket::TokenBucket;
use crate::{ids::ChannelAddress, message::render::RoomWaitNotice};

/// Wait after which a person is told about it.
const LONG_WAIT: Duration = Duration::from_secs(30);

/// People who wait.
#[derive(Default)]
pub(super) struct RoomCreationQueue {
    /// Time at which the room of each person may be created.
    promised: BTreeMap<UserId, Duration>,
    /// Request of each person.
    requests: HashMap<UserId, RoomRequest>,
}

/// The place and the event of a person's request, and its time.
struct RoomRequest {
    place: ChannelAddress,
    event: MatrixEventId,
    at: Duration,
}

impl RoomCreationQueue {
    /// Remembers where a person asked for a private reply. The time of the first request counts.
    pub(super) fn add_request(
        &mut self,
        user: &UserId,
        (place, event): (&ChannelAddress, &MatrixEventId),
        now: Duration,
    ) {
        let at = self.requests.get(user).map_or(now, |before| before.at);
        self.requests.insert(user.clone(), RoomRequest { place: place.clone(), event: event.clone(), at });
    }

    /// The place where a person is told, once, that their room takes long, and whether the server's
    /// limit on room creation is the reason.
    pub(super) fn take_request(
        &mut self,
        user: &UserId,
        now: Duration,
    ) -> Option<(ChannelAddress, MatrixEventId, bool)> {
        let at = *self.promised.get(user)?;
        let is_long = |request: &RoomRequest| at.max(now).saturating_sub(request.at) >= LONG_WAIT;
        self.requests.get(user).filter(|request| is_long(request))?;
        let RoomRequest { place, event, .. } = self.requests.remove(user)?;
        Some((place, event, at > now))
    }

    /// Wait of a person for their room, if they wait.
    pub(super) fn wait_of(&self, user: &UserId, now: Duration) -> Option<RoomWaitNotice> {
        let at = *self.promised.get(user)?;
        let ahead = self.promised.values().filter(|other| **other < at).count();
        Some(RoomWaitNotice { ahead, lasts: at.saturating_sub(now) })
    }

    /// Time at which the room of a person may be created. The first call takes a token from the
    /// bucket; later calls return the same time.
    pub(super) fn promise(&mut self, user: &UserId, rooms: &mut TokenBucket, now: Duration) -> Duration {
        if let Some(at) = self.promised.get(user) {
            return *at;
        }
        let at = now + rooms.wait(now);
        rooms.take(now);
        self.promised.insert(user.clone(), at);
        at
    }

    /// Removes a person from the queue.
    pub(super) fn remove(&mut self, user: &UserId) {
        self.promised.remove(user);
        self.requests.remove(user);
    }

    /// Postpones all rooms, because the server creates none before `until`.
    pub(super) fn put_off(&mut self, until: Duration, now: Duration) {
        let first = self.promised.values().min().map_or(until, |first| (*first).max(now));
        let late = until.saturating_sub(first);
        self.promised.values_mut().for_each(|at| *at = (*at).max(now) + late);
    }
}
