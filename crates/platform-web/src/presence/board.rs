//! The presence board of this process: tracks the open sockets of each person, and lists the people
//! in each channel by name. Not here: how pages learn of changes (`roster.rs`), how other processes
//! do (`sync.rs`).

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

/// Pending updates for a slow socket; older ones are dropped.
const TOLD_AHEAD: usize = 16;

/// The presence board. Cheap to clone; all clones share their data.
#[derive(Clone, Default)]
pub(crate) struct PresenceBoard {
    pub(crate) known: Arc<Mutex<PresenceState>>,
    /// How many sockets are open.
    pub(crate) sockets: watch::Sender<usize>,
    /// Wakes the presence sync when the people in a channel change; `None` in a store of one
    /// process.
    pub(crate) moved: Option<watch::Sender<()>>,
}

/// The data of a presence board, all under one lock.
#[derive(Default)]
pub(crate) struct PresenceState {
    pub(crate) persons: HashMap<PersonId, ConnectedPerson>,
    pub(crate) rooms: HashMap<ChannelId, ChannelPresence>,
    /// Channels whose people changed since the last sync; only in a shared store.
    pub(crate) moved: HashSet<ChannelId>,
}

/// A person with a socket open.
pub(crate) struct ConnectedPerson {
    profile: watch::Sender<WebProfile>,
    /// Marks of the networks of their newest socket.
    from: String,
    told: broadcast::Sender<PersonUpdate>,
    sockets: usize,
    /// Their wake-up row, once it was read: its version, and the number of the newest wake-up.
    bell: Option<(Option<u64>, u64)>,
}

impl ConnectedPerson {
    fn rank(&self, id: &PersonId) -> NameRank {
        (fold(&self.profile.borrow().name), id.clone())
    }
}

/// The version of a wake-up row; `None` if the row does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WakeupVersion(pub(crate) Option<u64>);

/// Sort key of a person in a list: folded name, then id.
pub(crate) type NameRank = (String, PersonId);

/// The people in a channel.
#[derive(Default)]
pub(crate) struct ChannelPresence {
    /// People served by this process, with the number of their sockets.
    pub(crate) people: BTreeMap<NameRank, (Person, usize)>,
    /// People served by other processes, by slot; `None` before these were read.
    pub(crate) elsewhere: Option<BTreeMap<u64, PresenceList>>,
    pub(crate) changed: watch::Sender<()>,
    /// The list for pages, until the next change.
    pub(crate) listed: Option<Arc<PresenceList>>,
}

/// The list of people in a channel that pages and other processes get.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PresenceList {
    /// The first people, by name.
    pub(crate) people: Vec<Person>,
    /// How many more people there are.
    pub(crate) more: usize,
}

impl PresenceBoard {
    /// Opens a socket of a person; `from` are marks of their networks. `None` if the person has the
    /// maximum number of sockets.
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

    /// Updates a connected person's profile for all who see it; returns whether it changed.
    pub(crate) fn change(&self, id: &PersonId, profile: &WebProfile) -> bool {
        let mut rooms = self.rooms();
        let PresenceState { persons, rooms, moved } = &mut *rooms;
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

    /// The connected people and the last read versions of their wake-up rows; `None` for a row that
    /// was not read yet.
    pub(crate) fn bells(&self) -> Vec<(PersonId, Option<WakeupVersion>)> {
        let rooms = self.rooms();
        let heard = |connected: &ConnectedPerson| connected.bell.map(|(version, _)| WakeupVersion(version));
        rooms.persons.iter().map(|(id, connected)| (id.clone(), heard(connected))).collect()
    }

    /// Stores the read position of a wake-up row and returns the one before; `None` if the person
    /// is no longer connected.
    pub(crate) fn heard(&self, id: &PersonId, version: Option<u64>, number: u64) -> Option<u64> {
        let mut rooms = self.rooms();
        let connected = rooms.persons.get_mut(id)?;
        Some(connected.bell.replace((version, number)).map_or(0, |(_, before)| before))
    }

    /// Sends an update to a person's open pages.
    pub(crate) fn tell(&self, id: &PersonId, told: &PersonUpdate) {
        if let Some(connected) = self.rooms().persons.get(id) {
            // A send fails only if the last socket has just been closed.
            let _ = connected.told.send(told.clone());
        }
    }

    /// The profile of a connected person.
    pub(crate) fn profile(&self, id: &PersonId) -> Option<WebProfile> {
        self.rooms().persons.get(id).map(|connected| connected.profile.borrow().clone())
    }

    /// Marks of the networks of a connected person.
    pub(crate) fn origin(&self, id: &PersonId) -> Option<String> {
        self.rooms().persons.get(id).map(|connected| connected.from.clone())
    }

    /// The list of people in a channel.
    pub(crate) fn listed(&self, channel: &ChannelId) -> Arc<PresenceList> {
        self.rooms().listed(channel)
    }

    /// Resolves when a socket is open.
    pub(crate) async fn somebody(&self) {
        // `self` holds the sender, so waiting cannot fail.
        let _ = self.sockets.subscribe().wait_for(|sockets| *sockets > 0).await;
    }

    pub(crate) fn rooms(&self) -> MutexGuard<'_, PresenceState> {
        // No code under the lock can panic between two changes.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ChannelPresence {
    /// Drops the cached list and wakes its readers.
    pub(crate) fn touch(&mut self) {
        self.listed = None;
        self.changed.send_replace(());
    }
}

/// An open socket of a person; dropping it closes the socket on the board.
pub(crate) struct OpenSocket {
    here: PresenceBoard,
    id: PersonId,
    channel: Option<ChannelId>,
    /// The person's profile; changes when another tab changes it.
    pub(crate) profile: watch::Receiver<WebProfile>,
    /// Updates for the person. A slow receiver misses the oldest.
    pub(crate) told: broadcast::Receiver<PersonUpdate>,
}

impl OpenSocket {
    /// Follows this channel instead of any other; the receiver changes with the people there.
    pub(crate) fn enter(&mut self, channel: &ChannelId) -> watch::Receiver<()> {
        self.leave();
        self.channel = Some(channel.clone());
        let mut rooms = self.here.rooms();
        let PresenceState { persons, rooms, moved } = &mut *rooms;
        let room = rooms.entry(channel.clone()).or_default();
        // A person with an open socket is always on the board.
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

    /// Stops following a channel.
    pub(crate) fn leave(&mut self) {
        let Some(channel) = self.channel.take() else { return };
        let mut rooms = self.here.rooms();
        let PresenceState { persons, rooms, moved } = &mut *rooms;
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
