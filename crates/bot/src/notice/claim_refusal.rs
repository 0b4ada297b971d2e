//! Refusals of a draw claim with an intended move (sentences in `claims.ftl`).

use serde::{Deserialize, Serialize};

/// A no, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "claim", deny_unknown_fields)]
pub enum ClaimRefusal {
    /// Neither count is complete with this move.
    NoClaimWith {
        /// The move, in standard notation.
        san: String,
        /// How often the position would have occurred.
        repetitions: u32,
        /// Plies there would be without a Pawn move and without a capture.
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
        /// What was typed.
        text: String,
        /// What it can mean, in standard notation.
        moves: Vec<String>,
    },
}

impl ClaimRefusal {
    /// The same after the move was made.
    pub(crate) fn into_made(self) -> Self {
        match self {
            Self::NoClaimWith { san, repetitions, plies, made: _ } => {
                Self::NoClaimWith { san, repetitions, plies, made: true }
            }
            other => other,
        }
    }
}

impl From<ClaimRefusal> for super::GameRefusal {
    fn from(refusal: ClaimRefusal) -> Self {
        Self::Claim(refusal)
    }
}
