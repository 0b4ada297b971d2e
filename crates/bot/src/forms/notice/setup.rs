//! Stored forms of set-up panels and piece selections.

use adoube_rules::PieceType;
use serde::{Deserialize, Serialize};

use crate::{
    Person, PersonId,
    command::PieceGroup,
    game::{ArrayTerms, GameEnding, GameId, Seats, SetupPanel},
    notice::{
        ClockView, SelectionEvent, SelectionNotice, SelectionStep, SelectionStepNotice, SetupPanelNotice,
        SetupPanelPage,
    },
};

kept! {
    SetupPanelNotice as SetupPanelNoticeForm,
    SetupPanelPage as SetupPanelPageForm,
    SelectionNotice as SelectionNoticeForm,
    SelectionEvent as SelectionEventForm,
    SelectionStepNotice as SelectionStepNoticeForm,
    SelectionStep as SelectionStepForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SetupPanelNotice", deny_unknown_fields)]
struct SetupPanelNoticeForm {
    panel: SetupPanel,
    start: Option<String>,
    page: SetupPanelPage,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SetupPanelPage", rename_all = "snake_case")]
enum SetupPanelPageForm {
    Rules,
    Opponents(Vec<Person>),
    Pieces,
    Time,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SelectionNotice", deny_unknown_fields)]
struct SelectionNoticeForm {
    game: GameId,
    #[serde(rename = "turn")]
    revision: u64,
    seats: Seats,
    array: ArrayTerms,
    chosen: Vec<PieceType>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    followers: Vec<PersonId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<ClockView>,
    ending: Option<GameEnding>,
    event: SelectionEvent,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SelectionEvent", rename_all = "snake_case")]
enum SelectionEventForm {
    Started,
    Chosen,
    Ended,
    Shown,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SelectionStepNotice", deny_unknown_fields)]
struct SelectionStepNoticeForm {
    game: GameId,
    #[serde(rename = "turn")]
    revision: u64,
    open: Vec<PieceType>,
    step: SelectionStep,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SelectionStep", rename_all = "snake_case", deny_unknown_fields)]
enum SelectionStepForm {
    Groups,
    Group(PieceGroup),
    Found { text: String, kinds: Vec<PieceType> },
    Kind(PieceType),
}
