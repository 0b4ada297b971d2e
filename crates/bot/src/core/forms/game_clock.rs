//! Stored form (JSON) of a game clock, with its running turn, pauses and sent reminders, and of the
//! idle timer of a game without a clock. Not here: the version, which is that of the game they are
//! part of (`game`).

use adoube_rules::Side;
use serde::{Deserialize, Serialize};

use crate::core::game::{
    FlagRule, GameClock, IdleTimer, PerSide, SentReminders, TimeControl, TimeSpan, TurnClock,
};

kept! {
    GameClock as GameClockForm,
    IdleTimer as IdleTimerForm,
    SentReminders as SentRemindersForm,
    TimeSpan as TimeSpanForm,
    TurnClock as TurnClockForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "GameClock", deny_unknown_fields)]
struct GameClockForm {
    pace: TimeControl,
    time_out: FlagRule,
    reserves: PerSide<u64>,
    earlier: Vec<PerSide<u64>>,
    turn: TurnClock,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pause: Option<TimeSpan>,
    pauses: u8,
    protections: PerSide<u8>,
    one_more: PerSide<bool>,
    version: u64,
    look_at: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TurnClock", deny_unknown_fields)]
struct TurnClockForm {
    side: Side,
    since: u64,
    added: u64,
    more_times: u8,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    stops: Vec<TimeSpan>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    no_place: Option<u64>,
    reminded: SentReminders,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    asked: Option<TimeSpan>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SentReminders", deny_unknown_fields)]
struct SentRemindersForm {
    first: bool,
    last: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TimeSpan", deny_unknown_fields)]
struct TimeSpanForm {
    from: u64,
    to: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "IdleTimer", deny_unknown_fields)]
struct IdleTimerForm {
    ask_after: u64,
    end_after: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    asked_at: Option<u64>,
    version: u64,
    look_at: u64,
}
