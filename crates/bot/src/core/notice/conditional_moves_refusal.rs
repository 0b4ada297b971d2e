//! Reasons why planning or removing conditional moves is refused, as data for a sentence of
//! `plans.ftl`. `Debug` prints no planned move.

use std::fmt;

use adoube_rules::notation;
use serde::{Deserialize, Serialize};

/// Refusals of conditional moves. The moves before the refused one are in standard notation.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "plan", deny_unknown_fields)]
pub enum ConditionalMovesRefusal {
    /// The game has hidden cards: what is possible would leak them.
    Cards,
    /// In a touch-move game a touched piece binds, and no piece is touched in advance.
    TouchMove,
    /// The sender is to move.
    YourTurn,
    /// Everybody would read the plan and the reply.
    Overheard,
    /// The same, in channels where everybody reads commands as well.
    CommandOverheard,
    /// Everybody would read the plan; the reply is private.
    WordsOverheard,
    /// The text can mean several moves.
    Unclear {
        /// The moves before.
        after: Vec<String>,
        /// The text.
        text: String,
        /// The moves it can mean.
        moves: Vec<String>,
    },
    /// The move is illegal at that point.
    Illegal {
        /// The moves before.
        after: Vec<String>,
        /// The text.
        text: String,
        /// The reason.
        reason: Box<notation::MoveRefusal>,
    },
    /// The text is no move.
    NotAMove {
        /// The moves before.
        after: Vec<String>,
        /// The text.
        text: String,
    },
    /// The game is over at that point.
    Over {
        /// The moves before.
        after: Vec<String>,
    },
    /// The reply to the last move is missing.
    NoReply {
        /// The moves before.
        after: Vec<String>,
    },
    /// The line has too many moves.
    TooLong {
        /// The maximum.
        most: usize,
    },
    /// The player has too many lines.
    TooMany {
        /// The maximum.
        most: usize,
    },
}

/// Prints no plans: the output may end up in a log.
impl fmt::Debug for ConditionalMovesRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlanRefusal").finish_non_exhaustive()
    }
}
