//! Merges the people whom other processes serve into each channel's list of present people.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

use adoube_bot::{ChannelId, Person, PersonId};
use tokio::sync::watch;

use crate::{
    identity::name::fold,
    limits::PEOPLE_LISTED,
    presence::board::{ChannelPresence, NameRank, PresenceBoard, PresenceList, PresenceState},
};

impl PresenceBoard {
    /// An empty board that records changes for other processes.
    pub(crate) fn shared() -> Self {
        Self { moved: Some(watch::Sender::default()), ..Self::default() }
    }

    /// Up to `limit` people in a channel whose names begin with `prefix`.
    pub(crate) fn beginning(&self, channel: &ChannelId, prefix: &str, limit: usize) -> Vec<Person> {
        let prefix = fold(prefix);
        let rooms = self.rooms();
        let Some(room) = rooms.rooms.get(channel) else { return Vec::new() };
        let from = (prefix.clone(), PersonId(String::new()));
        let own = room.people.range(from..).take_while(|((name, _), _)| name.starts_with(&prefix));
        let own = own.take(limit).map(|(rank, (person, _))| (rank.clone(), person));
        let others = room.others().filter(|((name, _), _)| name.starts_with(&prefix));
        let all: BTreeMap<NameRank, &Person> = others.chain(own).collect();
        all.into_values().take(limit).cloned().collect()
    }

    /// Whether the lists of other processes were not yet read for a channel.
    pub(crate) fn is_unasked(&self, channel: &ChannelId) -> bool {
        self.moved.is_some() && self.rooms().rooms.get(channel).is_some_and(|room| room.elsewhere.is_none())
    }

    /// Channels that people at this process follow.
    pub(crate) fn followed(&self) -> Vec<ChannelId> {
        self.rooms().rooms.keys().cloned().collect()
    }

    /// The people in a channel whom this process serves.
    pub(crate) fn own(&self, channel: &ChannelId) -> PresenceList {
        self.rooms().rooms.get(channel).map(ChannelPresence::own).unwrap_or_default()
    }

    /// Stores the lists of other processes for a channel, by slot.
    pub(crate) fn hear(&self, channel: &ChannelId, said: impl IntoIterator<Item = (u64, PresenceList)>) {
        let mut rooms = self.rooms();
        let Some(room) = rooms.rooms.get_mut(channel) else { return };
        let mut elsewhere = room.elsewhere.take().unwrap_or_default();
        let before = elsewhere.clone();
        for (place, listed) in said {
            if listed.people.is_empty() {
                elsewhere.remove(&place);
            } else {
                elsewhere.insert(place, listed);
            }
        }
        if elsewhere != before {
            room.touch();
        }
        room.elsewhere = Some(elsewhere);
    }

    /// Removes the people of a slot whose process serves none any more.
    pub(crate) fn forget(&self, place: u64) {
        for room in self.rooms().rooms.values_mut() {
            if room.elsewhere.as_mut().is_some_and(|elsewhere| elsewhere.remove(&place).is_some()) {
                room.touch();
            }
        }
    }

    /// Subscribes to changes of presence, in a shared store.
    pub(crate) fn subscribe_changes(&self) -> Option<watch::Receiver<()>> {
        self.moved.as_ref().map(watch::Sender::subscribe)
    }

    /// Takes the channels whose people changed since the last call.
    pub(crate) fn take_moved(&self) -> HashSet<ChannelId> {
        std::mem::take(&mut self.rooms().moved)
    }

    /// Whether a socket is open.
    pub(crate) fn has_somebody(&self) -> bool {
        *self.sockets.borrow() > 0
    }

    /// Records in `moved` that the people in a channel changed.
    pub(crate) fn note_moved(&self, moved: &mut HashSet<ChannelId>, channel: &ChannelId) {
        if let Some(told) = &self.moved {
            moved.insert(channel.clone());
            told.send_replace(());
        }
    }
}

impl PresenceState {
    /// The list of people in a channel.
    pub(crate) fn listed(&mut self, channel: &ChannelId) -> Arc<PresenceList> {
        self.rooms.get_mut(channel).map(ChannelPresence::listed).unwrap_or_default()
    }
}

impl ChannelPresence {
    fn own(&self) -> PresenceList {
        let people = self.people.values().take(PEOPLE_LISTED).map(|(person, _)| person.clone());
        PresenceList { people: people.collect(), more: self.people.len().saturating_sub(PEOPLE_LISTED) }
    }

    /// The people whom only other processes serve.
    fn others(&self) -> impl Iterator<Item = (NameRank, &Person)> {
        let told = self.elsewhere.iter().flat_map(BTreeMap::values).flat_map(|listed| &listed.people);
        told.map(|person| ((fold(&person.name), person.id.clone()), person))
            .filter(|(rank, _)| !self.people.contains_key(rank))
    }

    fn listed(&mut self) -> Arc<PresenceList> {
        if let Some(listed) = &self.listed {
            return Arc::clone(listed);
        }
        let own = self.own();
        let others: BTreeMap<NameRank, &Person> = self.others().collect();
        let untold: usize = self.elsewhere.iter().flat_map(BTreeMap::values).map(|listed| listed.more).sum();
        let all = self.people.len() + others.len() + untold;
        let mut people = own.people;
        if !others.is_empty() {
            people.extend(others.into_values().cloned());
            people.sort_by_cached_key(|person| (fold(&person.name), person.id.clone()));
            people.truncate(PEOPLE_LISTED);
        }
        let more = all - people.len();
        let listed = Arc::new(PresenceList { people, more });
        self.listed = Some(Arc::clone(&listed));
        listed
    }
}
