//! Replay step notice, the data of a message that shows a game after some of its moves. Not here:
//! how the position is computed (`features::replay`).

use serde::{Deserialize, Serialize};

use super::BoardNotice;

/// One board of a replay by steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayStepNotice {
    /// The board at that step; only the last one shows how the game ended.
    pub board: Box<BoardNotice>,
    /// The number of plies before it.
    pub ply: u32,
    /// The number of plies of the game.
    pub plies: u32,
    /// Whether all cards are shown, as the game is over.
    pub is_open: bool,
}
