//! Stored form (JSON) of a person's wake-up row, which tells other processes of news for that
//! person.

use adoube_bot::{ChannelId, forms::StoredForm};
use serde::{Deserialize, Serialize};

/// The latest wake-ups of a person, oldest first.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredWakeup {
    pub(crate) rings: Vec<StoredWakeupReason>,
}

/// One wake-up of a person.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredWakeupReason {
    /// Grows with each wake-up.
    pub(crate) number: u64,
    /// The process that wrote it; that process has told its own pages already.
    pub(crate) by: String,
    /// The channel, and the number of the entry for everybody; `None` if the person's profile
    /// changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) said: Option<(ChannelId, u64)>,
}

impl StoredForm for StoredWakeup {
    const KIND: &'static str = "what concerned a person of the web chat lately";
    const VERSION: u64 = 1;
}
