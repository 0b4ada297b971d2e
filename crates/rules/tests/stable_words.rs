//! Tests of words that programs and stored games rely on: results, reasons, claims, sides and
//! modes. They never change.
//!
//! Texts of positions and moves are in `texts`.

use adoube_rules::{CastlingSide, DrawClaim, GameOutcome, GameResult, OutcomeReason, PromotionMode, Side};

#[test]
fn each_is_the_word_that_is_kept() {
    let words = [
        (Side::White.to_string(), "white"),
        (Side::Black.to_string(), "black"),
        (GameResult::win(Side::White).to_string(), "1-0"),
        (GameResult::win(Side::Black).to_string(), "0-1"),
        (GameResult::Draw.to_string(), "1/2-1/2"),
        (OutcomeReason::Checkmate.to_string(), "checkmate"),
        (OutcomeReason::Stalemate.to_string(), "stalemate"),
        (OutcomeReason::DeadPosition.to_string(), "dead position"),
        (OutcomeReason::FivefoldRepetition.to_string(), "fivefold repetition"),
        (OutcomeReason::SeventyFiveMoves.to_string(), "75 moves"),
        (
            GameOutcome { result: GameResult::WhiteWins, reason: OutcomeReason::Checkmate }.to_string(),
            "1-0 (checkmate)",
        ),
        (DrawClaim::Threefold.to_string(), "threefold"),
        (DrawClaim::FiftyMove.to_string(), "fifty-move"),
        (CastlingSide::Kingside.to_string(), "kingside"),
        (CastlingSide::Queenside.to_string(), "queenside"),
        (PromotionMode::Captured.to_string(), "captured"),
        (PromotionMode::Initial.to_string(), "initial"),
        (PromotionMode::All.to_string(), "all"),
    ];
    for (is, word) in words {
        assert_eq!(is, word);
    }
}

#[test]
fn what_a_mode_is_called_leads_to_it() {
    for mode in PromotionMode::ALL {
        assert_eq!(PromotionMode::from_key(mode.key()), Some(mode));
    }
    assert_eq!(PromotionMode::from_key("none"), None);
}
