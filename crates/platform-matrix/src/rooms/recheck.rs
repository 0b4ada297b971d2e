//! Schedules the rooms that are checked again, because the server did not return their state or did
//! not let the bot in. Each room has an exponential backoff of its own. After a restart the
//! schedule is rebuilt from the pending joins. Not here: the check (`join`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::Clock;
use adoube_matrix_client::RoomId;

/// Time until a join is tried again.
const ASK_AGAIN: Duration = Duration::from_secs(24 * 60 * 60);
/// First and longest backoff of a room that cannot be read.
const FIRST_PAUSE: Duration = Duration::from_secs(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(10 * 60);

/// Next check of a room.
struct RoomCheckSchedule {
    /// Monotonic time of the check; `None` while the check runs.
    at: Option<Duration>,
    /// Backoff before this check.
    pause: Duration,
}

/// Schedule of all rooms.
#[derive(Default)]
struct UncheckedRooms(Mutex<HashMap<RoomId, RoomCheckSchedule>>);

impl UncheckedRooms {
    fn rooms(&self) -> MutexGuard<'_, HashMap<RoomId, RoomCheckSchedule>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look_at(&self, room: &RoomId, at: Duration) {
        self.rooms().insert(room.clone(), RoomCheckSchedule { at: Some(at), pause: Duration::ZERO });
    }

    /// Schedules the next check of a room that could not be read.
    fn look_again(&self, room: &RoomId, now: Duration) {
        let mut rooms = self.rooms();
        let before = rooms.get(room).map_or(Duration::ZERO, |look| look.pause);
        let pause = (before * 2).clamp(FIRST_PAUSE, LONGEST_PAUSE);
        rooms.insert(room.clone(), RoomCheckSchedule { at: Some(now + pause), pause });
    }

    /// Rooms whose check is due; their checks count as running.
    fn due(&self, now: Duration) -> Vec<RoomId> {
        let mut rooms = self.rooms();
        let due = rooms.iter_mut().filter(|(_, look)| look.at.is_some_and(|at| at <= now));
        let begin = |(room, look): (&RoomId, &mut RoomCheckSchedule)| {
            look.at = None;
            room.clone()
        };
        due.map(begin).collect()
    }

    /// Removes a checked room, unless it was scheduled again.
    fn looked_at(&self, room: &RoomId) {
        self.rooms().retain(|other, look| other != room || look.at.is_some());
    }
}

/// Schedule of checks, by the clock.
pub(crate) struct RoomChecks {
    rooms: UncheckedRooms,
    clock: Arc<dyn Clock>,
}

impl RoomChecks {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { rooms: UncheckedRooms::default(), clock }
    }

    /// Schedules a check for the case that the bot is not let into the room by then.
    pub(crate) fn schedule_room_check(&self, room: &RoomId) {
        self.check_later(room, ASK_AGAIN);
    }

    /// Rooms whose check is due; their checks count as running.
    pub(crate) fn due(&self) -> Vec<RoomId> {
        self.rooms.due(self.clock.monotonic())
    }

    /// Marks the check of a room as finished.
    pub(crate) fn finish(&self, room: &RoomId) {
        self.rooms.looked_at(room);
    }

    /// Schedules a check of a room after a time.
    pub(crate) fn check_later(&self, room: &RoomId, after: Duration) {
        self.rooms.look_at(room, self.clock.monotonic() + after);
    }

    /// Schedules another check of a room that could not be read.
    pub(crate) fn check_again(&self, room: &RoomId) {
        self.rooms.look_again(room, self.clock.monotonic());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_looked_at_ever_more_seldom_and_once_at_a_time() {
        let (unseen, room) = (UncheckedRooms::default(), RoomId("!r".to_owned()));
        let mut now = Duration::from_secs(7);
        unseen.look_at(&room, now);
        let mut pauses = Vec::new();
        for _ in 0..8 {
            assert_eq!(unseen.due(now), std::slice::from_ref(&room));
            assert!(unseen.due(now + LONGEST_PAUSE).is_empty(), "it is being looked at");
            unseen.look_again(&room, now);
            unseen.looked_at(&room);
            let at = unseen.rooms()[&room].at.expect("it is looked at again");
            pauses.push(at.saturating_sub(now).as_secs());
            now = at;
        }
        assert_eq!(pauses, [20, 40, 80, 160, 320, 600, 600, 600]);
        unseen.due(now);
        unseen.looked_at(&room);
        assert!(unseen.rooms().is_empty(), "it was seen");
    }
}
