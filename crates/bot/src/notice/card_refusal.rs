//! Refusals about cards (sentences in `schachen.ftl`). What a hand lacks for a typed move is in
//! `adoube-rules`.

use adoube_rules::{Square, Variant};
use serde::{Deserialize, Serialize};

use super::GameRefusal;

/// A no, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "cards", deny_unknown_fields)]
pub enum CardRefusal {
    /// The game is played without cards.
    NoCards {
        /// Which game.
        variant: Variant,
    },
    /// Only Schachen has a choice where the Kings stand.
    NoKingsChoice {
        /// The game asked for.
        variant: Variant,
    },
    /// A card is dropped after a move, and none has been made.
    MoveFirst,
    /// The text names no card and square.
    NotADrop {
        /// The text.
        text: String,
    },
    /// The move is made for good, and only the drop is open.
    MoveMade {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// Nothing is taken back in a game with hidden cards.
    NoTakebacks,
    /// With hidden cards no draw is claimed for a position that is not on the grid yet.
    NoIntendedClaims,
    /// Words that may tell of the speaker's turn or cards were shown to nobody else.
    Telling {
        /// The word that may.
        word: String,
    },
    /// Everybody would read about cards that are hidden.
    Overheard,
    /// The same where everybody reads commands as well.
    CommandOverheard,
    /// Everybody read a turn that would tell of cards that are hidden; the answer to it they do not.
    TurnOverheard,
}

impl From<CardRefusal> for GameRefusal {
    fn from(refusal: CardRefusal) -> Self {
        GameRefusal::Cards(refusal)
    }
}
