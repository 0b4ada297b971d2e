//! Notices (messages as data, before they are worded) about the engine's analysis of a game: its
//! progress and its result. Not here: the text and the graph (`features::analysis`).

use adoube_rules::{Side, Variant};
use serde::{Deserialize, Serialize};

use crate::core::{
    game::{GameAnalysis, GameEnding, GameId, Seats},
    versioned_form::part,
};

/// The result of an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisNotice {
    /// The analysed game.
    pub game: GameId,
    /// The rules it was played by.
    pub variant: Variant,
    /// The players.
    pub seats: Seats,
    /// How it ended.
    pub ending: Option<GameEnding>,
    /// The number of its first move.
    pub first_number: u32,
    /// The side that made the first move.
    pub first_side: Side,
    /// The engine's evaluations.
    #[serde(with = "part::boxed")]
    pub analysis: Box<GameAnalysis>,
    /// The game with the evaluations, as PGN.
    pub pgn: String,
}

/// Progress of an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisProgressNotice {
    /// The game.
    pub game: GameId,
    /// Plies analysed so far.
    pub done: usize,
    /// Plies of the game.
    pub plies: usize,
}
