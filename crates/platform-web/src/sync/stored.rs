//! Stored form of a person's wake-up row.

use adoube_bot::{ChannelId, forms::StoredForm};
use serde::{Deserialize, Serialize};

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

impl StoredForm for StoredWakeup {
    const KIND: &'static str = "what concerned a person of the web chat lately";
    const VERSION: u64 = 1;
}
