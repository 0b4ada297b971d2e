//! Notice (a message as data, before it is worded) that lists a player's conditional moves after a
//! change: a private reply for that player, never posted.

use std::fmt;

use adoube_rules::Side;
use serde::{Deserialize, Serialize};

use crate::core::game::{ConditionalLine, GameId};

/// The planned lines of a player.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionalMovesNotice {
    /// The game.
    pub game: GameId,
    /// The revision of the game.
    #[serde(rename = "turn")]
    pub revision: u64,
    /// The player's side.
    pub side: Side,
    /// Whether the player is to move: then the lines begin with their own moves.
    pub is_turn: bool,
    /// The lines.
    pub lines: Vec<ConditionalLine>,
    /// The change just made.
    pub done: ConditionalMovesChange,
}

/// A change of a player's conditional moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConditionalMovesChange {
    /// No change: the lines are only listed.
    Listed,
    /// The last line was added.
    Added,
    /// One line was removed, or all.
    Removed,
}

/// Prints no plans: the output may end up in a log.
impl fmt::Debug for ConditionalMovesNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlansNotice")
            .field("game", &self.game)
            .field("side", &self.side)
            .finish_non_exhaustive()
    }
}
