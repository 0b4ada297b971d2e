//! The places that processes take to share presence, their keys, and what is known of the other processes.

use std::collections::BTreeMap;

use adoube_bot::{ChannelId, forms};
use adoube_store::{Key, Record};

use crate::{
    presence::stored::StoredPresenceSlot,
    records::{self, HERE, PRESENT},
};

/// What is known of places.
#[derive(Default)]
pub(crate) struct RemotePresence {
    pub(crate) own: Option<u64>,
    /// Versions of the rows of places, as they were read.
    pub(crate) seen: BTreeMap<u64, u64>,
    pub(crate) others: BTreeMap<u64, RemoteProcess>,
}

/// Another process.
pub(crate) struct RemoteProcess {
    pub(crate) session: String,
    /// How many changes it had told.
    pub(crate) newest: u64,
    /// Whether it has written since it was met: otherwise it may be long gone.
    pub(crate) is_there: bool,
}

impl RemotePresence {
    /// This process has a place.
    pub(crate) fn begin(&mut self, own: u64) {
        self.own = Some(own);
        self.others.remove(&own);
    }

    /// Whether nobody else is there.
    pub(crate) fn is_alone(&self) -> bool {
        self.others.is_empty()
    }

    /// The places of others.
    pub(crate) fn places(&self) -> Vec<u64> {
        self.others.keys().copied().collect()
    }

    pub(crate) fn there(&self) -> Vec<u64> {
        self.others.iter().filter(|(_, other)| other.is_there).map(|(place, _)| *place).collect()
    }
}

/// The keys of the rows of places, which tell of changes by their versions.
pub(crate) fn place_keys() -> impl Iterator<Item = Vec<u8>> {
    (0..PLACES as u64).map(|place| here_key(place).into())
}

pub(crate) fn session_in(place: u64, record: &Record) -> Option<StoredPresenceSlot> {
    forms::read_or_tell(here_key(place).as_ref(), &record.value)
}

/// Processes that tell one another who is here; others list their own people alone.
pub(crate) const PLACES: usize = 16;

/// Where the row of a place is.
pub(crate) fn here_key(place: u64) -> Key {
    records::key(HERE).number(place)
}

/// Where it is told who is in a channel.
pub(crate) fn present_key(place: u64, channel: &ChannelId) -> Key {
    records::key(PRESENT).number(place).text(&channel.0)
}
