//! The clock of a game, as it is kept with the game. Not here: its version, which is the game's.

use adoube_rules::Side;
use serde::{Deserialize, Serialize};

use crate::game::{Both, GameClock, Idle, Pace, Reminded, Stretch, TimeOut, TurnClock};

kept! {
    GameClock as GameClockForm,
    Idle as IdleForm,
    Reminded as RemindedForm,
    Stretch as StretchForm,
    TurnClock as TurnClockForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "GameClock", deny_unknown_fields)]
struct GameClockForm {
    pace: Pace,
    time_out: TimeOut,
    reserves: Both<u64>,
    earlier: Vec<Both<u64>>,
    turn: TurnClock,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pause: Option<Stretch>,
    pauses: u8,
    protections: Both<u8>,
    one_more: Both<bool>,
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
    stops: Vec<Stretch>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    no_place: Option<u64>,
    reminded: Reminded,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    asked: Option<Stretch>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Reminded", deny_unknown_fields)]
struct RemindedForm {
    first: bool,
    last: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Stretch", deny_unknown_fields)]
struct StretchForm {
    from: u64,
    to: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Idle", deny_unknown_fields)]
struct IdleForm {
    ask_after: u64,
    end_after: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    asked_at: Option<u64>,
    version: u64,
    look_at: u64,
}
