//! Contacts of a person: the people they block, their recent challenges by name that were withdrawn
//! or declined, and the growing pauses that follow from these. Not here: whom they let challenge
//! them (`preferences`), and the refusals (`gameplay::contacts`).

use serde::{Deserialize, Serialize};

use super::{Challenge, DAY, GameId, MINUTE};
use crate::{ChannelId, Person, PersonId};

/// Upper limit of people that one person blocks.
pub const MOST_BLOCKED: usize = 200;

/// Upper limit of people whose recent challenges by one person are stored.
const MOST_APPROACHED: usize = 50;

/// How long a withdrawn or declined challenge counts, in milliseconds.
const COUNTED_FOR: u64 = DAY;

/// Pauses before the next challenge to the same person, by the number of challenges that were
/// withdrawn or declined, in milliseconds; the last one holds for any higher number.
const PAUSES: [u64; 5] = [0, MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE];

/// A person's contacts with others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contacts {
    /// Blocked people, newest last, with their names at that time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<Person>,
    /// People challenged by name lately, newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub approached: Vec<RecentChallenges>,
}

/// The recent challenges of one person to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecentChallenges {
    /// The challenged person.
    pub person: PersonId,
    /// The challenge that may still be open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<OpenDirectChallenge>,
    /// When challenges to them were withdrawn or declined, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<u64>,
}

/// A challenge by name that may still be open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenDirectChallenge {
    /// The channel.
    pub channel: ChannelId,
    /// The challenge.
    pub challenge: GameId,
    /// When it was made, in milliseconds since 1970.
    pub made_at: u64,
}

/// A change of a person's contacts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContactEvent {
    /// The person blocked another one.
    Blocked(Person),
    /// The person ended a block.
    Unblocked(PersonId),
    /// The person challenged another one by name.
    Approached {
        /// The challenged person.
        person: PersonId,
        /// The challenge.
        open: OpenDirectChallenge,
    },
    /// The person's challenge to another one was withdrawn or declined.
    Closed {
        /// The challenged person.
        person: PersonId,
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// The person's challenge to another one was accepted.
    Accepted {
        /// The challenged person.
        person: PersonId,
    },
}

impl OpenDirectChallenge {
    /// Whether the challenge has expired; `now` in milliseconds since 1970.
    fn has_expired(&self, now: u64) -> bool {
        now >= self.made_at.saturating_add(Challenge::LIFE)
    }
}

impl Contacts {
    /// Whether the person blocks this one.
    pub fn blocks(&self, person: &PersonId) -> bool {
        self.blocked.iter().any(|blocked| blocked.id == *person)
    }

    /// The challenge to this person that may still be open; `now` in milliseconds since 1970.
    pub fn open_to(&self, person: &PersonId, now: u64) -> Option<&OpenDirectChallenge> {
        self.approached_as(person)?.open.as_ref().filter(|open| !open.has_expired(now))
    }

    /// When the person may challenge this one again, in milliseconds since 1970, after challenges
    /// that were withdrawn or declined; `None` if they may now.
    pub fn pauses_until(&self, person: &PersonId, now: u64) -> Option<u64> {
        let closed = &self.approached_as(person)?.closed;
        let counted = closed.iter().filter(|at| is_counted(**at, now));
        let last = counted.clone().max()?;
        let place = counted.count().min(PAUSES.len()) - 1;
        let until = last.saturating_add(PAUSES.get(place).copied().unwrap_or_default());
        // A timestamp from a clock that was ahead must not cause a wait longer than any pause.
        (now < until).then(|| until.min(now.saturating_add(PAUSES[PAUSES.len() - 1])))
    }

    /// Whether nothing is stored.
    pub fn is_empty(&self) -> bool {
        self.blocked.is_empty() && self.approached.is_empty()
    }

    /// Applies a change.
    pub fn note(&mut self, event: ContactEvent) {
        match event {
            ContactEvent::Blocked(person) => {
                self.blocked.retain(|blocked| blocked.id != person.id);
                if self.blocked.len() < MOST_BLOCKED {
                    self.blocked.push(person);
                }
            }
            ContactEvent::Unblocked(person) => self.blocked.retain(|blocked| blocked.id != person),
            ContactEvent::Approached { person, open } => {
                let now = open.made_at;
                let closed = self.take(&person, now).closed;
                self.approached.push(RecentChallenges { person, open: Some(open), closed });
            }
            ContactEvent::Closed { person, at } => {
                let mut closed = self.take(&person, at).closed;
                closed.push(at);
                // Older ones make no difference.
                let more = closed.len().saturating_sub(PAUSES.len());
                closed.drain(..more);
                self.approached.push(RecentChallenges { person, open: None, closed });
            }
            ContactEvent::Accepted { person } => {
                self.approached.retain(|approached| approached.person != person);
            }
        }
    }

