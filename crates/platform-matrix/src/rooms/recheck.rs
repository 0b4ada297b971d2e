//! Schedule of rooms that are checked again, because the server did not tell what they are like or
//! did not let the bot in: each by itself, with exponential backoff. What is not done when the
//! program ends is known from the pending joins. Not here: the check (`join`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::Clock;
use adoube_matrix_client::RoomId;

/// How long until the bot asks again to be let in.
const ASK_AGAIN: Duration = Duration::from_secs(24 * 60 * 60);
/// How long until a room is looked at again that could not be, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_secs(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(10 * 60);

/// When a room is looked at again.
struct RoomCheckSchedule {
    /// By a clock's monotonic reading; nothing while it is looked at.
    at: Option<Duration>,
    /// How long it was left alone before.
    pause: Duration,
}

/// The rooms.
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

    /// A room could not be looked at.
    fn look_again(&self, room: &RoomId, now: Duration) {
        let mut rooms = self.rooms();
        let before = rooms.get(room).map_or(Duration::ZERO, |look| look.pause);
        let pause = (before * 2).clamp(FIRST_PAUSE, LONGEST_PAUSE);
        rooms.insert(room.clone(), RoomCheckSchedule { at: Some(now + pause), pause });
    }

    /// Those that are to be looked at, which is begun.
    fn due(&self, now: Duration) -> Vec<RoomId> {
        let mut rooms = self.rooms();
        let due = rooms.iter_mut().filter(|(_, look)| look.at.is_some_and(|at| at <= now));
        let begin = |(room, look): (&RoomId, &mut RoomCheckSchedule)| {
            look.at = None;
            room.clone()
        };
        due.map(begin).collect()
    }

    /// A room was looked at; unless it is to be again, that is all.
    fn looked_at(&self, room: &RoomId) {
        self.rooms().retain(|other, look| other != room || look.at.is_some());
    }
}

/// When rooms are checked again, by the clock.
pub(crate) struct RoomChecks {
    rooms: UncheckedRooms,
    clock: Arc<dyn Clock>,
}

impl RoomChecks {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { rooms: UncheckedRooms::default(), clock }
    }

    /// Checks a room that nobody has let the bot into by then.
    pub(crate) fn schedule_room_check(&self, room: &RoomId) {
        self.check_later(room, ASK_AGAIN);
    }

    /// Rooms that are to be checked now, which is begun.
    pub(crate) fn due(&self) -> Vec<RoomId> {
        self.rooms.due(self.clock.monotonic())
    }

    /// A room was checked.
    pub(crate) fn finish(&self, room: &RoomId) {
        self.rooms.looked_at(room);
    }

    /// Looks at a room after that time.
    pub(crate) fn check_later(&self, room: &RoomId, after: Duration) {
        self.rooms.look_at(room, self.clock.monotonic() + after);
    }

    /// Looks once more at a room that could not be looked at.
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
