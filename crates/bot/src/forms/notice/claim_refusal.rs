//! Stored forms of refusals of draw claims with an intended move.

use serde::{Deserialize, Serialize};

use crate::notice::ClaimRefusal;

kept! {
    ClaimRefusal as ClaimRefusalForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ClaimRefusal", rename_all = "snake_case", tag = "claim", deny_unknown_fields)]
enum ClaimRefusalForm {
    NoClaimWith { san: String, repetitions: u32, plies: u32, made: bool },
    EndsGame { san: String },
    Unclear { text: String, moves: Vec<String> },
}
