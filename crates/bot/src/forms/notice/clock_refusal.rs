//! Stored forms of refusals about clocks, pauses and vacations.

use adoube_rules::PieceType;
use serde::{Deserialize, Serialize};

use crate::{
    game::{GameId, Seat},
    notice::{ClockRefusal, MoveChoice, VacationBlockedAction},
};

kept! {
    VacationBlockedAction as VacationBlockedActionForm,
    ClockRefusal as ClockRefusalForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ClockRefusal", rename_all = "snake_case", tag = "time", deny_unknown_fields)]
enum ClockRefusalForm {
    NoClock,
    OwnTurn {
        opponent: Seat,
    },
    MoreTimesUsed {
        most: u8,
        of: Seat,
    },
    PauseLength {
        least: u64,
        most: u64,
    },
    PausesUsed {
        most: u8,
    },
    Pausing {
        until: u64,
        said_at: u64,
    },
    NotPausing,
    ShortVacation,
    LittleVacation {
        asked: u64,
        left: u64,
        more_at: Option<u64>,
        said_at: u64,
    },
    NoVacation,
    NotAway,
    Away {
        game: GameId,
        #[serde(rename = "turn")]
        revision: u64,
        deed: VacationBlockedAction,
        until: u64,
        said_at: u64,
    },
    ChoiceOf {
        chooser: Seat,
    },
    ChoiceGone,
    TurnGiven {
        late: Seat,
    },
    GoesOn,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "VacationBlockedAction", rename_all = "snake_case", deny_unknown_fields)]
enum VacationBlockedActionForm {
    Move(MoveChoice),
    Pick { kind: PieceType },
}
