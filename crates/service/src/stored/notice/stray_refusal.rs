//! Noes about stray words, as notices keep them.

use serde::{Deserialize, Serialize};

use crate::notice::StrayRefusal;

kept! {
    StrayRefusal as StrayRefusalForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "StrayRefusal", rename_all = "snake_case", tag = "stray", deny_unknown_fields)]
enum StrayRefusalForm {
    OtherGame { game: String },
    NoClocks { words: String },
    UnknownWord { command: String, word: String, nearest: Option<String> },
    UnknownTopic { word: String, nearest: Option<String> },
}
