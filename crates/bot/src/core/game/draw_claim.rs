//! Decides when a draw by threefold repetition or by the 50-move rule ends a game without a claim,
//! and when a player is asked whether to claim it with a chosen move. Not here: the counts
//! (`adoube-rules`), and the claim (`features::end_game::draw_claim`).

use adoube_rules::{DrawClaim, Game, Move};

use super::{ClaimMode, EndReason, GameEnding, GameRecord};

impl GameRecord {
    /// The end that the position brings without a claim, if any.
    pub(crate) fn ending_without_claim(&self, game: &Game) -> Option<GameEnding> {
        let claims = game.draw_claims();
        let claim = claims.first().filter(|_| self.claims == ClaimMode::Automatic)?;
        let reason = match claim {
            DrawClaim::Threefold => EndReason::ThreefoldRepetition,
            DrawClaim::FiftyMove => EndReason::FiftyMoves,
        };
        Some(GameEnding::new(reason, None))
    }

    /// Whether to ask a player who chooses this move if they claim a draw with it. A player who
    /// could claim already has passed the claim over, and is not asked again with every move.
    pub(crate) fn asks_to_claim(&self, game: &Game, chosen: &Move) -> bool {
        let is_claimed = self.claims == ClaimMode::ByPlayer && !self.variant.has_cards();
        is_claimed && game.draw_claims().is_empty() && !game.draw_claims_with(chosen).is_empty()
    }
}

impl From<DrawClaim> for EndReason {
    fn from(claim: DrawClaim) -> Self {
        match claim {
            DrawClaim::Threefold => EndReason::ThreefoldClaimed,
            DrawClaim::FiftyMove => EndReason::FiftyMovesClaimed,
        }
    }
}
