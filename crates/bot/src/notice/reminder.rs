//! Reminder notice: one list for one person in one channel of the games in which their time runs
//! out. Not here: when it is posted (`handlers::clock_jobs`), private delivery (platforms), and the
//! text (`present`).

use adoube_rules::{Side, Variant};
use serde::{Deserialize, Serialize};

use crate::{
    ChannelId, Person,
    game::{GameId, GameRecord, Seat},
};

/// Somebody is reminded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReminderNotice {
    /// Who, and nobody else.
    pub person: Person,
    /// Whether they chose to be reminded where nobody else reads it.
    pub privately: bool,
    /// Whether it is the last reminder of a turn.
    pub is_last: bool,
    /// Whether it is said here since the platform did not let it be said in private.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refused: bool,
    /// The games: the one that gave the occasion, then others, those whose time is up first in front.
    pub games: Vec<DueGame>,
    /// When it is said, in milliseconds since 1970.
    pub said_at: u64,
}

/// A game in which somebody is to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DueGame {
    /// Which.
    pub game: GameId,
    /// Where it is played.
    pub channel: ChannelId,
    /// Against whom.
    pub opponent: Seat,
    /// Which rules.
    pub variant: Variant,
    /// When time is up, in milliseconds since 1970; unknown while the clock stands still, and in games without a pace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<u64>,
}

impl DueGame {
    /// A game for the player of this side.
    pub fn of(record: &GameRecord, side: Side, deadline: Option<u64>) -> Self {
        Self {
            game: record.id.clone(),
            channel: record.channel.clone(),
            opponent: record.seats.of(side.other()).clone(),
            variant: record.variant,
            deadline,
        }
    }
}
