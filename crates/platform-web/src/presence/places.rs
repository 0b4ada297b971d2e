//! Presence slots, one for each process that serves connected people: their keys, and the state
//! that this process has read of other slots.

use std::collections::BTreeMap;

use adoube_bot::{ChannelId, forms};
use adoube_store::{Key, Record};

use crate::{
    presence::stored::StoredPresenceSlot,
    records::{self, HERE, PRESENT},
};

/// The state of all slots as this process has read it.
#[derive(Default)]
pub(crate) struct RemotePresence {
    pub(crate) own: Option<u64>,
    /// Versions of the slot rows when they were read.
    pub(crate) seen: BTreeMap<u64, u64>,
    pub(crate) others: BTreeMap<u64, RemoteProcess>,
}

/// Another process that holds a slot.
pub(crate) struct RemoteProcess {
    pub(crate) session: String,
    /// The number of its newest change that was read.
    pub(crate) newest: u64,
    /// Whether it has written since this process first saw it; if not, it may have died long ago.
    pub(crate) is_there: bool,
}

impl RemotePresence {
    /// Records that this process holds a slot.
    pub(crate) fn begin(&mut self, own: u64) {
        self.own = Some(own);
        self.others.remove(&own);
    }

    /// Whether no other process holds a slot.
    pub(crate) fn is_alone(&self) -> bool {
        self.others.is_empty()
    }

    /// The slots of other processes.
    pub(crate) fn places(&self) -> Vec<u64> {
        self.others.keys().copied().collect()
    }

    pub(crate) fn there(&self) -> Vec<u64> {
        self.others.iter().filter(|(_, other)| other.is_there).map(|(place, _)| *place).collect()
    }
}

/// The keys of the slot rows; their versions change with each change of presence.
pub(crate) fn place_keys() -> impl Iterator<Item = Vec<u8>> {
    (0..PLACES as u64).map(|place| here_key(place).into())
}

pub(crate) fn session_in(place: u64, record: &Record) -> Option<StoredPresenceSlot> {
    forms::read_or_tell(here_key(place).as_ref(), &record.value)
}

/// Limit of processes that share presence; further processes list only their own people.
pub(crate) const PLACES: usize = 16;

/// The key of a slot row.
pub(crate) fn here_key(place: u64) -> Key {
    records::key(HERE).number(place)
}

/// The key of the list of people whom a slot's process serves in a channel.
pub(crate) fn present_key(place: u64, channel: &ChannelId) -> Key {
    records::key(PRESENT).number(place).text(&channel.0)
}
