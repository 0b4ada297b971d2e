//! Logistic win probability: the points that can be expected of a game at a score.
//!
//! Not here: the scores (`evaluation`, `nnue`).

/// Scale in centipawns: a score of 400 wins ten of eleven games, as 400 Elo do.
pub const SCALE: f32 = 400.0 / std::f32::consts::LN_10;

/// Expected points, from 0 to 1, at a score in units of [`SCALE`].
pub fn expected_score(lead: f32) -> f32 {
    1.0 / (1.0 + (-lead).exp())
}
