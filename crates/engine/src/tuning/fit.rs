//! Weights that say best what looking ahead has found in positions and how their games ended: a logistic regression, by steps
//! that grow and shrink with what each weight has needed so far (Adam), held near what is known already.

use std::fmt;

use adoube_rules::{Piece, Place, Position, Region, Side, Square, Variant};

use super::Row;
use super::sample::{Sample, samples};
use crate::chances::{SCALE, likely};
use crate::evaluation::{
    Amount, Evaluation,
    features::COUNT,
    known,
    weights::{PARTS, Weights, half_square, half_squares},
};
use crate::values::Values;

/// Times that all samples are gone through, samples that a step is made for, and the sizes of the first steps and the last, in
/// hundredths of a pawn.
const TIMES: usize = 60;
const TOGETHER: usize = 512;
const STEPS: (f32, f32) = (1.5, 0.05);
/// How strongly a weight is held near what was known of it: as by so much of all samples.
const HELD: f32 = 0.05;
/// One run of samples of so many is kept apart, to see whether what was found holds for other games, and how long runs are at
/// most.
const APART: usize = 16;
const RUN: usize = 2_048;

/// What was found.
pub struct Fitted {
    weights: Weights,
    /// What samples that were kept apart say against the weights: of those before and of those that were found.
    pub errors: [f32; 2],
}

/// As the program reads it.
impl fmt::Display for Fitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.weights.fmt(f)
    }
}

/// Weights while they are found, in hundredths of a pawn: all in the opening, then all in the ending. Of each half first what is
/// counted, then the squares.
struct Fitting {
    weights: Vec<f32>,
    known: Vec<f32>,
    /// Means of slopes and of their squares so far.
    slopes: Vec<[f32; 2]>,
    /// How much of what a weight counts there is in a sample that has much of it, and at least 1.
    sizes: Vec<f32>,
    held: f32,
    half: usize,
}

/// Finds weights for the boards of that game.
pub fn fit(variant: Variant, rows: &[Row]) -> Fitted {
    let mut evaluation = Evaluation::of(variant, Values::known());
    evaluation.prepare(&Position::start(variant));
    let samples = samples(&mut evaluation, variant, rows);
    fit_to(variant, &evaluation, &samples)
}

/// The same from what is counted in positions already.
pub(super) fn fit_to(variant: Variant, evaluation: &Evaluation, samples: &[Sample]) -> Fitted {
    let mut fitting = Fitting::from(variant, evaluation, samples);
    let run = (samples.len() / (8 * APART)).clamp(1, RUN);
    let (apart, others): (Vec<_>, Vec<_>) =
        samples.iter().enumerate().partition(|(number, _)| (number / run).is_multiple_of(APART));
    let before = fitting.error(&apart);
    for time in 0..TIMES {
        let done = time as f32 / TIMES as f32;
        let step = STEPS.0 * (STEPS.1 / STEPS.0).powf(done);
        for start in 0..others.len().div_ceil(TOGETHER) {
            // Each step sees positions of many games.
            let stride = others.len().div_ceil(TOGETHER);
            fitting.step(others.iter().skip(start).step_by(stride).map(|(_, sample)| *sample), step);
        }
    }
    Fitted { errors: [before, fitting.error(&apart)], weights: fitting.to_weights(variant) }
}

