//! Reasons why an action with the cards of Schachen is refused, as data for a sentence of
//! `schachen.ftl`. Not here: why a hand does not allow a typed move (`adoube-rules`).

use adoube_rules::{Square, Variant};
use serde::{Deserialize, Serialize};

/// Refusals about cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "cards", deny_unknown_fields)]
pub enum CardRefusal {
    /// The game is played without cards.
    NoCards {
        /// The rules of the game.
        variant: Variant,
    },
    /// Only Schachen offers a choice of the Kings' squares.
    NoKingsChoice {
        /// The game asked for.
        variant: Variant,
    },
    /// A card is dropped after a move, and the player has not moved yet.
    MoveFirst,
    /// The text names no card and square.
    NotADrop {
        /// The text.
        text: String,
    },
    /// The move cannot be changed any more; only the drop is open.
    MoveMade {
        /// Its from-square.
        from: Square,
        /// Its to-square.
        to: Square,
    },
    /// A game with hidden cards has no takebacks.
    NoTakebacks,
    /// With hidden cards no draw is claimed for a position that is not on the board yet.
    NoIntendedClaims,
    /// A message that may leak the sender's turn or cards was withheld from the channel.
    Telling {
        /// The word that may leak.
        word: String,
    },
    /// The reply would tell everybody about hidden cards.
    Overheard,
    /// The same, in channels where everybody reads commands as well.
    CommandOverheard,
    /// A turn that would leak hidden cards was read by everybody; its reply is not.
    TurnOverheard,
}
