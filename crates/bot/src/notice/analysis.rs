//! Notices about an analysis: its progress and its result. Not here: the text and the graph
//! (`present`).

use adoube_rules::{Side, Variant};
use serde::{Deserialize, Serialize};

use crate::forms::part;
use crate::game::{GameAnalysis, GameEnding, GameId, Seats};

/// A game that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisNotice {
    /// Which.
    pub game: GameId,
    /// By which rules it was played.
    pub variant: Variant,
    /// Who played.
    pub seats: Seats,
    /// How it ended.
    pub ending: Option<GameEnding>,
    /// The number of its first move.
    pub first_number: u32,
    /// Who made that.
    pub first_side: Side,
    /// What the computer thinks.
    #[serde(with = "part::boxed")]
    pub analysis: Box<GameAnalysis>,
    /// The record with what it thinks, as PGN.
    pub pgn: String,
}

/// How far it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisProgressNotice {
    /// With which game.
    pub game: GameId,
    /// Plies that were looked at.
    pub done: usize,
    /// Plies there are.
    pub plies: usize,
}
