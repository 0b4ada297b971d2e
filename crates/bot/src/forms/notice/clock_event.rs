//! Stored forms of clock notices and reminders.

use adoube_rules::{PieceType, Side, Variant};
use serde::{Deserialize, Serialize};

use crate::{
    ChannelId, Person,
    game::{GameId, Seat, Seats},
    notice::{ClockEvent, ClockEventNotice, ClockView, DueGame, DueGamesNotice, ReminderNotice},
};

kept! {
    DueGame as DueGameForm,
    DueGamesNotice as DueGamesNoticeForm,
    ReminderNotice as ReminderForm,
    ClockEvent as ClockEventForm,
    ClockEventNotice as ClockEventNoticeForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ClockEventNotice", deny_unknown_fields)]
struct ClockEventNoticeForm {
    game: GameId,
    #[serde(rename = "turn")]
    revision: u64,
    variant: Variant,
    seats: Seats,
    side: Side,
    event: ClockEvent,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<ClockView>,
    said_at: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ClockEvent", rename_all = "snake_case", deny_unknown_fields)]
enum ClockEventForm {
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
#[serde(remote = "DueGamesNotice", deny_unknown_fields)]
struct DueGamesNoticeForm {
    here: ChannelId,
    games: Vec<DueGame>,
    more: usize,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
    said_at: u64,
}
