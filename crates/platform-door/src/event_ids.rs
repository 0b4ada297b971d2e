//! Remembers the ids of recent events, to detect a bridge that uses one id for two events. In
//! memory and bounded.
//!
//! Not here: idempotency of events (`adoube-bot`).

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, PoisonError},
};

use adoube_bot::{ChannelId, PersonId, UserAction};
use sha2::{Digest as _, Sha256};

use crate::protocol::limits::MAX_REMEMBERED_EVENTS;

/// The first bytes of a SHA-256 hash: enough to tell events apart.
type Fingerprint = [u8; 16];

/// The ids of recent events, each with its action.
#[derive(Default)]
pub(crate) struct EventIds(Mutex<RecentEvents>);

#[derive(Default)]
struct RecentEvents {
    /// The action of each event, by the platform and id of the event.
    actions: HashMap<Fingerprint, Fingerprint>,
    /// The ids, the oldest first.
    order: VecDeque<Fingerprint>,
}

impl EventIds {
    /// Records an event; true if its id belongs to another event already.
    pub(crate) fn is_used(
        &self,
        id: &str,
        channel: &ChannelId,
        person: &PersonId,
        action: &UserAction,
    ) -> bool {
        // An id contains no line break, so the parts stay distinct.
        let id = fingerprint(&format!("{}\n{id}", channel.platform()));
        let action_fingerprint = fingerprint(&format!("{channel}\n{person}\n{action:?}"));
        // A panic while the lock is held loses one id at most.
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = recent.actions.get(&id) {
            return *known != action_fingerprint;
        }
        if recent.order.len() >= MAX_REMEMBERED_EVENTS
            && let Some(oldest) = recent.order.pop_front()
        {
            recent.actions.remove(&oldest);
        }
        recent.order.push_back(id);
        recent.actions.insert(id, action_fingerprint);
        false
    }
}

fn fingerprint(text: &str) -> Fingerprint {
    let hash = Sha256::digest(text);
    hash.first_chunk().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_that_of_one_event_and_the_oldest_are_forgotten() {
        let ids = EventIds::default();
        let is_used = |id: &str, channel: &str, person: &str, said: &str| {
            let (channel, person) = (ChannelId(channel.to_owned()), PersonId(person.to_owned()));
            ids.is_used(id, &channel, &person, &UserAction::Text(said.to_owned()))
        };
        assert!(!is_used("1", "irc:a", "irc:ada", "e4"));
        assert!(!is_used("1", "irc:a", "irc:ada", "e4"), "the same one is told again");
        assert!(!is_used("1", "xmpp:a", "xmpp:ada", "e4"), "another platform counts for itself");
        for (channel, person, said) in
            [("irc:b", "irc:ada", "e4"), ("irc:a", "irc:bob", "e4"), ("irc:a", "irc:ada", "e5")]
        {
            assert!(is_used("1", channel, person, said), "{channel} {person} {said}");
        }
        for number in 0..MAX_REMEMBERED_EVENTS {
            assert!(!is_used(&format!("n{number}"), "irc:a", "irc:ada", "e4"));
        }
        assert!(!is_used("1", "irc:a", "irc:bob", "e5"), "it is forgotten");
        assert_eq!(ids.0.lock().expect("nobody panicked").actions.len(), MAX_REMEMBERED_EVENTS);
    }
}
