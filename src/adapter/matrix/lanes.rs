//! Which places are being written to, and which wait and until when, so that no place keeps another one waiting. Not here:
//! what is written (`delivery`).

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_service::ChannelId;
use tokio::{sync::Notify, time::Instant};

/// Places written to at once.
const AT_ONCE: usize = 64;
/// How long a place waits after a failure when the server does not say, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
pub(super) const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);
/// Whatever the server says, it is not asked again before the one and is after the other.
const SHORTEST_WISH: Duration = Duration::from_millis(50);
const LONGEST_WISH: Duration = Duration::from_secs(60 * 60);

/// The places.
#[derive(Default)]
pub(super) struct Lanes {
    state: Mutex<State>,
    pub(super) changed: Notify,
}

#[derive(Default)]
struct State {
    busy: HashSet<ChannelId>,
    paused: HashMap<ChannelId, Pause>,
}

#[derive(Clone, Copy)]
struct Pause {
    attempts: u32,
    until: Instant,
}

impl Lanes {
    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks a place as being written to, if it may be now.
    pub(super) fn begin(&self, place: &ChannelId, now: Instant) -> bool {
        let mut state = self.state();
        let waits = state.paused.get(place).is_some_and(|pause| pause.until > now);
        !waits && state.busy.len() < AT_ONCE && state.busy.insert(place.clone())
    }

    /// Everything there was to write is written.
    pub(super) fn end(&self, place: &ChannelId) {
        let mut state = self.state();
        state.busy.remove(place);
        state.paused.remove(place);
        drop(state);
        self.changed.notify_one();
    }

    /// It did not work: the place waits as long as the server wishes, or a little longer each time.
    pub(super) fn pause(&self, place: &ChannelId, wished: Option<Duration>, now: Instant) {
        let mut state = self.state();
        state.busy.remove(place);
        let attempts = state.paused.get(place).map_or(0, |pause| pause.attempts).saturating_add(1);
        let own = FIRST_PAUSE.saturating_mul(1 << attempts.min(20).saturating_sub(1)).min(LONGEST_PAUSE);
        let wait = wished.map_or(own, |wished| wished.clamp(SHORTEST_WISH, LONGEST_WISH));
        state.paused.insert(place.clone(), Pause { attempts, until: now + wait });
        drop(state);
        self.changed.notify_one();
    }

    /// How often in a row writing to a place has failed.
    pub(super) fn failures(&self, place: &ChannelId) -> u32 {
        self.state().paused.get(place).map_or(0, |pause| pause.attempts)
    }

    /// When the next place may be tried again.
    pub(super) fn next(&self) -> Option<Instant> {
        let state = self.state();
        let waiting = state.paused.iter().filter(|(place, _)| !state.busy.contains(*place));
        waiting.map(|(_, pause)| pause.until).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_waits_as_long_as_the_server_wishes() {
        let (lanes, now) = (Lanes::default(), Instant::now());
        let [one, other] = ["matrix:!a", "matrix:!b"].map(|place| ChannelId(place.to_owned()));
        assert!(lanes.begin(&one, now) && !lanes.begin(&one, now));
        lanes.pause(&one, Some(Duration::from_secs(40)), now);
        assert!(lanes.begin(&other, now), "no other place waits");
        assert!(!lanes.begin(&one, now + Duration::from_secs(39)));
        assert!(lanes.begin(&one, now + Duration::from_secs(40)));
        lanes.pause(&one, Some(Duration::ZERO), now);
        assert!(!lanes.begin(&one, now), "some servers wish for nothing at all");
        lanes.end(&one);
        assert!(lanes.next().is_none());
    }

    #[test]
    fn a_place_waits_longer_each_time_when_the_server_wishes_nothing() {
        let (lanes, mut now) = (Lanes::default(), Instant::now());
        let place = ChannelId("matrix:!a".to_owned());
        let mut waits = Vec::new();
        for _ in 0..12 {
            assert!(lanes.begin(&place, now));
            lanes.pause(&place, None, now);
            let next = lanes.next().expect("it waits");
            waits.push(next - now);
            now = next;
        }
        assert!(waits.is_sorted() && waits[0] == FIRST_PAUSE && waits[11] == LONGEST_PAUSE, "{waits:?}");
    }
}
