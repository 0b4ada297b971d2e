//! Forms of what processes tell one another that write the same store. Not here: where it lies (`records`), and what other
//! processes make of it.

use adoube_bot::{ChannelId, Person, forms::StoredForm};
use serde::{Deserialize, Serialize};

use crate::presence::board::PresenceList;
use crate::records::StoredPerson;

/// Where a log ends.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredLogTail {
    /// The number given out last.
    pub(crate) newest: u64,
}

/// That channels have changed, which its version tells.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredListVersion {}

/// What concerned a person lately, oldest first.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredWakeup {
    pub(crate) rings: Vec<StoredWakeupReason>,
}

/// Something that concerned a person.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredWakeupReason {
    /// Grows with each of them.
    pub(crate) number: u64,
    /// The process that told the pages it serves itself.
    pub(crate) by: String,
    /// The channel, and the number of what was said to everybody there; nothing when the person themselves are different.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) said: Option<(ChannelId, u64)>,
}

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

impl StoredForm for StoredLogTail {
    const KIND: &'static str = "the end of a log of the web chat";
    const VERSION: u64 = 1;
}

impl StoredForm for StoredListVersion {
    const KIND: &'static str = "that the channels of the web chat have changed";
    const VERSION: u64 = 1;
}

impl StoredForm for StoredWakeup {
    const KIND: &'static str = "what concerned a person of the web chat lately";
    const VERSION: u64 = 1;
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
