//! Texel tuning of evaluation weights: a logistic regression on search scores and game results by
//! gradient descent with Adam, with L2 regularisation towards the weights there are.

use std::fmt;

use adoube_engine::evaluation::{
    Evaluation,
    features::COUNT,
    geometry::{half_square, half_squares},
    tapered_score::TaperedScore,
    weighted_types::weighted_types,
    weights::{EvalWeights, WEIGHT_SCALE},
};
use adoube_engine::piece_values::PieceValues;
use adoube_engine::win_probability::{SCALE, expected_score};
use adoube_rules::{Piece, Position, Region, Side, Square, SquareIndex, Variant};

use super::feature_sample::{FeatureSample, feature_samples};
use super::game_sample::GameSample;
use crate::validation_set::is_for_validation;

/// Epochs, samples of a batch, and the learning rates at the beginning and at the end, in
/// centipawns.
const EPOCHS: usize = 60;
const BATCH_SIZE: usize = 512;
const LEARNING_RATES: [f32; 2] = [1.5, 0.05];
/// L2 regularisation towards the prior: as strong as that share of all samples.
const L2: f32 = 0.05;

/// Fitted weights.
pub(crate) struct WeightFit {
    weights: EvalWeights,
    /// Mean squared errors of the validation set: before and after.
    pub(crate) errors: [f32; 2],
}

/// As the engine reads it.
impl fmt::Display for WeightFit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.weights.fmt(f)
    }
}

/// Weights in centipawns while they are fitted: the middlegame half, then the endgame half; in each
/// first the features, then the squares.
struct WeightFitter {
    weights: Vec<f32>,
    prior: Vec<f32>,
    /// Adam's moments: means of gradients and of their squares.
    moments: Vec<[f32; 2]>,
    /// Scale of each weight's feature: its root mean square in the samples, at least 1.
    scales: Vec<f32>,
    l2: f32,
    half: usize,
}

/// Fits weights for the board of a variant.
pub(crate) fn fit_weights(variant: Variant, rows: &[GameSample]) -> WeightFit {
    let mut evaluation = Evaluation::of(variant, PieceValues::built_in());
    evaluation.prepare(&Position::start(variant));
    let samples = feature_samples(&mut evaluation, variant, rows);
    fit_to(variant, &evaluation, &samples)
}

/// Fits weights to feature samples.
pub(super) fn fit_to(variant: Variant, evaluation: &Evaluation, samples: &[FeatureSample]) -> WeightFit {
    let mut fitter = WeightFitter::from(variant, evaluation, samples);
    let is_for_validation = is_for_validation(samples.len());
    let (validation, training): (Vec<_>, Vec<_>) =
        samples.iter().enumerate().partition(|(number, _)| is_for_validation(*number));
    let before = fitter.error(&validation);
    for time in 0..EPOCHS {
        let done = time as f32 / EPOCHS as f32;
        let [first, last] = LEARNING_RATES;
        let step = first * (last / first).powf(done);
        for start in 0..training.len().div_ceil(BATCH_SIZE) {
            // A batch has positions of many games.
            let stride = training.len().div_ceil(BATCH_SIZE);
            fitter.adam_step(training.iter().skip(start).step_by(stride).map(|(_, sample)| *sample), step);
        }
    }
    WeightFit { errors: [before, fitter.error(&validation)], weights: fitter.to_weights(variant) }
}

impl WeightFitter {
    fn from(variant: Variant, evaluation: &Evaluation, samples: &[FeatureSample]) -> Self {
        let prior = evaluation.weights();
        let half = COUNT + weighted_types(variant).count() * half_squares(variant);
        let mut weights = vec![0.0; 2 * half];
        for (first, numbers) in [(0, &prior.midgame), (half, &prior.endgame)] {
            for (weight, number) in weights[first..].iter_mut().zip(numbers) {
                *weight = f32::from(*number) / WEIGHT_SCALE as f32;
            }
        }
        for (number, kind) in weighted_types(variant).enumerate() {
            for square in left_half(variant) {
                let Some(place) = SquareIndex::at(square) else { continue };
                let amount = evaluation.piece_score(place, Piece::new(Side::White, kind));
                let on =
                    COUNT + number * half_squares(variant) + half_square(variant, square.file, square.rank);
                (weights[on], weights[half + on]) = (amount.midgame as f32, amount.endgame as f32);
            }
        }
        let l2 = L2 / samples.len().max(1) as f32;
        let (gradients, scales) = (vec![[0.0; 2]; weights.len()], vec![1.0; weights.len()]);
        let mut fitter = Self { prior: weights.clone(), moments: gradients, scales, l2, weights, half };
        fitter.measure_scales(samples);
        fitter
    }

