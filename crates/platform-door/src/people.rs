//! Directory of people in bridged channels: those that the bridge has listed, and those who have
//! acted. It is in memory only; after a restart a bridge lists them again.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use adoube_bot::{BoxFuture, ChannelId, Person, PersonDirectory, PersonId, handle, is_called};

use crate::protocol::limits::{MAX_CHANNELS, MAX_PEOPLE, MAX_PEOPLE_PER_CHANNEL};

/// People in one answer to the bot, at most.
const MAX_MATCHES: usize = 25;

/// The people of all channels. Cloning is cheap.
#[derive(Clone, Default)]
pub struct DoorPeople(Arc<Mutex<DoorPeopleState>>);

#[derive(Default)]
struct DoorPeopleState {
    channels: HashMap<ChannelId, ChannelPeople>,
    /// The number of people in all channels.
    count: usize,
    /// The number of changes so far, which orders them.
    changes: u64,
}

/// The people of a channel.
#[derive(Default)]
struct ChannelPeople {
    people: VecDeque<Person>,
    /// The number of this channel's last change.
    last_change: u64,
}

/// A change of the people of a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PeopleChange {
    /// All people in the channel, in place of the known ones.
    pub(crate) all: Option<Vec<Person>>,
    /// New people, or known ones with a new name.
    pub(crate) add: Vec<Person>,
    /// People who have left.
    pub(crate) remove: Vec<PersonId>,
}

impl DoorPeople {
    /// Applies a change and returns the number of known people in the channel.
    pub(crate) fn change(&self, channel: &ChannelId, change: PeopleChange) -> usize {
        self.lock().change(channel, |people| {
            if let Some(all) = change.all {
                people.clear();
                for person in all {
                    add(people, person);
                }
            }
            for person in change.add {
                add(people, person);
            }
            people.retain(|person| !change.remove.contains(&person.id));
        })
    }

    /// Records that a person is in a channel.
    pub(crate) fn remember_person(&self, channel: &ChannelId, person: &Person) {
        self.lock().change(channel, |people| {
            if people.back() != Some(person) {
                add(people, person.clone());
            }
        });
    }

    /// The latest name of a person in the channel.
    pub(crate) fn name(&self, channel: &ChannelId, person: &PersonId) -> Option<String> {
        let state = self.lock();
        let there = state.channels.get(channel)?;
        there.people.iter().find(|other| other.id == *person).map(|other| other.name.clone())
    }

    fn matching(&self, channel: &ChannelId, is_meant: impl Fn(&Person) -> bool) -> Vec<Person> {
        let state = self.lock();
        let people = state.channels.get(channel).into_iter().flat_map(|there| &there.people);
        people.filter(|person| is_meant(person)).take(MAX_MATCHES).cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, DoorPeopleState> {
        // A panic while the lock is held loses one person at most.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl DoorPeopleState {
    /// Changes the people of a channel and returns their number.
    fn change(&mut self, channel: &ChannelId, change: impl FnOnce(&mut VecDeque<Person>)) -> usize {
        if self.channels.len() >= MAX_CHANNELS && !self.channels.contains_key(channel) {
            self.forget_oldest();
        }
        self.changes += 1;
        let there = self.channels.entry(channel.clone()).or_default();
        there.last_change = self.changes;
        let before = there.people.len();
        change(&mut there.people);
        let now = there.people.len();
        self.count = (self.count + now).saturating_sub(before);
        // The channel changed last fits the limit alone.
        while self.count > MAX_PEOPLE && self.channels.len() > 1 {
            self.forget_oldest();
        }
        now
    }

    /// Forgets the people of the channel that was changed longest ago.
    fn forget_oldest(&mut self) {
        let oldest = self
            .channels
            .iter()
            .min_by_key(|(_, there)| there.last_change)
            .map(|(channel, _)| channel.clone());
        if let Some(gone) = oldest.and_then(|channel| self.channels.remove(&channel)) {
            self.count = self.count.saturating_sub(gone.people.len());
        }
    }
}

/// Adds a person as the newest one, replacing an earlier entry with the same id.
fn add(people: &mut VecDeque<Person>, person: Person) {
    people.retain(|other| other.id != person.id);
    if people.len() >= MAX_PEOPLE_PER_CHANNEL {
        people.pop_front();
    }
    people.push_back(person);
}

impl PersonDirectory for DoorPeople {
    fn find<'a>(&'a self, channel: &'a ChannelId, name: &'a str) -> BoxFuture<'a, Vec<Person>> {
        let name = name.trim_start_matches('@');
        let found = self.matching(channel, |person| {
            person.id.0 == name || handle(&person.id) == name || is_called(&person.name, name)
        });
        Box::pin(async { found })
    }

