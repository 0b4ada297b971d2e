//! Notice (a message as data, before it is worded) that lists the games in which a person is to
//! move, for that person alone.

use serde::{Deserialize, Serialize};

use super::DueGame;
use crate::ChannelId;

/// The games in which a person is to move, the most urgent first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DueGamesNotice {
    /// The channel of the question.
    pub here: ChannelId,
    /// The games, those with the earliest deadline first, those without one last.
    pub games: Vec<DueGame>,
    /// How many games are not listed.
    pub more: usize,
    /// Whether games are left out because others read the list.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// When the notice is posted, in milliseconds since 1970.
    pub said_at: u64,
}
