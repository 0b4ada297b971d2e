//! What players have planned, as a game keeps it: `{"white":[[{"lan":"g8f6","san":"Nf6"},…]],"black":[]}`.

use serde::{Deserialize, Serialize};

use crate::game::{PlannedLine, PlannedMove, Plans};

kept! {
    PlannedLine as PlannedLineForm,
    PlannedMove as PlannedMoveForm,
    Plans as PlansForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PlannedMove", deny_unknown_fields)]
struct PlannedMoveForm {
    lan: String,
    san: String,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PlannedLine")]
struct PlannedLineForm(Vec<PlannedMove>);

#[derive(Serialize, Deserialize)]
#[serde(remote = "Plans", deny_unknown_fields)]
struct PlansForm {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    white: Vec<PlannedLine>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    black: Vec<PlannedLine>,
}
