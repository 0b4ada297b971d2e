//! Noes about stray words, as notices keep them.

use serde::{Deserialize, Serialize};

use crate::{
    game::PaceError,
    notice::{MissingFeature, StrayRefusal},
};

kept! {
    MissingFeature as MissingFeatureForm,
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
    OtherPiece { name: String },
    SaidCommand { command: String },
    Missing { word: String, feature: MissingFeature },
    Contradiction { word: String, option: String },
    UnknownTopic { word: String, nearest: Option<String> },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "MissingFeature", rename_all = "snake_case")]
enum MissingFeatureForm {
    Ratings,
    Puzzles,
    Tournaments,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PaceError", rename_all = "snake_case")]
enum PaceErrorForm {
    TooShort,
    MoveTooLong,
    ReserveTooLarge,
}
