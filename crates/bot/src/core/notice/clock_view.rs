//! The clock of a game as shown at one moment, as a part of notices: times left, deadline, and why
//! it stands still, so that an old board stays as it was. Not here: the arithmetic
//! (`core::game::game_clock`), and the text (`text::clock_line`, `features::clock`).

use adoube_rules::Side;
use serde::{Deserialize, Serialize};

use crate::core::{
    game::{FlagRule, GameClock, PauseTimes, PerSide, Seats, TimeControl, TimeSpan},
    versioned_form::field,
};

/// The clock of a game at the moment of a notice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockView {
    /// The side whose clock it is: to move, or to choose a piece; `None` when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The deadline, in milliseconds since 1970; `None` while the clock stands still for an
    /// unknown time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<u64>,
    /// Time left for this turn including the reserve, in milliseconds.
    pub left: u64,
    /// Reserve of each side, in milliseconds; that of the side to move as if it moved now.
    pub reserves: PerSide<u64>,
    /// The time control.
    pub pace: TimeControl,
    /// The flag rule.
    #[serde(default, skip_serializing_if = "field::is_default")]
    pub time_out: FlagRule,
    /// When the notice is posted, in milliseconds since 1970.
    pub said_at: u64,
    /// Why the clock stands still, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<ClockStop>,
}

/// The clocks of a game, in answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockNotice {
    /// The players.
    pub seats: Seats,
    /// The clock; `None` in a game without a time control.
    pub clock: Option<ClockView>,
}

/// Why a clock stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ClockStop {
    /// The player to move is on vacation.
    Vacation {
        /// The end, if known, in milliseconds since 1970.
        until: Option<u64>,
    },
    /// The players agreed to a pause.
    Pause {
        /// The end, if known, in milliseconds since 1970.
        until: Option<u64>,
    },
    /// The bot was unreachable.
    Outage,
    /// The board can be shown nowhere.
    NoPlace,
    /// It is the computer's turn.
    Computer,
}

impl ClockView {
    /// The clock as it is now; `now` in milliseconds since 1970.
    pub fn of(clock: &GameClock, still: &PauseTimes, now: u64) -> Self {
        let deadline = clock.deadline(still);
        let mut reserves = clock.reserves;
        *reserves.of_mut(clock.turn.side) = clock.left_of_reserve(now, still);
        Self {
            side: Some(clock.turn.side),
            deadline: (deadline != TimeSpan::OPEN).then_some(deadline),
            left: clock.left(now, still),
            reserves,
            pace: clock.pace,
            time_out: clock.time_out,
            said_at: now,
            stop: stop(clock, still, now),
        }
    }
}

fn stop(clock: &GameClock, still: &PauseTimes, now: u64) -> Option<ClockStop> {
    let until = |stretch: &TimeSpan| (stretch.to != TimeSpan::OPEN).then_some(stretch.to);
    if clock.turn.no_place.is_some() {
        return Some(ClockStop::NoPlace);
    }
    if let Some(pause) = clock.pause.filter(|pause| pause.has(now)) {
        return Some(ClockStop::Pause { until: until(&pause) });
    }
    if let Some(vacation) = still.absences.iter().find(|stretch| stretch.has(now)) {
        return Some(ClockStop::Vacation { until: until(vacation) });
    }
    if still.outages.iter().any(|stretch| stretch.has(now)) {
        return Some(ClockStop::Outage);
    }
    clock.is_computers(still).then_some(ClockStop::Computer)
}
