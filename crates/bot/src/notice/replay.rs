//! The replay notice: a game from its first position to where it stood when somebody asked. Positions between are not
//! kept: they follow from the moves.

use super::BoardNotice;
use serde::{Deserialize, Serialize};

/// A game to be shown move by move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayNotice {
    /// The board after the last move.
    pub board: Box<BoardNotice>,
    /// The first position, as position text.
    pub start: String,
    /// The moves that stand.
    pub plies: Vec<ReplayPly>,
}

/// One move of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayPly {
    /// In coordinates: what a program replays.
    pub lan: String,
    /// In standard notation: what a person reads.
    pub san: String,
}
