//! Refusals about conditional moves (sentences in `plans.ftl`).

use serde::{Deserialize, Serialize};
use std::fmt;

use adoube_rules::notation;

/// Reasons for which conditional moves are refused. The moves before the refused one are in standard notation.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "plan", deny_unknown_fields)]
pub enum ConditionalMovesRefusal {
    /// Cards are hidden: what is possible would give them away.
    Cards,
    /// A touched piece binds, and nobody touches anything in advance.
    TouchMove,
    /// It is the planner's own turn.
    YourTurn,
    /// Everybody would read it, and the answer.
    Overheard,
    /// The same where everybody reads commands as well.
    CommandOverheard,
    /// Everybody would read it; the answer is given where nobody else reads.
    WordsOverheard,
    /// What may have been meant as several moves cannot be told apart.
    Unclear {
        /// The moves before.
        after: Vec<String>,
        /// What was typed.
        text: String,
        /// What it may mean.
        moves: Vec<String>,
    },
    /// There is no such move there.
    Illegal {
        /// The moves before.
        after: Vec<String>,
        /// What was typed.
        text: String,
        /// Why not.
        reason: Box<notation::MoveRefusal>,
    },
    /// That is no move at all.
    NotAMove {
        /// The moves before.
        after: Vec<String>,
        /// What was typed.
        text: String,
    },
    /// The game is over there.
    Over {
        /// The moves before.
        after: Vec<String>,
    },
    /// The answer to the last move is missing.
    NoReply {
        /// The moves before.
        after: Vec<String>,
    },
    /// More moves than a line has.
    TooLong {
        /// How many it may have.
        most: usize,
    },
    /// As many lines as there may be.
    TooMany {
        /// How many that is.
        most: usize,
    },
}

impl From<ConditionalMovesRefusal> for super::GameRefusal {
    fn from(refusal: ConditionalMovesRefusal) -> Self {
        Self::Plan(refusal)
    }
}

/// Without what was planned: this may end up in a log.
impl fmt::Debug for ConditionalMovesRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlanRefusal").finish_non_exhaustive()
    }
}
