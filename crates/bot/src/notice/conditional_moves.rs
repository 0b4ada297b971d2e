//! Conditional moves of a player, for that player alone: a private reply, never posted.

use serde::{Deserialize, Serialize};
use std::fmt;

use adoube_rules::Side;

use crate::game::{ConditionalLine, GameId};

/// The lines a player has planned.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionalMovesNotice {
    /// In which game.
    pub game: GameId,
    /// At which of its revisions.
    #[serde(rename = "turn")]
    pub revision: u64,
    /// Whose plans.
    pub side: Side,
    /// Whether the planner is to move: then the lines begin with their own moves.
    pub is_turn: bool,
    /// The lines.
    pub lines: Vec<ConditionalLine>,
    /// What was just done with them.
    pub done: ConditionalMovesChange,
}

/// What was done with somebody's plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConditionalMovesChange {
    /// They are only looked at.
    Listed,
    /// The last line was added.
    Added,
    /// One was removed, or all.
    Removed,
}

/// Without the plans: this may end up in a log.
impl fmt::Debug for ConditionalMovesNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlansNotice")
            .field("game", &self.game)
            .field("side", &self.side)
            .finish_non_exhaustive()
    }
}
