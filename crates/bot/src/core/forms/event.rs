//! Stored form (JSON) of an entry of a game's event log:
//! `{"format":2,"at":…,"event":{"what":"move",…}}`.
//!
//! Version 2 is the oldest that is read.

use adoube_rules::{Piece, PieceType, Side, Square};
use serde::{Deserialize, Serialize};

use super::StoredForm;
use crate::core::game::{
    ClockStopCause, EndReason, FlagDecision, GameEvent, GameLogEntry, IntendedMove, MoveTime, TouchCause,
};

impl StoredForm for GameLogEntry {
    const KIND: &'static str = "an event of a game";
    const VERSION: u64 = 2;
}

fields! { GameLogEntry as GameLogEntryForm }
kept! {
    FlagDecision as FlagDecisionForm,
    EndReason as EndReasonForm,
    GameEvent as EventForm,
    MoveTime as MoveTimeForm,
    ClockStopCause as ClockStopCauseForm,
    TouchCause as TouchCauseForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "GameLogEntry", deny_unknown_fields)]
struct GameLogEntryForm {
    at: u64,
    event: GameEvent,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "GameEvent", rename_all = "snake_case", tag = "what", deny_unknown_fields)]
enum EventForm {
    PieceChosen {
        by: Side,
        kind: PieceType,
    },
    ArrayDrawn {
        start: String,
    },
    Move {
        lan: String,
        san: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        remark: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<MoveTime>,
    },
    DrawOffered {
        by: Side,
    },
    DrawDeclined {
        by: Side,
    },
    TakebackAsked {
        by: Side,
    },
    TakebackDeclined {
        by: Side,
    },
    PauseOffered {
        by: Side,
        millis: u64,
    },
    PauseDeclined {
        by: Side,
    },
    PlayedOn {
        by: Side,
    },
    TakenBack {
        plies: u32,
    },
    Touched {
        by: Side,
        pieces: Vec<(Square, Piece)>,
        how: TouchCause,
    },
    Released {
        by: Side,
        pieces: Vec<(Square, Piece)>,
    },
    Promoting {
        by: Side,
        from: Square,
        to: Square,
    },
    HintTaken {
        by: Side,
        ply: u32,
    },
    MoreTime {
        by: Side,
        millis: u64,
    },
    Stopped {
        why: ClockStopCause,
    },
    Resumed {
        why: ClockStopCause,
    },
    TimedOut {
        side: Side,
        then: FlagDecision,
    },
    Ended {
        reason: EndReason,
        result: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        intended: Option<IntendedMove>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "MoveTime", deny_unknown_fields)]
struct MoveTimeForm {
    used: u64,
    left: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TouchCause", rename_all = "snake_case")]
enum TouchCauseForm {
    Name,
    Pick,
    Try,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "EndReason", rename_all = "kebab-case")]
enum EndReasonForm {
    Checkmate,
    Stalemate,
    DeadPosition,
    FivefoldRepetition,
    SeventyFiveMoves,
    ThreefoldRepetition,
    FiftyMoves,
    ThreefoldClaimed,
    FiftyMovesClaimed,
    Resigned,
    DrawAgreed,
    Aborted,
    Time,
    TimeDraw,
    NotStarted,
    Abandoned,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ClockStopCause", rename_all = "snake_case")]
enum ClockStopCauseForm {
    Pause,
    NoPlace,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "FlagDecision", rename_all = "snake_case")]
enum FlagDecisionForm {
    Asked,
    Protected,
    PickedByLot,
}
