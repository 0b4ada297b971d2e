//! Stored forms of notices about analyses.

use adoube_rules::{Side, Variant};
use serde::{Deserialize, Serialize};

use crate::{
    forms::part,
    game::{GameAnalysis, GameEnding, GameId, Seats},
    notice::{AnalysisNotice, AnalysisProgressNotice},
};

kept! {
    AnalysisProgressNotice as AnalysingForm,
    AnalysisNotice as AnalysisNoticeForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AnalysisProgressNotice", deny_unknown_fields)]
struct AnalysingForm {
    game: GameId,
    done: usize,
    plies: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AnalysisNotice", deny_unknown_fields)]
struct AnalysisNoticeForm {
    game: GameId,
    variant: Variant,
    seats: Seats,
    ending: Option<GameEnding>,
    first_number: u32,
    first_side: Side,
    #[serde(with = "part::boxed")]
    analysis: Box<GameAnalysis>,
    pgn: String,
}
