//! Feature samples: computes the feature vector, phase and target of positions, as weights are
//! fitted to them.

use adoube_engine::evaluation::{
    Evaluation, PHASE_MAX,
    geometry::{half_square, half_squares},
    tapered_score::TaperedScore,
    weighted_types::weighted_types,
};
use adoube_rules::{BoardSearch, Position, Side, Variant};

use super::game_sample::GameSample;

/// Features and target of a position.
#[derive(Clone, Debug)]
pub(super) struct FeatureSample {
    /// Features that are not zero: number and count.
    pub(super) features: Vec<(u16, i16)>,
    /// Phase of the game, from 0 in the endgame to 1.
    pub(super) phase: f32,
    /// Fitted squares: number of type and square, and 1 for White's, -1 for Black's.
    pub(super) squares: Vec<(u16, i8)>,
    /// Piece-square score of the other pieces.
    pub(super) fixed_score: TaperedScore,
    /// White's expected points.
    pub(super) target: f32,
}

/// Feature samples of games; positions that cannot be read are left out.
pub(super) fn feature_samples(
    evaluation: &mut Evaluation,
    variant: Variant,
    samples: &[GameSample],
) -> Vec<FeatureSample> {
    samples
        .iter()
        .filter_map(|sample| {
            let position = Position::parse(variant, &sample.position).ok()?;
            evaluation.prepare(&position);
            Some(feature_sample(evaluation, variant, &BoardSearch::of(&position)?, sample))
        })
        .collect()
}

fn feature_sample(
    evaluation: &Evaluation,
    variant: Variant,
    board: &BoardSearch,
    sample: &GameSample,
) -> FeatureSample {
    let (features, phase) = evaluation.count_features(board);
    let (mut squares, mut fixed_score) = (Vec::new(), TaperedScore::default());
    for (place, piece) in board.pieces() {
        let Some(number) = weighted_types(variant).position(|kind| kind == piece.kind) else {
            fixed_score += evaluation.piece_score(place, piece);
            continue;
        };
        let (square, sign) = (place.square(), if piece.side == Side::White { 1 } else { -1 });
        let rank = evaluation.relative_rank(piece.side, square);
        let on = number * half_squares(variant) + half_square(variant, square.file, rank);
        squares.push((on as u16, sign));
    }
    let features = features.0.into_iter().enumerate().filter(|(_, count)| *count != 0);
    let features = features.map(|(number, count)| (number as u16, count)).collect();
    let phase = phase as f32 / PHASE_MAX as f32;
    FeatureSample { features, phase, squares, fixed_score, target: sample.target() }
}
