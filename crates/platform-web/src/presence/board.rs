//! The presence board of this process: the open sockets of each person, and the people in each
//! channel by name. Not here: how pages hear of changes (`roster.rs`), how other processes do
//! (`sync.rs`).

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use adoube_bot::{ChannelId, Person, PersonId};
use tokio::sync::{broadcast, watch};

use crate::{
    identity::{name::fold, profile::WebProfile},
    limits::SOCKETS_PER_PERSON,
    presence::update::PersonUpdate,
};

/// What is told to a person that a slow socket may still read.
const TOLD_AHEAD: usize = 16;

/// Who is here. Cheap to clone; every clone knows the same.
#[derive(Clone, Default)]
pub(crate) struct PresenceBoard {
    pub(crate) known: Arc<Mutex<RemotePresenceLink>>,
    /// How many there are.
    pub(crate) sockets: watch::Sender<usize>,
    /// Where other processes are to hear of those who are here: told when there are other people in a channel.
    pub(crate) moved: Option<watch::Sender<()>>,
}

#[derive(Default)]
pub(crate) struct RemotePresenceLink {
    pub(crate) persons: HashMap<PersonId, ConnectedPerson>,
    pub(crate) rooms: HashMap<ChannelId, ChannelPresence>,
    /// Where other processes are to hear of it: channels with other people than when they were told.
    pub(crate) moved: HashSet<ChannelId>,
}

/// A person with a socket open.
pub(crate) struct ConnectedPerson {
    profile: watch::Sender<WebProfile>,
    /// Marks of the networks they came from last.
    from: String,
    told: broadcast::Sender<PersonUpdate>,
    sockets: usize,
    /// Their bell, once it was listened to: its version, and the number of what rang it last.
    bell: Option<(Option<u64>, u64)>,
}

impl ConnectedPerson {
    fn rank(&self, id: &PersonId) -> NameRank {
        (fold(&self.profile.borrow().name), id.clone())
    }
}

/// The version of a bell that was listened to, if it ever rang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WakeupVersion(pub(crate) Option<u64>);

/// Where somebody stands among the others: by name.
pub(crate) type NameRank = (String, PersonId);

/// The people in a channel.
#[derive(Default)]
pub(crate) struct ChannelPresence {
    /// Each with their sockets.
    pub(crate) people: BTreeMap<NameRank, (Person, usize)>,
    /// Those whom other processes serve, by their places; nothing before these were asked.
    pub(crate) elsewhere: Option<BTreeMap<u64, PresenceList>>,
    pub(crate) changed: watch::Sender<()>,
    /// What is told of it, until something changes.
    pub(crate) listed: Option<Arc<PresenceList>>,
}

/// What is told of the people in a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PresenceList {
    /// The first of them, by name.
    pub(crate) people: Vec<Person>,
    /// How many more there are.
    pub(crate) more: usize,
}

impl PresenceBoard {
    /// Notes that a person who comes `from` there opened a socket; `None` when they have as many as they may.
    pub(crate) fn arrive(&self, id: &PersonId, profile: WebProfile, from: String) -> Option<OpenSocket> {
        self.change(id, &profile);
        let mut rooms = self.rooms();
        let connected = rooms.persons.entry(id.clone());
        let connected = connected.or_insert_with(|| ConnectedPerson {
            profile: watch::Sender::new(profile),
            from: String::new(),
            told: broadcast::Sender::new(TOLD_AHEAD),
            sockets: 0,
            bell: None,
        });
        if connected.sockets >= SOCKETS_PER_PERSON {
            return None;
        }
        connected.sockets += 1;
        connected.from = from;
        self.sockets.send_modify(|sockets| *sockets += 1);
        Some(OpenSocket {
            here: self.clone(),
            id: id.clone(),
            channel: None,
            profile: connected.profile.subscribe(),
            told: connected.told.subscribe(),
        })
    }

    /// Notes how a person is now, for everybody who sees them; whether that is another way.
    pub(crate) fn change(&self, id: &PersonId, profile: &WebProfile) -> bool {
        let mut rooms = self.rooms();
        let RemotePresenceLink { persons, rooms, moved } = &mut *rooms;
        let Some(connected) = persons.get(id) else { return false };
        let before = connected.rank(id);
        let is_other = |known: &mut WebProfile| {
            let is_other = known != profile;
            known.clone_from(profile);
            is_other
        };
        if !connected.profile.send_if_modified(is_other) {
            return false;
        }
        let after = connected.rank(id);
        for (channel, room) in rooms {
            if let Some((person, sockets)) = room.people.remove(&before) {
                room.people.insert(after.clone(), (Person { name: profile.name.clone(), ..person }, sockets));
                room.touch();
                self.note_moved(moved, channel);
            }
        }
        true
    }

