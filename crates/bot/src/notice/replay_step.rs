//! Replay step notice: a game as it stood after some of its moves. Not here: how it is found
//! (`handlers`).

use super::BoardNotice;
use serde::{Deserialize, Serialize};

/// One board of a game that somebody goes through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayStepNotice {
    /// The board as it was then; how the game ended on the last one alone.
    pub board: Box<BoardNotice>,
    /// After how many plies.
    pub ply: u32,
    /// How many there are.
    pub plies: u32,
    /// Whether all cards are open, as the game is over.
    pub is_open: bool,
}