impl Fitting {
    fn from(variant: Variant, evaluation: &Evaluation, samples: &[Sample]) -> Self {
        let known_weights = evaluation.weights();
        let half = COUNT + known(variant).count() * half_squares(variant);
        let mut weights = vec![0.0; 2 * half];
        for (first, numbers) in [(0, &known_weights.opening), (half, &known_weights.ending)] {
            for (weight, number) in weights[first..].iter_mut().zip(numbers) {
                *weight = f32::from(*number) / PARTS as f32;
            }
        }
        for (number, kind) in known(variant).enumerate() {
            for square in left_half(variant) {
                let Some(place) = Place::at(square) else { continue };
                let amount = evaluation.of_piece(place, Piece::new(Side::White, kind));
                let on =
                    COUNT + number * half_squares(variant) + half_square(variant, square.file, square.rank);
                (weights[on], weights[half + on]) = (amount.opening as f32, amount.ending as f32);
            }
        }
        let held = HELD / samples.len().max(1) as f32;
        let (slopes, sizes) = (vec![[0.0; 2]; weights.len()], vec![1.0; weights.len()]);
        let mut fitting = Self { known: weights.clone(), slopes, sizes, held, weights, half };
        fitting.measure(samples);
        fitting
    }

    fn measure(&mut self, samples: &[Sample]) {
        let mut squares = vec![0.0_f32; self.weights.len()];
        for sample in samples {
            self.each(sample, |place, times| squares[place] += times * times);
        }
        for (size, square) in self.sizes.iter_mut().zip(squares) {
            *size = (square / samples.len().max(1) as f32).sqrt().max(1.0);
        }
    }

    /// Calls `found` with each weight that counts in a sample, and how much.
    fn each(&self, sample: &Sample, mut found: impl FnMut(usize, f32)) {
        let mut both = |place: usize, times: f32| {
            found(place, times * sample.phase);
            found(self.half + place, times * (1.0 - sample.phase));
        };
        for (place, count) in &sample.counts {
            both(usize::from(*place), f32::from(*count));
        }
        for (on, sign) in &sample.squares {
            both(COUNT + usize::from(*on), f32::from(*sign));
        }
    }

    /// What the weights say a sample is worth for White.
    fn lead(&self, sample: &Sample) -> f32 {
        let mut lead =
            sample.rest.opening as f32 * sample.phase + sample.rest.ending as f32 * (1.0 - sample.phase);
        self.each(sample, |place, times| lead += self.weights[place] * times);
        lead
    }

    /// By how much that is wrong, as a part of a point.
    fn miss(&self, sample: &Sample) -> (f32, f32) {
        let said = likely(self.lead(sample) / SCALE);
        (said - sample.expected, said)
    }

    fn error(&self, samples: &[(usize, &Sample)]) -> f32 {
        let sum: f32 = samples.iter().map(|(_, sample)| self.miss(sample).0.powi(2)).sum();
        sum / samples.len().max(1) as f32
    }

    fn step<'a>(&mut self, samples: impl Iterator<Item = &'a Sample>, size: f32) {
        let mut slopes = vec![0.0_f32; self.weights.len()];
        let mut number = 0.0;
        for sample in samples {
            let (miss, said) = self.miss(sample);
            let slope = miss * said * (1.0 - said);
            self.each(sample, |place, times| slopes[place] += slope * times);
            number += 1.0;
        }
        for (place, slope) in slopes.into_iter().enumerate() {
            let weight = self.sizes[place];
            let held = self.held * weight * weight * (self.weights[place] - self.known[place]);
            let slope = slope / f32::max(number, 1.0) + held;
            let [mean, square] = &mut self.slopes[place];
            *mean += (slope - *mean) * 0.1;
            *square += (slope * slope - *square) * 0.01;
            self.weights[place] -= size / weight * *mean / (square.sqrt() + 1e-7);
        }
    }

    fn to_weights(&self, variant: Variant) -> Weights {
        let mut weights = Weights::none();
        for (first, numbers) in [(0, &mut weights.opening), (self.half, &mut weights.ending)] {
            for (number, weight) in numbers.iter_mut().zip(&self.weights[first..]) {
                *number = (weight * PARTS as f32).round() as i16;
            }
        }
        let squares = half_squares(variant);
        for (number, kind) in known(variant).enumerate() {
            let first = COUNT + number * squares;
            let amounts = (first..first + squares).map(|on| Amount {
                opening: self.weights[on].round() as i32,
                ending: self.weights[self.half + on].round() as i32,
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
