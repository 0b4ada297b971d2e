//! Refusals about rematches and other actions after a game. Not here: the sentences (`present`,
//! `assets/locales`).

use super::GameRefusal;
use crate::{Person, game::Seats};
use serde::{Deserialize, Serialize};

/// A no about a game that is to be played again, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "after", deny_unknown_fields)]
pub enum RematchRefusal {
    /// The game goes on.
    StillRunning,
    /// The speaker has not finished a game here.
    NothingToRepeat,
    /// Only those who played it play it again.
    NotTheirs {
        /// Who did.
        seats: Seats,
    },
    /// The speaker has asked already, and the other one has not answered.
    Asked {
        /// Who is to answer.
        opponent: Person,
    },
    /// The other one is not in this channel, and the game was played elsewhere.
    OpponentElsewhere {
        /// Who that is.
        opponent: Person,
    },
    /// The array of that game was not drawn by lot.
    NoOtherArray,
}

impl From<RematchRefusal> for GameRefusal {
    fn from(refusal: RematchRefusal) -> Self {
        GameRefusal::After(refusal)
    }
}
