//! Weights that say best what looking ahead has found in positions and how their games ended: a logistic regression, by steps
//! that grow and shrink with what each weight has needed so far (Adam), held near what is known already.

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
use adoube_rules::{Piece, Place, Position, Region, Side, Square, Variant};

use super::feature_sample::{FeatureSample, feature_samples};
use super::game_sample::GameSample;

/// Times that all samples are gone through, samples that a step is made for, and the sizes of the first steps and the last, in
/// hundredths of a pawn.
const EPOCHS: usize = 60;
const BATCH_SIZE: usize = 512;
const LEARNING_RATES: (f32, f32) = (1.5, 0.05);
/// How strongly a weight is held near what was known of it: as by so much of all samples.
const L2: f32 = 0.05;
/// One run of samples of so many is kept apart, to see whether what was found holds for other games, and how long runs are at
/// most.
const VALIDATION_SHARE: usize = 16;
const RUN_LENGTH: usize = 2_048;

/// What was found.
pub(crate) struct WeightFit {
    weights: EvalWeights,
    /// What samples that were kept apart say against the weights: of those before and of those that were found.
    pub(crate) errors: [f32; 2],
}

/// As the program reads it.
impl fmt::Display for WeightFit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.weights.fmt(f)
    }
}

/// Weights while they are found, in hundredths of a pawn: all in the opening, then all in the ending. Of each half first what is
/// counted, then the squares.
struct WeightFitter {
    weights: Vec<f32>,
    prior: Vec<f32>,
    /// Means of slopes and of their squares so far.
    moments: Vec<[f32; 2]>,
    /// How much of what a weight counts there is in a sample that has much of it, and at least 1.
    scales: Vec<f32>,
    l2: f32,
    half: usize,
}

/// Finds weights for the boards of that game.
pub(crate) fn fit_weights(variant: Variant, rows: &[GameSample]) -> WeightFit {
    let mut evaluation = Evaluation::of(variant, PieceValues::built_in());
    evaluation.prepare(&Position::start(variant));
    let samples = feature_samples(&mut evaluation, variant, rows);
    fit_to(variant, &evaluation, &samples)
}

/// The same from what is counted in positions already.
pub(super) fn fit_to(variant: Variant, evaluation: &Evaluation, samples: &[FeatureSample]) -> WeightFit {
    let mut fitting = WeightFitter::from(variant, evaluation, samples);
    let run = (samples.len() / (8 * VALIDATION_SHARE)).clamp(1, RUN_LENGTH);
    let (apart, others): (Vec<_>, Vec<_>) =
        samples.iter().enumerate().partition(|(number, _)| (number / run).is_multiple_of(VALIDATION_SHARE));
    let before = fitting.error(&apart);
    for time in 0..EPOCHS {
        let done = time as f32 / EPOCHS as f32;
        let step = LEARNING_RATES.0 * (LEARNING_RATES.1 / LEARNING_RATES.0).powf(done);
        for start in 0..others.len().div_ceil(BATCH_SIZE) {
            // Each step sees positions of many games.
            let stride = others.len().div_ceil(BATCH_SIZE);
            fitting.adam_step(others.iter().skip(start).step_by(stride).map(|(_, sample)| *sample), step);
        }
    }
    WeightFit { errors: [before, fitting.error(&apart)], weights: fitting.to_weights(variant) }
}

impl WeightFitter {
    fn from(variant: Variant, evaluation: &Evaluation, samples: &[FeatureSample]) -> Self {
        let known_weights = evaluation.weights();
        let half = COUNT + weighted_types(variant).count() * half_squares(variant);
        let mut weights = vec![0.0; 2 * half];
        for (first, numbers) in [(0, &known_weights.midgame), (half, &known_weights.endgame)] {
            for (weight, number) in weights[first..].iter_mut().zip(numbers) {
                *weight = f32::from(*number) / WEIGHT_SCALE as f32;
            }
        }
        for (number, kind) in weighted_types(variant).enumerate() {
            for square in left_half(variant) {
                let Some(place) = Place::at(square) else { continue };
                let amount = evaluation.piece_score(place, Piece::new(Side::White, kind));
                let on =
                    COUNT + number * half_squares(variant) + half_square(variant, square.file, square.rank);
                (weights[on], weights[half + on]) = (amount.midgame as f32, amount.endgame as f32);
            }
        }
        let held = L2 / samples.len().max(1) as f32;
        let (slopes, sizes) = (vec![[0.0; 2]; weights.len()], vec![1.0; weights.len()]);
        let mut fitting =
            Self { prior: weights.clone(), moments: slopes, scales: sizes, l2: held, weights, half };
        fitting.measure_scales(samples);
        fitting
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

    /// Calls `found` with each weight that counts in a sample, and how much.
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

    /// What the weights say a sample is worth for White.
    fn predicted_score(&self, sample: &FeatureSample) -> f32 {
        let mut lead = sample.fixed_score.midgame as f32 * sample.phase
            + sample.fixed_score.endgame as f32 * (1.0 - sample.phase);
        self.for_each_weight(sample, |place, times| lead += self.weights[place] * times);
        lead
    }

    /// By how much that is wrong, as a part of a point.
    fn residual(&self, sample: &FeatureSample) -> (f32, f32) {
        let said = expected_score(self.predicted_score(sample) / SCALE);
        (said - sample.target, said)
    }

    fn error(&self, samples: &[(usize, &FeatureSample)]) -> f32 {
        let sum: f32 = samples.iter().map(|(_, sample)| self.residual(sample).0.powi(2)).sum();
        sum / samples.len().max(1) as f32
    }

    fn adam_step<'a>(&mut self, samples: impl Iterator<Item = &'a FeatureSample>, size: f32) {
        let mut slopes = vec![0.0_f32; self.weights.len()];
        let mut number = 0.0;
        for sample in samples {
            let (miss, said) = self.residual(sample);
            let slope = miss * said * (1.0 - said);
            self.for_each_weight(sample, |place, times| slopes[place] += slope * times);
            number += 1.0;
        }
        for (place, slope) in slopes.into_iter().enumerate() {
            let weight = self.scales[place];
            let held = self.l2 * weight * weight * (self.weights[place] - self.prior[place]);
            let slope = slope / f32::max(number, 1.0) + held;
            let [mean, square] = &mut self.moments[place];
            *mean += (slope - *mean) * 0.1;
            *square += (slope * slope - *square) * 0.01;
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
