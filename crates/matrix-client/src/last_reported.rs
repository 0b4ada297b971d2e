//! Remembers the last reported events of each room over restarts: any other event among them in the
//! order of the room's graph was never reported. Not here: which events are handled (`catch_up`).

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::RoomId;

/// Most rooms that are remembered; the longest silent ones are dropped.
const MOST_ROOMS: usize = 256;
/// Most events of a room.
const MOST_EVENTS: usize = 16;

/// The last reported events. A stored form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LastReportedEvents {
    /// The most recent room last.
    rooms: VecDeque<LastReportedInRoom>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LastReportedInRoom {
    room: String,
    events: VecDeque<String>,
}

impl LastReportedEvents {
    /// Adds a reported event.
    pub(crate) fn note(&mut self, room: &RoomId, event: &str) {
        let at = self.rooms.iter().position(|other| other.room == room.0);
        let known = at.and_then(|at| self.rooms.remove(at));
        let mut known =
            known.unwrap_or_else(|| LastReportedInRoom { room: room.0.clone(), events: VecDeque::new() });
        if !known.events.iter().any(|other| other == event) {
            known.events.push_back(event.to_owned());
        }
        if known.events.len() > MOST_EVENTS {
            known.events.pop_front();
        }
        self.rooms.push_back(known);
        if self.rooms.len() > MOST_ROOMS {
            self.rooms.pop_front();
        }
    }

    /// Whether an event was reported; `None` where nothing is remembered of its room.
    pub(crate) fn has(&self, room: &RoomId, event: &str) -> Option<bool> {
        let known = self.rooms.iter().find(|known| known.room == room.0)?;
        Some(known.events.iter().any(|other| other == event))
    }

    /// Adds what was reported before.
    pub(crate) fn follow(&mut self, before: Self) {
        let later = std::mem::replace(self, before);
        for LastReportedInRoom { room, events } in later.rooms {
            let room = RoomId(room);
            for event in events {
                self.note(&room, &event);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(id: &str) -> RoomId {
        RoomId(id.to_owned())
    }

    #[test]
    fn the_last_of_each_room_is_known_and_of_others_nothing() {
        let mut before = LastReportedEvents::default();
        before.note(&room("!a"), "$old");
        before.note(&room("!b"), "$b");
        let mut heard = LastReportedEvents::default();
        heard.note(&room("!a"), "$new");
        heard.follow(before);
        for (id, event, has) in [
            ("!a", "$old", Some(true)),
            ("!a", "$new", Some(true)),
            ("!a", "$other", Some(false)),
            ("!b", "$b", Some(true)),
            ("!c", "$b", None),
        ] {
            assert_eq!(heard.has(&room(id), event), has, "{id} {event}");
        }
        for number in 0..MOST_EVENTS {
            heard.note(&room("!a"), &format!("${number}"));
        }
        assert_eq!(heard.has(&room("!a"), "$new"), Some(false));
        for number in 1..MOST_ROOMS {
            heard.note(&room(&format!("!{number}")), "$e");
        }
        assert_eq!((heard.has(&room("!b"), "$b"), heard.has(&room("!a"), "$0")), (None, Some(true)));
    }
}
