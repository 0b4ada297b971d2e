//! Rooms that are looked at again, as the server did not tell what they are like or did not let the bot in: each by itself, and
//! what goes wrong ever more seldom. What is not done when the program ends is known by what is noted of each (`arrivals`). Not
//! here: what is done there then (`arriving`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_matrix_client::RoomId;
use tokio::task::JoinSet;

use crate::MatrixPlatform;

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
pub(crate) struct UncheckedRooms(Mutex<HashMap<RoomId, RoomCheckSchedule>>);

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

impl MatrixPlatform {
    /// Looks at a room after that time.
    pub(crate) fn look_later(&self, room: &RoomId, after: Duration) {
        self.unseen.look_at(room, self.clock.monotonic() + after);
    }

    /// Looks once more at a room that could not be looked at.
    pub(crate) fn look_again(&self, room: &RoomId) {
        self.unseen.look_again(room, self.clock.monotonic());
    }

    /// Looks at the rooms that are to be looked at by now. None waits for another one.
    pub(crate) fn look_at_unseen(self: &Arc<Self>, looks: &mut JoinSet<()>) {
        while looks.try_join_next().is_some() {}
        for room in self.unseen.due(self.clock.monotonic()) {
            let matrix = Arc::clone(self);
            looks.spawn(async move {
                if let Err(error) = matrix.look_again_at(&room).await {
                    tracing::error!(%error, room = %room.0, "what comes of being in a room waits");
                    matrix.look_again(&room);
                }
                matrix.unseen.looked_at(&room);
            });
        }
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
