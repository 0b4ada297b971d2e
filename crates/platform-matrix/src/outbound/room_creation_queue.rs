//! Queue of people for whom a private room is to be made, as a homeserver makes only so many rooms:
//! when it is whose turn, and who is told that they wait. Time is handed in. Not here: making rooms
//! (`rate_limited_account`).

use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

use adoube_matrix_client::{MatrixEventId, UserId};

use super::token_bucket::TokenBucket;
use crate::{ids::ChannelAddress, message::render::RoomWaitNotice};

/// How long a person waits for a room before they are told so.
const LONG_WAIT: Duration = Duration::from_secs(30);

/// The people who wait.
#[derive(Default)]
pub(super) struct RoomCreationQueue {
    /// When the room of each may be made.
    promised: BTreeMap<UserId, Duration>,
    /// What they asked for.
    requests: HashMap<UserId, RoomRequest>,
}

/// Where a person asked for what they wait for, with which message, and when.
struct RoomRequest {
    place: ChannelAddress,
    event: MatrixEventId,
    at: Duration,
}

impl RoomCreationQueue {
    /// Remembers where a person asked for what is said in their own room; the first time counts.
    pub(super) fn add_request(
        &mut self,
        user: &UserId,
        (place, event): (&ChannelAddress, &MatrixEventId),
        now: Duration,
    ) {
        let at = self.requests.get(user).map_or(now, |before| before.at);
        self.requests.insert(user.clone(), RoomRequest { place: place.clone(), event: event.clone(), at });
    }

    /// Where a person is to be told, once, that their room takes long, and whether that is because
    /// the server makes only so many.
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

    /// How long a person waits for a room, if they do.
    pub(super) fn wait_of(&self, user: &UserId, now: Duration) -> Option<RoomWaitNotice> {
        let at = *self.promised.get(user)?;
        let ahead = self.promised.values().filter(|other| **other < at).count();
        Some(RoomWaitNotice { ahead, lasts: at.saturating_sub(now) })
    }

    /// When the room of a person may be made; the first time that is promised, out of this bucket.
    pub(super) fn promise(&mut self, user: &UserId, rooms: &mut TokenBucket, now: Duration) -> Duration {
        if let Some(at) = self.promised.get(user) {
            return *at;
        }
        let at = now + rooms.wait(now);
        rooms.take(now);
        self.promised.insert(user.clone(), at);
        at
    }

    /// A person waits no more.
    pub(super) fn remove(&mut self, user: &UserId) {
        self.promised.remove(user);
        self.requests.remove(user);
    }

    /// The server makes no room until then: everybody waits so much longer.
    pub(super) fn put_off(&mut self, until: Duration, now: Duration) {
        let first = self.promised.values().min().map_or(until, |first| (*first).max(now));
        let late = until.saturating_sub(first);
        self.promised.values_mut().for_each(|at| *at = (*at).max(now) + late);
    }
}
