//! Stored forms of refusals of unknown terms.

use serde::{Deserialize, Serialize};

use crate::{
    game::TimeControlError,
    notice::{MissingFeature, UnknownTermRefusal},
};

kept! {
    MissingFeature as MissingFeatureForm,
    UnknownTermRefusal as UnknownTermRefusalForm,
    TimeControlError as TimeControlErrorForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "UnknownTermRefusal", rename_all = "snake_case", tag = "stray", deny_unknown_fields)]
enum UnknownTermRefusalForm {
    OtherGame {
        game: String,
    },
    NoClocks {
        words: String,
    },
    NoSuchPace {
        word: String,
        #[serde(rename = "reason")]
        why: Option<TimeControlError>,
    },
    TimeOutAlone,
    UnknownWord {
        command: String,
        word: String,
        nearest: Option<String>,
    },
    OtherPiece {
        name: String,
    },
    SaidCommand {
        command: String,
    },
    Missing {
        word: String,
        feature: MissingFeature,
    },
    Contradiction {
        word: String,
        option: String,
    },
    UnknownTopic {
        word: String,
        nearest: Option<String>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "MissingFeature", rename_all = "snake_case")]
enum MissingFeatureForm {
    Ratings,
    Puzzles,
    Tournaments,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TimeControlError", rename_all = "snake_case")]
enum TimeControlErrorForm {
    TooShort,
    MoveTooLong,
    ReserveTooLarge,
}
