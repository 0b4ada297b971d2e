//! Stored forms (JSON) of the two kinds of index rows: the channel of a game, `"web:lobby"`, under
//! the game's id; and the membership of a game in the list of a person or a channel, `null`, as the
//! key has all fields.
//!
//! Version 1 is the first and only one. It is no JSON object and so has no version field; a second
//! version would be an object with one.

use serde::{Deserialize, Serialize};

use super::StoredForm;
use crate::ChannelId;

/// The channel of a game.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct GameLocation(pub(crate) ChannelId);

impl StoredForm for GameLocation {
    const KIND: &'static str = "where a game belongs";
    const VERSION: u64 = 1;
    const LABELLED_SINCE: u64 = 2;
}

/// Membership of a game in a list; the key of the row has all fields.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ListMembership;

impl StoredForm for ListMembership {
    const KIND: &'static str = "a line in a list of games";
    const VERSION: u64 = 1;
    const LABELLED_SINCE: u64 = 2;
}
