//! Stored form of an analysis.
//!
//! Versions: 1 is the first; nothing else has been written.

use adoube_rules::Side;
use serde::{Deserialize, Serialize};

use super::StoredForm;
use crate::game::{GameAnalysis, GameVerdict, PlyAnalysis};

impl StoredForm for GameAnalysis {
    const KIND: &'static str = "what the computer thinks of a game";
    const VERSION: u64 = 1;
}

fields! { GameAnalysis as GameAnalysisForm }
kept! {
    PlyAnalysis as PlyAnalysisForm,
    GameVerdict as GameVerdictForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "GameAnalysis", deny_unknown_fields)]
struct GameAnalysisForm {
    start: GameVerdict,
    plies: Vec<PlyAnalysis>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PlyAnalysis", deny_unknown_fields)]
struct PlyAnalysisForm {
    by: Side,
    san: String,
    could: GameVerdict,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    better: Vec<String>,
    did: GameVerdict,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "GameVerdict", rename_all = "snake_case")]
enum GameVerdictForm {
    Pawns(i32),
    Mates(Side, u32),
}
