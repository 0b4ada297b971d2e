//! The replay notice, the data of a message that replays a game from its first position to its
//! state at the request. Positions between are not stored: they follow from the moves.

use serde::{Deserialize, Serialize};

use super::BoardNotice;

/// A game to be shown move by move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayNotice {
    /// The board after the last move.
    pub board: Box<BoardNotice>,
    /// The first position, as position text.
    pub start: String,
    /// The moves of the game.
    pub plies: Vec<ReplayPly>,
}

/// One move of a replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayPly {
    /// The move in coordinates, to replay it.
    pub lan: String,
    /// The move in standard notation, to show it.
    pub san: String,
}
