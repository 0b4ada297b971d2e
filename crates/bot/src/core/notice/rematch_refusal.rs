//! Reasons why a rematch, or another draw of the start array after a game, is refused, as data for
//! a sentence. Not here: the sentences (`features::rematch`, `assets/locales`).

use serde::{Deserialize, Serialize};

use crate::{Person, core::game::Seats};

/// Refusals about a game that is to be played again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "after", deny_unknown_fields)]
pub enum RematchRefusal {
    /// The game is still running.
    StillRunning,
    /// The sender has finished no game here.
    NothingToRepeat,
    /// Only its players can play a game again.
    NotTheirs {
        /// The players.
        seats: Seats,
    },
    /// The sender has already offered a rematch, and the opponent has not answered.
    Asked {
        /// The opponent.
        opponent: Person,
    },
    /// The opponent is not in this channel, and the game was played elsewhere.
    OpponentElsewhere {
        /// The opponent.
        opponent: Person,
    },
    /// The array of that game was not drawn by lot.
    NoOtherArray,
}
