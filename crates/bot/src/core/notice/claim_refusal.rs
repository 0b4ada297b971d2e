//! Reasons why a draw claim with an intended move is refused, as data for a sentence of
//! `claims.ftl`.

use serde::{Deserialize, Serialize};

/// Refusals of a draw claim with an intended move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "claim", deny_unknown_fields)]
pub enum ClaimRefusal {
    /// Neither count is complete with this move.
    NoClaimWith {
        /// The move, in standard notation.
        san: String,
        /// Occurrences of the position after the move.
        repetitions: u32,
        /// Plies without a Pawn move and without a capture after the move.
        plies: u32,
        /// Whether the move was made all the same, as touch-move demands.
        made: bool,
    },
    /// The move ends the game itself.
    EndsGame {
        /// The move, in standard notation.
        san: String,
    },
    /// The text can mean several moves.
    Unclear {
        /// The text.
        text: String,
        /// The moves it can mean, in standard notation.
        moves: Vec<String>,
    },
}

impl ClaimRefusal {
    /// The same refusal after the move was made.
    pub(crate) fn into_made(self) -> Self {
        match self {
            Self::NoClaimWith { san, repetitions, plies, made: _ } => {
                Self::NoClaimWith { san, repetitions, plies, made: true }
            }
            other => other,
        }
    }
}
