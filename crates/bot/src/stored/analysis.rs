//! What the computer thinks of a game, as it is kept so that it is found out once.
//!
//! Versions: 1 is the first; nothing else has been written.

use adoube_rules::Side;
use serde::{Deserialize, Serialize};

use super::Form;
use crate::game::{AnalysedPly, Analysis, Verdict};

impl Form for Analysis {
    const KIND: &'static str = "what the computer thinks of a game";
    const VERSION: u64 = 1;
}

fields! { Analysis as AnalysisForm }
kept! {
    AnalysedPly as AnalysedPlyForm,
    Verdict as VerdictForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Analysis", deny_unknown_fields)]
struct AnalysisForm {
    start: Verdict,
    plies: Vec<AnalysedPly>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AnalysedPly", deny_unknown_fields)]
struct AnalysedPlyForm {
    by: Side,
    san: String,
    could: Verdict,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    better: Vec<String>,
    did: Verdict,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Verdict", rename_all = "snake_case")]
enum VerdictForm {
    Pawns(i32),
    Mates(Side, u32),
}
