//! Stored forms of the index: `"web:lobby"` for a game's id, and `null` in the lists of games,
//! whose keys say it all.
//!
//! Versions: 1 is the first. It is no object and says no version; a second one would be an object and say so.

use serde::{Deserialize, Serialize};

use super::StoredForm;
use crate::ChannelId;

/// Which channel a game belongs to.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct GameLocation(pub(crate) ChannelId);

impl StoredForm for GameLocation {
    const KIND: &'static str = "where a game belongs";
    const VERSION: u64 = 1;
    const LABELLED_SINCE: u64 = 2;
}

/// That a game is in a list.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ListMembership;

impl StoredForm for ListMembership {
    const KIND: &'static str = "a line in a list of games";
    const VERSION: u64 = 1;
    const LABELLED_SINCE: u64 = 2;
}
