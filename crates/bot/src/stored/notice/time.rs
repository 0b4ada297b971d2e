//! News of clocks and reminders, as notices keep them.

use adoube_rules::{PieceType, Side, Variant};
use serde::{Deserialize, Serialize};

use crate::{
    ChannelId, Person,
    game::{GameId, Seat, Seats},
    notice::{ClockView, DueGame, DueNotice, ReminderNotice, TimeEvent, TimeNotice},
};

kept! {
    DueGame as DueGameForm,
    DueNotice as DueNoticeForm,
    ReminderNotice as ReminderForm,
    TimeEvent as TimeEventForm,
    TimeNotice as TimeNoticeForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TimeNotice", deny_unknown_fields)]
struct TimeNoticeForm {
    game: GameId,
    #[serde(rename = "turn")]
    revision: u64,
    variant: Variant,
    seats: Seats,
    side: Side,
    event: TimeEvent,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<ClockView>,
    said_at: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TimeEvent", rename_all = "snake_case", deny_unknown_fields)]
enum TimeEventForm {
    Protected { until: u64 },
    Asked { until: u64, one_more: bool },
    PickedByLot { kind: PieceType },
    MoreTime { millis: u64 },
    OneMoreTurn { millis: u64 },
    PauseBegan { until: u64 },
    Resumed { by: Option<Side> },
    AwayBegan { until: u64 },
    AwayEnded,
    PlaceLost,
    PlaceFound,
    IdleAsked { ends_at: u64 },
    PlayedOn { by: Side },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ReminderNotice", deny_unknown_fields)]
struct ReminderForm {
    person: Person,
    privately: bool,
    is_last: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    refused: bool,
    games: Vec<DueGame>,
    said_at: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "DueGame", deny_unknown_fields)]
struct DueGameForm {
    game: GameId,
    channel: ChannelId,
    opponent: Seat,
    variant: Variant,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deadline: Option<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "DueNotice", deny_unknown_fields)]
struct DueNoticeForm {
    here: ChannelId,
    games: Vec<DueGame>,
    more: usize,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
    said_at: u64,
}
