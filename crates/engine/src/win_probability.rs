//! What a lead is good for: the points that can be expected of a game. Not here: how large a lead is (`evaluation`, `network`).

/// A lead of so many hundredths of a pawn multiplies the chances by e; one of 400 wins ten of eleven games.
pub const SCALE: f32 = 400.0 / std::f32::consts::LN_10;

/// The points, up to 1, that whoever has a lead in units of [`SCALE`] can expect.
pub fn expected_score(lead: f32) -> f32 {
    1.0 / (1.0 + (-lead).exp())
}
