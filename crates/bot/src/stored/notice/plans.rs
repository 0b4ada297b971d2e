//! A player's plans and noes about them, as answers keep them.

use adoube_rules::{Side, notation};
use serde::{Deserialize, Serialize};

use crate::{
    game::{GameId, PlannedLine},
    notice::{PlanRefusal, PlansDone, PlansNotice},
};

kept! {
    PlansNotice as PlansNoticeForm,
    PlansDone as PlansDoneForm,
    PlanRefusal as PlanRefusalForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PlansNotice", deny_unknown_fields)]
struct PlansNoticeForm {
    game: GameId,
    #[serde(rename = "turn")]
    revision: u64,
    side: Side,
    is_turn: bool,
    lines: Vec<PlannedLine>,
    done: PlansDone,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PlansDone", rename_all = "snake_case")]
enum PlansDoneForm {
    Listed,
    Added,
    Removed,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PlanRefusal", rename_all = "snake_case", tag = "plan", deny_unknown_fields)]
enum PlanRefusalForm {
    Cards,
    TouchMove,
    YourTurn,
    Overheard,
    CommandOverheard,
    WordsOverheard,
    Unclear { after: Vec<String>, text: String, moves: Vec<String> },
    Illegal { after: Vec<String>, text: String, reason: Box<notation::MoveRefusal> },
    NotAMove { after: Vec<String>, text: String },
    Over { after: Vec<String> },
    NoReply { after: Vec<String> },
    TooLong { most: usize },
    TooMany { most: usize },
}
