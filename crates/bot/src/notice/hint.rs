//! The hint notice: a good move, for the player alone who asked. Not here: the words (`present`).

use serde::{Deserialize, Serialize};
use std::fmt;

use super::BoardNotice;
use crate::game::LastMove;

/// A good move.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HintNotice {
    /// The board it is made on.
    pub board: Box<BoardNotice>,
    /// The move, with all it would do.
    pub made: LastMove,
    /// Whether a card could be dropped after it, and none should be.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keeps_cards: bool,
    /// What the computer thinks of it.
    pub outlook: HintOutlook,
    /// The moves that may follow it, in standard notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}

/// Without the move, which may tell of a card: this may end up in a log.
impl fmt::Debug for HintNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HintNotice").field("board", &self.board).finish_non_exhaustive()
    }
}

/// How a game stands for whoever is to move, after the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HintOutlook {
    /// They mate in so many moves.
    Mates(u32),
    /// They are mated in so many moves, whatever they do.
    IsMated(u32),
    /// They are winning.
    Winning,
    /// They are better.
    Better,
    /// Nobody is better.
    Even,
    /// They are worse.
    Worse,
    /// They are losing.
    Losing,
}
