//! Reminder notice, the data of a message to one person in one channel that lists the games in
//! which their time runs out. Not here: when it is posted (`features::clock::jobs`), private
//! delivery (platforms), and the text (`features::reminders`).

use adoube_rules::{Side, Variant};
use serde::{Deserialize, Serialize};

use crate::{
    ChannelId, Person,
    core::game::{GameId, GameRecord, Seat},
};

/// A reminder for one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReminderNotice {
    /// The only addressee.
    pub person: Person,
    /// Whether they chose private reminders.
    pub privately: bool,
    /// Whether this is the last reminder of a turn.
    pub is_last: bool,
    /// Whether it is posted in the channel because the platform did not deliver it in private.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refused: bool,
    /// The games: first the one that caused the reminder, then others by their deadlines.
    pub games: Vec<DueGame>,
    /// When the notice is posted, in milliseconds since 1970.
    pub said_at: u64,
}

/// A game in which a person is to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DueGame {
    /// The game.
    pub game: GameId,
    /// Its channel.
    pub channel: ChannelId,
    /// The opponent.
    pub opponent: Seat,
    /// The rules.
    pub variant: Variant,
    /// The deadline, in milliseconds since 1970; `None` while the clock stands still, and in games
    /// without a time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<u64>,
}

impl DueGame {
    /// The entry for the player of this side.
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