    /// The bells of those who are here: whose, and the version that was heard, if they were listened to.
    pub(crate) fn bells(&self) -> Vec<(PersonId, Option<WakeupVersion>)> {
        let rooms = self.rooms();
        let heard = |connected: &ConnectedPerson| connected.bell.map(|(version, _)| WakeupVersion(version));
        rooms.persons.iter().map(|(id, connected)| (id.clone(), heard(connected))).collect()
    }

    /// Notes how far a bell was heard; how far it had been before, unless nobody is here any more.
    pub(crate) fn heard(&self, id: &PersonId, version: Option<u64>, number: u64) -> Option<u64> {
        let mut rooms = self.rooms();
        let connected = rooms.persons.get_mut(id)?;
        Some(connected.bell.replace((version, number)).map_or(0, |(_, before)| before))
    }

    /// Tells a person something that concerns them, if they are here.
    pub(crate) fn tell(&self, id: &PersonId, told: &PersonUpdate) {
        if let Some(connected) = self.rooms().persons.get(id) {
            // A socket that has just been closed is told nothing.
            let _ = connected.told.send(told.clone());
        }
    }

    /// What is known of a person with an open socket.
    pub(crate) fn profile(&self, id: &PersonId) -> Option<WebProfile> {
        self.rooms().persons.get(id).map(|connected| connected.profile.borrow().clone())
    }

    /// Marks of the networks from which a person with an open socket came.
    pub(crate) fn origin(&self, id: &PersonId) -> Option<String> {
        self.rooms().persons.get(id).map(|connected| connected.from.clone())
    }

    /// What is to be told of the people in a channel.
    pub(crate) fn listed(&self, channel: &ChannelId) -> Arc<PresenceList> {
        self.rooms().listed(channel)
    }

    /// Resolves when somebody has a socket open.
    pub(crate) async fn somebody(&self) {
        // The sender is here, so it is not gone.
        let _ = self.sockets.subscribe().wait_for(|sockets| *sockets > 0).await;
    }

    pub(crate) fn rooms(&self) -> MutexGuard<'_, RemotePresenceLink> {
        // Nothing below can panic between two changes.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ChannelPresence {
    /// What was to be told of it is so no more.
    pub(crate) fn touch(&mut self) {
        self.listed = None;
        self.changed.send_replace(());
    }
}

/// A person's open socket; they count as gone when it is dropped.
pub(crate) struct OpenSocket {
    here: PresenceBoard,
    id: PersonId,
    channel: Option<ChannelId>,
    /// How the person is; changes when another tab changes them.
    pub(crate) profile: watch::Receiver<WebProfile>,
    /// What concerns the person. Whoever is behind misses some of it.
    pub(crate) told: broadcast::Receiver<PersonUpdate>,
}

impl OpenSocket {
    /// Notes that the socket follows this channel now, and no other. What it gives changes with the people there.
    pub(crate) fn enter(&mut self, channel: &ChannelId) -> watch::Receiver<()> {
        self.leave();
        self.channel = Some(channel.clone());
        let mut rooms = self.here.rooms();
        let RemotePresenceLink { persons, rooms, moved } = &mut *rooms;
        let room = rooms.entry(channel.clone()).or_default();
        // A socket that is there has a person, so there always is one.
        if let Some(connected) = persons.get(&self.id) {
            let name = connected.profile.borrow().name.clone();
            let person = Person { id: self.id.clone(), name };
            let (_, sockets) = room.people.entry(connected.rank(&self.id)).or_insert((person, 0));
            *sockets += 1;
            if *sockets == 1 {
                room.touch();
                self.here.note_moved(moved, channel);
            }
        }
        room.changed.subscribe()
    }

    /// Notes that the socket follows no channel.
    pub(crate) fn leave(&mut self) {
        let Some(channel) = self.channel.take() else { return };
        let mut rooms = self.here.rooms();
        let RemotePresenceLink { persons, rooms, moved } = &mut *rooms;
        let (Some(connected), Some(room)) = (persons.get(&self.id), rooms.get_mut(&channel)) else { return };
        let rank = connected.rank(&self.id);
        if let Some((_, sockets)) = room.people.get_mut(&rank) {
            *sockets -= 1;
            if *sockets == 0 {
                room.people.remove(&rank);
                room.touch();
                self.here.note_moved(moved, &channel);
            }
        }
        if room.people.is_empty() {
            rooms.remove(&channel);
        }
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.leave();
        self.here.sockets.send_modify(|sockets| *sockets -= 1);
        let mut rooms = self.here.rooms();
        if let Some(connected) = rooms.persons.get_mut(&self.id) {
            connected.sockets -= 1;
            if connected.sockets == 0 {
                rooms.persons.remove(&self.id);
            }
        }
    }
}
