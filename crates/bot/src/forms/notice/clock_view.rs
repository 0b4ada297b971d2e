//! Stored forms of clock views.

use adoube_rules::Side;
use serde::{Deserialize, Serialize};

use crate::{
    forms::time_control::is_usual,
    game::{FlagRule, PerSide, Seats, TimeControl},
    notice::{ClockNotice, ClockStop, ClockView},
};

kept! {
    ClockView as ClockViewForm,
    ClockNotice as ClockNoticeForm,
    ClockStop as ClockStopForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ClockView", deny_unknown_fields)]
struct ClockViewForm {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deadline: Option<u64>,
    left: u64,
    reserves: PerSide<u64>,
    pace: TimeControl,
    #[serde(default, skip_serializing_if = "is_usual")]
    time_out: FlagRule,
    said_at: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stop: Option<ClockStop>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ClockNotice", deny_unknown_fields)]
struct ClockNoticeForm {
    seats: Seats,
    clock: Option<ClockView>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ClockStop", rename_all = "snake_case", deny_unknown_fields)]
enum ClockStopForm {
    Vacation { until: Option<u64> },
    Pause { until: Option<u64> },
    Outage,
    NoPlace,
    Computer,
}
