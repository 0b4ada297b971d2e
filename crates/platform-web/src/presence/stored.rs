//! Stored forms (JSON) of presence: the slot of a process, and the people it serves in a channel.

use adoube_bot::{ChannelId, Person, forms::StoredForm};
use serde::{Deserialize, Serialize};

use crate::{presence::board::PresenceList, records::StoredPerson};

/// A slot's process and the channels whose people changed lately, oldest first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredPresenceSlot {
    /// Drawn at random when the slot was taken; `None` for a free slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) session: Option<String>,
    /// The number of changes in this session.
    pub(crate) newest: u64,
    /// The channels of the latest changes.
    pub(crate) changed: Vec<ChannelId>,
}

/// The people in a channel whom one process serves, by name.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredPresenceList {
    people: Vec<StoredPerson>,
    /// How many more people there are.
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
