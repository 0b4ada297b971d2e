//! What the computer thinks of games, as answers keep it.

use adoube_rules::{Side, Variant};
use serde::{Deserialize, Serialize};

use crate::{
    game::{Analysis, Ending, GameId, Seats},
    notice::{AnalysingNotice, AnalysisNotice},
    stored::part,
};

kept! {
    AnalysingNotice as AnalysingForm,
    AnalysisNotice as AnalysisNoticeForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AnalysingNotice", deny_unknown_fields)]
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
    ending: Option<Ending>,
    first_number: u32,
    first_side: Side,
    #[serde(with = "part::boxed")]
    analysis: Box<Analysis>,
    pgn: String,
}
