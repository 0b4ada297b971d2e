//! Set-up panels and the choosing of pieces, as notices keep them.

use adoube_rules::PieceType;
use serde::{Deserialize, Serialize};

use crate::{
    Person, PersonId,
    command::PieceGroup,
    game::{ArrayTerms, Ending, GameId, Panel, Seats},
    notice::{ChooseNotice, ChooseStep, ChoosingEvent, ChoosingNotice, ClockView, PanelNotice, PanelPage},
};

kept! {
    PanelNotice as PanelNoticeForm,
    PanelPage as PanelPageForm,
    ChoosingNotice as ChoosingNoticeForm,
    ChoosingEvent as ChoosingEventForm,
    ChooseNotice as ChooseNoticeForm,
    ChooseStep as ChooseStepForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PanelNotice", deny_unknown_fields)]
struct PanelNoticeForm {
    panel: Panel,
    start: Option<String>,
    page: PanelPage,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PanelPage", rename_all = "snake_case")]
enum PanelPageForm {
    Rules,
    Opponents(Vec<Person>),
    Pieces,
    Time,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ChoosingNotice", deny_unknown_fields)]
struct ChoosingNoticeForm {
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
    ending: Option<Ending>,
    event: ChoosingEvent,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ChoosingEvent", rename_all = "snake_case")]
enum ChoosingEventForm {
    Started,
    Chosen,
    Ended,
    Shown,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ChooseNotice", deny_unknown_fields)]
struct ChooseNoticeForm {
    game: GameId,
    #[serde(rename = "turn")]
    revision: u64,
    open: Vec<PieceType>,
    step: ChooseStep,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ChooseStep", rename_all = "snake_case", deny_unknown_fields)]
enum ChooseStepForm {
    Groups,
    Group(PieceGroup),
    Found { text: String, kinds: Vec<PieceType> },
    Kind(PieceType),
}
