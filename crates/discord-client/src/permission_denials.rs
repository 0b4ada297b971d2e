//! Remembers permission denials: after the second denial of a route and target the request is not
//! repeated until an event suggests that it may be allowed now, or an hour has passed (circuit
//! breaker). Not here: what a denial means to the caller (the adapter).

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use crate::{RequestError, route_limiter::RouteBucket};

/// Denials after which the request is not repeated.
const ENOUGH: u32 = 2;
/// Time after which one request is tried again, as not every change of permissions causes an event.
const AGAIN: Duration = Duration::from_secs(60 * 60);
/// Most routes and targets that are remembered.
const REMEMBERED: usize = 10_000;

/// Denied requests by route and target: a circuit breaker for each, which opens after refusals and lets one request through
/// after an hour.
#[derive(Default)]
pub(crate) struct PermissionDenials(Mutex<HashMap<RouteBucket, PermissionDenial>>);

struct PermissionDenial {
    times: u32,
    last: Instant,
    why: RequestError,
}

impl PermissionDenials {
    fn refused(&self) -> MutexGuard<'_, HashMap<RouteBucket, PermissionDenial>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The last error, where the request would be denied again.
    pub(crate) fn closed(&self, kind: RouteBucket) -> Option<RequestError> {
        self.closed_at(kind, Instant::now())
    }

    fn closed_at(&self, kind: RouteBucket, now: Instant) -> Option<RequestError> {
        let mut refused = self.refused();
        let door = refused.get_mut(&kind).filter(|door| door.times >= ENOUGH)?;
        if now.duration_since(door.last) < AGAIN {
            return Some(door.why.clone());
        }
        // One caller retries; the others still get the error.
        door.last = now;
        None
    }

    /// Records the result of a request.
    pub(crate) fn note(&self, kind: RouteBucket, failure: Option<&RequestError>) {
        match failure {
            Some(why @ RequestError::Forbidden(_)) => self.refuse(kind, why.clone(), Instant::now()),
            Some(_) => {}
            None => drop(self.refused().remove(&kind)),
        }
    }

    fn refuse(&self, kind: RouteBucket, why: RequestError, now: Instant) {
        let mut refused = self.refused();
        if refused.len() >= REMEMBERED && !refused.contains_key(&kind) {
            refused.clear();
        }
        let times = refused.get(&kind).map_or(0, |door| door.times) + 1;
        refused.insert(kind, PermissionDenial { times, last: now, why });
        if times == ENOUGH {
            tracing::info!(
                request = kind.name,
                place = kind.place,
                "Discord does not allow it, and is not asked again"
            );
        }
    }

    /// Targets with any suspended request.
    pub(crate) fn closed_places(&self) -> BTreeSet<u64> {
        let refused = self.refused();
        let closed = refused.iter().filter(|(_, door)| door.times >= ENOUGH);
        closed.map(|(kind, _)| kind.place).filter(|place| *place != 0).collect()
    }

    /// Forgets the denials of a target, as it may be allowed now.
    pub(crate) fn open(&self, place: u64) {
        self.refused().retain(|kind, _| kind.place != place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: RouteBucket = RouteBucket { name: "POST channels/messages", place: 1 };

    fn why() -> RequestError {
        RequestError::Forbidden("Missing Permissions (403, code 50013)".to_owned())
    }

    #[test]
    fn the_second_refusal_is_the_last_until_something_shows_otherwise() {
        let (doors, other) = (PermissionDenials::default(), RouteBucket { place: 2, ..KIND });
        assert_eq!(doors.closed(KIND), None);
        doors.note(KIND, Some(&why()));
        assert_eq!(doors.closed(KIND), None, "once is chance");
        doors.note(KIND, Some(&why()));
        assert_eq!(doors.closed(KIND), Some(why()));
        assert_eq!(
            doors.closed(RouteBucket { name: "POST channels/threads", ..KIND }),
            None,
            "something else"
        );
        assert_eq!(doors.closed(other), None, "somewhere else");
        doors.open(2);
        assert_eq!(doors.closed(KIND), Some(why()));
        doors.open(1);
        assert_eq!(doors.closed(KIND), None);
    }

    #[test]
    fn nothing_stays_closed_without_being_asked_for_once_an_hour() {
        let (doors, now) = (PermissionDenials::default(), Instant::now());
        (0..3).for_each(|_| doors.refuse(KIND, why(), now));
        let later = now + AGAIN;
        assert_eq!([doors.closed_at(KIND, later), doors.closed_at(KIND, later)], [None, Some(why())]);
        doors.note(KIND, None);
        assert_eq!(doors.closed_at(KIND, later), None, "it was granted");
        doors.note(KIND, Some(&RequestError::Transient(String::new())));
        assert_eq!(doors.closed_at(KIND, later), None, "that was no refusal");
    }

    #[test]
    fn not_everything_is_remembered() {
        let doors = PermissionDenials::default();
        for place in 0..=2 * REMEMBERED as u64 {
            doors.note(RouteBucket { place, ..KIND }, Some(&why()));
        }
        assert!(doors.refused().len() <= REMEMBERED);
    }
}
