//! Stored forms of presence: the slot of a process, and the people it serves in a channel.

use adoube_bot::{ChannelId, Person, forms::StoredForm};
use serde::{Deserialize, Serialize};

use crate::{presence::board::PresenceList, records::StoredPerson};

/// The process at a place, and where there were other people lately, oldest first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredPresenceSlot {
    /// Drawn when the place was taken; nothing when it is nobody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) session: Option<String>,
    /// How many changes were told by this session.
    pub(crate) newest: u64,
    /// The last of them.
    pub(crate) changed: Vec<ChannelId>,
}

/// The people in a channel whom one process serves, by name.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredPresenceList {
    people: Vec<StoredPerson>,
    /// How many more there are.
    more: usize,
}

impl StoredForm for StoredPresenceSlot {
    const KIND: &'static str = "a process that serves the web chat";
    const VERSION: u64 = 1;
}

impl StoredForm for StoredPresenceList {
    const KIND: &'static str = "who is in a channel of the web chat";
    const VERSION: u64 = 1;
}

impl From<&PresenceList> for StoredPresenceList {
    fn from(listed: &PresenceList) -> Self {
        Self { people: listed.people.iter().map(StoredPerson::from).collect(), more: listed.more }
    }
}

impl From<StoredPresenceList> for PresenceList {
    fn from(stored: StoredPresenceList) -> Self {
        Self { people: stored.people.into_iter().map(Person::from).collect(), more: stored.more }
    }
}
