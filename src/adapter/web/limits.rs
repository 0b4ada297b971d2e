//! How much one browser, person or message may ask for, and the bucket that slows down whoever asks too fast.
//! Not here: where a limit is applied; each place names the one it applies.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// Characters of a message or command.
pub(super) const TEXT_CHARS: usize = 2000;
/// Bytes of a WebSocket message; a text of [`TEXT_CHARS`] four-byte characters, escaped, fits.
pub(super) const SOCKET_MESSAGE_BYTES: usize = 32 * 1024;
/// Bytes of the body of a request.
pub(super) const BODY_BYTES: usize = 4 * 1024;
/// Characters of a component's id or of the value picked from a menu; the service gives out at most 100.
pub(super) const COMPONENT_CHARS: usize = 100;
/// Persons in one browser.
pub(super) const SEATS: u8 = 8;
/// Sockets one person may have open.
pub(super) const SOCKETS_PER_PERSON: usize = 8;
/// Sockets open at the same time, of all persons together.
pub(super) const SOCKETS: usize = 2048;
/// Connections that are not sockets (yet) at the same time.
pub(super) const CONNECTIONS: usize = 1024;
/// Channels beside the lobby.
pub(super) const CHANNELS: usize = 64;
/// Entries a channel's log keeps; older ones go as new ones come.
pub(super) const KEPT_ENTRIES: u64 = 20_000;
/// Entries of one page of the log.
pub(super) const PAGE_ENTRIES: usize = 50;
/// Entries looked at for one page, because those meant for other people are passed over.
pub(super) const SCANNED_ENTRIES: usize = 500;
/// Names offered for autocomplete.
pub(super) const COMPLETIONS: usize = 25;
/// Pictures drawn at the same time; more wait for their turn.
pub(super) const DRAWING: usize = 2;
/// Answers waiting for a slow browser before its requests are read no further.
pub(super) const WAITING_ANSWERS: usize = 64;

/// How long the head of a request may take, and any request from its head to its answer.
pub(super) const HEAD_TIME: Duration = Duration::from_secs(10);
/// See [`HEAD_TIME`].
pub(super) const REQUEST_TIME: Duration = Duration::from_secs(30);
/// How long one message may take to go out before the browser counts as gone.
pub(super) const SEND_TIME: Duration = Duration::from_secs(10);
/// How often a quiet socket is asked whether it is still there, and how long it may be silent.
pub(super) const PING_EVERY: Duration = Duration::from_secs(20);
/// See [`PING_EVERY`].
pub(super) const SILENCE: Duration = Duration::from_secs(60);
/// How long sockets and requests get to finish when the program stops.
pub(super) const GRACE: Duration = Duration::from_secs(5);

/// How fast something may be done: a burst at once, then so many per second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    /// How many at once after a rest.
    pub(super) burst: u32,
    /// Milliseconds until one more is allowed.
    pub(super) refill_millis: u64,
}

/// Messages, commands and presses of a person.
pub(super) const EVENT_PACE: Pace = Pace { burst: 12, refill_millis: 400 };
/// Completions and pages a person asks for.
pub(super) const QUESTION_PACE: Pace = Pace { burst: 40, refill_millis: 60 };
/// Changes of a browser's names and settings, and its new channels.
pub(super) const CHANGE_PACE: Pace = Pace { burst: 10, refill_millis: 2000 };
/// New persons, over all browsers together: names are for ever, so nobody shall take thousands of them.
pub(super) const NEWCOMER_PACE: Pace = Pace { burst: 60, refill_millis: 1000 };

/// How many different keys a set of buckets remembers before it forgets those that are full again.
const REMEMBERED: usize = 4096;

/// One bucket per key.
#[derive(Debug)]
pub(super) struct Buckets<K> {
    pace: Pace,
    /// When each key's bucket will be full again, in milliseconds since 1970.
    full_at: Mutex<HashMap<K, u64>>,
}

impl<K: Eq + Hash> Buckets<K> {
    pub(super) fn new(pace: Pace) -> Self {
        Self { pace, full_at: Mutex::new(HashMap::new()) }
    }

    /// Takes one from the key's bucket; `false` when it is empty. `now` in milliseconds since 1970.
    pub(super) fn take(&self, key: K, now: u64) -> bool {
        let Pace { burst, refill_millis } = self.pace;
        // A map of numbers has no state that a panic elsewhere could leave half done.
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        if full_at.len() >= REMEMBERED {
            full_at.retain(|_, full| *full > now);
        }
        let full = full_at.entry(key).or_insert(now);
        let after = (*full).max(now) + refill_millis;
        if after > now + u64::from(burst) * refill_millis {
            return false;
        }
        *full = after;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: u64 = 1_000_000;

    #[test]
    fn a_burst_is_allowed_then_the_pace() {
        let buckets = Buckets::new(Pace { burst: 3, refill_millis: 100 });
        let taken: Vec<bool> = [0, 0, 0, 0, 99, 100, 100, 1000, 1000, 1000, 1000]
            .into_iter()
            .map(|after| buckets.take("anna", START + after))
            .collect();
        let expected = [true, true, true, false, false, true, false, true, true, true, false];
        assert_eq!(taken, expected);
    }

    #[test]
    fn one_key_does_not_slow_another() {
        let buckets = Buckets::new(Pace { burst: 1, refill_millis: 100 });
        assert!(buckets.take("anna", START));
        assert!(!buckets.take("anna", START));
        assert!(buckets.take("bert", START));
    }

    #[test]
    fn full_buckets_are_forgotten_and_empty_ones_are_not() {
        let buckets = Buckets::new(Pace { burst: 1, refill_millis: 100 });
        for key in 0..REMEMBERED {
            assert!(buckets.take(key, START));
        }
        assert!(buckets.take(REMEMBERED, START + 150));
        assert_eq!(buckets.full_at.lock().map(|map| map.len()).unwrap_or_default(), 1);
        assert!(!buckets.take(REMEMBERED, START + 151));
    }
}
