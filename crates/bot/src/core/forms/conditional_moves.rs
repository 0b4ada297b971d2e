//! Stored form (JSON) of the conditional moves that the players of a game have planned:
//! `{"white":[[{"lan":"g8f6","san":"Nf6"},…]],"black":[]}`.

use serde::{Deserialize, Serialize};

use crate::core::game::{ConditionalLine, ConditionalMove, ConditionalMoves};

kept! {
    ConditionalLine as ConditionalLineForm,
    ConditionalMove as ConditionalMoveForm,
    ConditionalMoves as ConditionalMovesForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ConditionalMove", deny_unknown_fields)]
struct ConditionalMoveForm {
    lan: String,
    san: String,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ConditionalLine")]
struct ConditionalLineForm(Vec<ConditionalMove>);

#[derive(Serialize, Deserialize)]
#[serde(remote = "ConditionalMoves", deny_unknown_fields)]
struct ConditionalMovesForm {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    white: Vec<ConditionalLine>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    black: Vec<ConditionalLine>,
}