    fn complete<'a>(&'a self, channel: &'a ChannelId, prefix: &'a str) -> BoxFuture<'a, Vec<Person>> {
        let lower = prefix.trim_start_matches('@').to_lowercase();
        let found = self.matching(channel, |person| person.name.to_lowercase().starts_with(&lower));
        Box::pin(async { found })
    }

    fn name_of<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, Option<String>> {
        let name = self.name(channel, person);
        Box::pin(async { name })
    }

    fn lets_in<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, bool> {
        // People whom the bridge has not listed, and who have not acted, are not in the channel.
        let is_there = self.name(channel, person).is_some();
        Box::pin(async move { is_there })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str) -> Person {
        Person { id: PersonId(format!("x:{}", name.to_lowercase())), name: name.to_owned() }
    }

    #[tokio::test]
    async fn people_are_found_where_they_are_and_forgotten_where_they_left() {
        let people = DoorPeople::default();
        let channel = |name: &str| ChannelId(format!("x:{name}"));
        let here = channel("here");
        let change =
            PeopleChange { all: Some(vec![person("Ada"), person("Bob")]), ..PeopleChange::default() };
        assert_eq!(people.change(&here, change), 2);
        people.remember_person(&here, &person("Cem"));
        assert_eq!(people.find(&here, "@ADA").await, [person("Ada")]);
        assert_eq!(people.find(&here, "x:cem").await, [person("Cem")]);
        assert_eq!(people.complete(&here, "b").await, [person("Bob")]);
        assert_eq!(people.find(&channel("there"), "Ada").await, []);
        let change = PeopleChange { remove: vec![person("Ada").id], ..PeopleChange::default() };
        assert_eq!(people.change(&here, change), 2);
        assert_eq!(people.find(&here, "Ada").await, []);
        assert_eq!(people.name(&here, &person("Bob").id).as_deref(), Some("Bob"));
    }

    #[test]
    fn no_more_are_kept_than_there_is_room_for() {
        let people = DoorPeople::default();
        let channel = ChannelId("x:a".to_owned());
        for number in 0..MAX_PEOPLE_PER_CHANNEL + 5 {
            people.remember_person(&channel, &person(&format!("P{number}")));
        }
        assert_eq!(people.change(&channel, PeopleChange::default()), MAX_PEOPLE_PER_CHANNEL);
        assert_eq!(people.name(&channel, &person("P4").id), None);
        let other = |number: usize| ChannelId(format!("x:c{number}"));
        for number in 1..MAX_CHANNELS {
            people.remember_person(&other(number), &person("Ada"));
        }
        people.remember_person(&channel, &person("Ada"));
        people.remember_person(&other(MAX_CHANNELS), &person("Ada"));
        assert_eq!(people.lock().channels.len(), MAX_CHANNELS);
        assert!(people.name(&channel, &person("Ada").id).is_some(), "something was told of it since");
        assert_eq!(people.name(&other(1), &person("Ada").id), None, "it was told of longest ago");
    }

    #[test]
    fn all_channels_together_have_a_bounded_number_of_people() {
        let people = DoorPeople::default();
        let channel = |number: usize| ChannelId(format!("x:c{number}"));
        let crowd: Vec<Person> =
            (0..MAX_PEOPLE_PER_CHANNEL).map(|number| person(&format!("P{number}"))).collect();
        let channels = 2 * MAX_PEOPLE / MAX_PEOPLE_PER_CHANNEL;
        for number in 0..channels {
            let change = PeopleChange { all: Some(crowd.clone()), ..PeopleChange::default() };
            assert_eq!(people.change(&channel(number), change), MAX_PEOPLE_PER_CHANNEL);
            let state = people.lock();
            let counted: usize = state.channels.values().map(|there| there.people.len()).sum();
            assert!(counted == state.count && counted <= MAX_PEOPLE, "{counted}");
        }
        let is_known = |number: usize| people.name(&channel(number), &person("P1").id).is_some();
        assert_eq!(
            (0..channels).filter(|number| is_known(*number)).count(),
            MAX_PEOPLE / MAX_PEOPLE_PER_CHANNEL
        );
        assert!(is_known(channels - 1) && !is_known(0));
        let change = PeopleChange { all: Some(Vec::new()), ..PeopleChange::default() };
        people.change(&channel(channels - 1), change);
        assert_eq!(people.lock().count, MAX_PEOPLE - MAX_PEOPLE_PER_CHANNEL);
    }
}
