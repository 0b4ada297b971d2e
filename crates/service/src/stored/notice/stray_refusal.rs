//! Noes about stray words, as notices keep them.

use serde::{Deserialize, Serialize};

use crate::{game::PaceError, notice::StrayRefusal};

kept! {
    StrayRefusal as StrayRefusalForm,
    PaceError as PaceErrorForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "StrayRefusal", rename_all = "snake_case", tag = "stray", deny_unknown_fields)]
enum StrayRefusalForm {
    OtherGame { game: String },
    NoClocks { words: String },
    NoSuchPace { word: String, why: Option<PaceError> },
    TimeOutAlone,
    UnknownWord { command: String, word: String, nearest: Option<String> },
    UnknownTopic { word: String, nearest: Option<String> },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PaceError", rename_all = "snake_case")]
enum PaceErrorForm {
    TooShort,
    MoveTooLong,
    ReserveTooLarge,
}
