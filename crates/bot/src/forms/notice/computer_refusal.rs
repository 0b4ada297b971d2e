//! Stored forms of refusals about the computer.

use adoube_rules::Variant;
use serde::{Deserialize, Serialize};

use crate::notice::ComputerRefusal;

kept! {
    ComputerRefusal as ComputerRefusalForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ComputerRefusal", rename_all = "snake_case", tag = "computer", deny_unknown_fields)]
enum ComputerRefusalForm {
    Off,
    NobodyElse { variant: Option<Variant>, has_computer: bool },
    LevelOfPerson,
    NotBoth,
    NoSuchLevel { word: String },
    NoHints,
    HintOverheard,
    HintCommandOverheard,
    NoAnalyses,
    StillRunning,
    Unplayed,
    LongGame { most: usize },
    Analysing,
    Busy,
    ManyGames,
}
