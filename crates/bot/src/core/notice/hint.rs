//! The hint notice, the data of a message with a good move and what to expect of it, for the asking
//! player alone. Not here: the words (`features::hint`).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::BoardNotice;
use crate::core::game::LastMove;

/// A hint.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HintNotice {
    /// The board before the move.
    pub board: Box<BoardNotice>,
    /// The move with its effects.
    pub made: LastMove,
    /// Whether a card could be dropped after the move, and none should be.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keeps_cards: bool,
    /// The engine's evaluation.
    pub outlook: HintOutlook,
    /// The principal variation after the move, in standard notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}

/// Prints no move, which may leak a card: the output may end up in a log.
impl fmt::Debug for HintNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HintNotice").field("board", &self.board).finish_non_exhaustive()
    }
}

/// Evaluation for the side to move, after the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HintOutlook {
    /// Mates in this number of moves.
    Mates(u32),
    /// Is mated in this number of moves.
    IsMated(u32),
    /// Winning.
    Winning,
    /// Better.
    Better,
    /// Even.
    Even,
    /// Worse.
    Worse,
    /// Losing.
    Losing,
}
