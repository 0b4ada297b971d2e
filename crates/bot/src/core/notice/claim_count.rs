//! The count on which a draw claim rests, repetitions or plies, found in a position or after an
//! intended move. Not here: who may claim (`features::end_game::draw_claim`), and the rules (`adoube-rules`).

use adoube_rules::{DrawClaim, Game, Move};
use serde::{Deserialize, Serialize};

use crate::core::game::EndReason;

/// A possible draw claim, with the count behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimCount {
    /// Occurrences of the position.
    Repetition(u32),
    /// Plies without a Pawn move and without a capture.
    Plies(u32),
}

impl ClaimCount {
    /// The claim that the position on the board allows.
    pub(crate) fn standing(game: &Game) -> Option<Self> {
        Self::first(&game.draw_claims(), game)
    }

    /// The claim that an intended move allows, with the count after it.
    pub(crate) fn intended(game: &Game, intended: &Move) -> Option<Self> {
        let claims = game.draw_claims_with(intended);
        if claims.is_empty() { None } else { Self::first(&claims, &game.after(intended)?) }
    }

    fn first(claims: &[DrawClaim], game: &Game) -> Option<Self> {
        claims.first().map(|claim| match claim {
            DrawClaim::Threefold => Self::Repetition(game.repetitions() as u32),
            DrawClaim::FiftyMove => Self::Plies(game.position().halfmove_clock().into()),
        })
    }
}

impl From<ClaimCount> for EndReason {
    fn from(count: ClaimCount) -> Self {
        match count {
            ClaimCount::Repetition(_) => EndReason::ThreefoldClaimed,
            ClaimCount::Plies(_) => EndReason::FiftyMovesClaimed,
        }
    }
}
