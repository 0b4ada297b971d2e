//! The games in which a person is to move, for that person alone.

use super::DueGame;
use crate::ChannelId;
use serde::{Deserialize, Serialize};

/// Where somebody is to move, the most urgent game first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DueGamesNotice {
    /// Where it is asked.
    pub here: ChannelId,
    /// The games: those whose time is up soonest first, those without a limit last.
    pub games: Vec<DueGame>,
    /// How many there are besides.
    pub more: usize,
    /// Whether some are left out, because others read the list.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// When it is said, in milliseconds since 1970.
    pub said_at: u64,
}