    fn measure_scales(&mut self, samples: &[FeatureSample]) {
        let mut squares = vec![0.0_f32; self.weights.len()];
        for sample in samples {
            self.for_each_weight(sample, |place, times| squares[place] += times * times);
        }
        for (size, square) in self.scales.iter_mut().zip(squares) {
            *size = (square / samples.len().max(1) as f32).sqrt().max(1.0);
        }
    }

    /// Calls `found` with the index and factor of each weight of a sample.
    fn for_each_weight(&self, sample: &FeatureSample, mut found: impl FnMut(usize, f32)) {
        let mut both = |place: usize, times: f32| {
            found(place, times * sample.phase);
            found(self.half + place, times * (1.0 - sample.phase));
        };
        for (place, count) in &sample.features {
            both(usize::from(*place), f32::from(*count));
        }
        for (on, sign) in &sample.squares {
            both(COUNT + usize::from(*on), f32::from(*sign));
        }
    }

    /// Predicted score of a sample for White.
    fn predicted_score(&self, sample: &FeatureSample) -> f32 {
        let mut score = sample.fixed_score.midgame as f32 * sample.phase
            + sample.fixed_score.endgame as f32 * (1.0 - sample.phase);
        self.for_each_weight(sample, |place, times| score += self.weights[place] * times);
        score
    }

    /// Residual in points, and the predicted points.
    fn residual(&self, sample: &FeatureSample) -> (f32, f32) {
        let predicted = expected_score(self.predicted_score(sample) / SCALE);
        (predicted - sample.target, predicted)
    }

    fn error(&self, samples: &[(usize, &FeatureSample)]) -> f32 {
        let sum: f32 = samples.iter().map(|(_, sample)| self.residual(sample).0.powi(2)).sum();
        sum / samples.len().max(1) as f32
    }

    fn adam_step<'a>(&mut self, samples: impl Iterator<Item = &'a FeatureSample>, size: f32) {
        let mut gradients = vec![0.0_f32; self.weights.len()];
        let mut number = 0.0;
        for sample in samples {
            let (residual, predicted) = self.residual(sample);
            let gradient = residual * predicted * (1.0 - predicted);
            self.for_each_weight(sample, |place, times| gradients[place] += gradient * times);
            number += 1.0;
        }
        for (place, gradient) in gradients.into_iter().enumerate() {
            let weight = self.scales[place];
            let l2 = self.l2 * weight * weight * (self.weights[place] - self.prior[place]);
            let gradient = gradient / f32::max(number, 1.0) + l2;
            let [mean, square] = &mut self.moments[place];
            *mean += (gradient - *mean) * 0.1;
            *square += (gradient * gradient - *square) * 0.01;
            self.weights[place] -= size / weight * *mean / (square.sqrt() + 1e-7);
        }
    }

    fn to_weights(&self, variant: Variant) -> EvalWeights {
        let mut weights = EvalWeights::zero();
        for (first, numbers) in [(0, &mut weights.midgame), (self.half, &mut weights.endgame)] {
            for (number, weight) in numbers.iter_mut().zip(&self.weights[first..]) {
                *number = (weight * WEIGHT_SCALE as f32).round() as i16;
            }
        }
        let squares = half_squares(variant);
        for (number, kind) in weighted_types(variant).enumerate() {
            let first = COUNT + number * squares;
            let amounts = (first..first + squares).map(|on| TaperedScore {
                midgame: self.weights[on].round() as i32,
                endgame: self.weights[self.half + on].round() as i32,
            });
            weights.squares.push((kind, amounts.collect()));
        }
        weights
    }
}

/// The squares of a board's left half.
fn left_half(variant: Variant) -> impl Iterator<Item = Square> {
    let files = match variant.region() {
        Region::Board { files, .. } => i32::from(files.div_ceil(2)),
        Region::Unbounded => 0,
    };
    variant.region().squares().filter(move |square| square.file < files)
}