    fn approached_as(&self, person: &PersonId) -> Option<&RecentChallenges> {
        self.approached.iter().find(|approached| approached.person == *person)
    }

    /// Removes and returns the entry of this person, removes expired entries of all, and makes room
    /// for one.
    fn take(&mut self, person: &PersonId, now: u64) -> RecentChallenges {
        for approached in &mut self.approached {
            approached.closed.retain(|at| is_counted(*at, now));
            approached.open.take_if(|open| open.has_expired(now));
        }
        let place = self.approached.iter().position(|approached| approached.person == *person);
        let taken = place.map(|place| self.approached.remove(place));
        self.approached.retain(|approached| approached.open.is_some() || !approached.closed.is_empty());
        if self.approached.len() >= MOST_APPROACHED {
            self.approached.remove(0);
        }
        taken.unwrap_or_else(|| RecentChallenges { person: person.clone(), open: None, closed: Vec::new() })
    }
}

fn is_counted(at: u64, now: u64) -> bool {
    now.abs_diff(at) < COUNTED_FOR
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> PersonId {
        PersonId(format!("test:{name}"))
    }

    fn person(name: &str) -> Person {
        Person { id: id(name), name: name.to_owned() }
    }

    fn approach(name: &str, at: u64) -> ContactEvent {
        let challenge = GameId::parse("k7f2mq").unwrap_or_else(|| panic!("an id"));
        let open =
            OpenDirectChallenge { channel: ChannelId("test:lobby".to_owned()), challenge, made_at: at };
        ContactEvent::Approached { person: id(name), open }
    }

    fn close(name: &str, at: u64) -> ContactEvent {
        ContactEvent::Closed { person: id(name), at }
    }

    #[test]
    fn somebody_is_blocked_once_and_not_everybody() {
        let mut contacts = Contacts::default();
        for number in (0..MOST_BLOCKED + 20).chain(0..10) {
            contacts.note(ContactEvent::Blocked(person(&number.to_string())));
        }
        assert_eq!(contacts.blocked.len(), MOST_BLOCKED);
        assert!(contacts.blocks(&id("0")) && !contacts.blocks(&id("210")));
        contacts.note(ContactEvent::Unblocked(id("0")));
        assert!(!contacts.blocks(&id("0")));
    }

    #[test]
    fn pauses_grow_to_an_hour_and_are_forgotten_after_a_day() {
        let mut contacts = Contacts::default();
        let bob = id("Bob");
        let mut at = DAY;
        for pause in [0, 1, 5, 15, 60, 60, 60] {
            contacts.note(approach("Bob", at));
            contacts.note(close("Bob", at));
            let until = (pause > 0).then_some(at + pause * MINUTE);
            assert_eq!(contacts.pauses_until(&bob, at), until, "{pause}");
            assert_eq!(contacts.pauses_until(&id("Cy"), at), None);
            at += pause * MINUTE;
            assert_eq!(contacts.pauses_until(&bob, at), None, "{pause}");
        }
        contacts.note(close("Bob", at + DAY));
        assert_eq!(contacts.pauses_until(&bob, at + DAY), None, "the first of another day");
        contacts.note(close("Bob", at + DAY));
        contacts.note(ContactEvent::Accepted { person: bob.clone() });
        assert_eq!(contacts, Contacts::default(), "a game makes up for it");
    }

    #[test]
    fn a_calendar_that_was_ahead_keeps_nobody_waiting() {
        let mut contacts = Contacts::default();
        for _ in 0..5 {
            contacts.note(close("Bob", DAY + DAY / 2));
        }
        assert_eq!(contacts.pauses_until(&id("Bob"), DAY), Some(DAY + 60 * MINUTE));
    }

    #[test]
    fn a_challenge_may_be_open_for_a_week() {
        let mut contacts = Contacts::default();
        contacts.note(approach("Bob", 0));
        assert!(contacts.open_to(&id("Bob"), Challenge::LIFE - 1).is_some());
        assert!(contacts.open_to(&id("Bob"), Challenge::LIFE).is_none());
        contacts.note(close("Bob", 1));
        assert!(contacts.open_to(&id("Bob"), 2).is_none());
    }

    #[test]
    fn of_people_who_were_challenged_the_latest_are_known() {
        let mut contacts = Contacts::default();
        for number in 0..MOST_APPROACHED + 10 {
            contacts.note(approach(&number.to_string(), 0));
        }
        assert_eq!(contacts.approached.len(), MOST_APPROACHED);
        assert!(contacts.open_to(&id("9"), 0).is_none() && contacts.open_to(&id("10"), 0).is_some());
        contacts.note(approach("Bob", Challenge::LIFE));
        assert_eq!(contacts.approached.len(), 1, "what has expired is forgotten");
    }
}
