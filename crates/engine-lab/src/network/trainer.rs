//! Trainer of a network: stochastic gradient descent with Adam, first on the hand-crafted
//! evaluation of many positions (pretraining), then on the scores and results of games.
//!
//! Not here: the positions (`dataset`), and where they come from (`weights::games`).

use adoube_engine::nnue::EvalNetwork;
use adoube_engine::nnue::architecture::{
    HIDDEN_SIZE, MAX_OUTPUT_WEIGHT, OUTPUT_BUCKETS, OUTPUT_SCALE, QA, QB,
};
use adoube_engine::nnue::file::BIAS_SCALE;
use adoube_engine::win_probability::expected_score;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::dataset::{TrainingSet, TrainingTarget};
use crate::validation_set::is_for_validation;
use crate::weights::game_sample::GameSample;

/// Positions of a batch, and the learning rates at the beginning and at the end: of pretraining,
/// and of training on games.
const BATCH_SIZE: usize = 4_096;
const PRETRAIN_RATES: [f32; 2] = [2e-3, 3e-4];
const GAME_RATES: [f32; 2] = [4e-4, 1e-5];
/// Decay rates of Adam's moments: of gradients, and of their squares.
const ADAM_BETAS: [f32; 2] = [0.9, 0.999];

/// What is reported after an epoch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrainingReport {
    /// Number of the epoch in its phase, from 1 on.
    pub(crate) epoch: usize,
    /// Mean squared error of the positions it was trained on.
    pub(crate) training_error: f32,
    /// Mean squared error of positions of games that are kept apart.
    pub(crate) validation_error: f32,
}

/// Weights in floating point: a row for each input, the input bias, two rows for each output
/// bucket, and the output biases.
pub(crate) struct NetworkTrainer {
    target: TrainingTarget,
    input_count: usize,
    weights: Vec<f32>,
    gradients: Vec<f32>,
    moments: Vec<[f32; 2]>,
    steps: i32,
    random: ChaCha8Rng,
}

/// Hidden layer and output of a position.
struct ForwardPass {
    hidden: [[f32; HIDDEN_SIZE]; 2],
    output: f32,
}

impl NetworkTrainer {
    /// Begins with the weights of a network, or with small random ones.
    pub(crate) fn new(target: TrainingTarget, seed: u64, initial: Option<&EvalNetwork>) -> Self {
        let rows = target.input_map().count();
        let count = (rows + 1 + 2 * OUTPUT_BUCKETS) * HIDDEN_SIZE + OUTPUT_BUCKETS;
        let (weights, gradients, moments) = (vec![0.0; count], vec![0.0; count], vec![[0.0; 2]; count]);
        let random = ChaCha8Rng::seed_from_u64(seed);
        let mut trainer = Self { target, input_count: rows, weights, gradients, moments, steps: 0, random };
        match initial {
            Some(initial) => trainer.load_weights(initial),
            None => trainer.init_weights(),
        }
        trainer
    }

    /// Small random weights, no two the same.
    fn init_weights(&mut self) {
        let Self { weights, random, .. } = self;
        let mut small = |size: f32| (random.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0) * size;
        for (row, weights) in weights.chunks_exact_mut(HIDDEN_SIZE).enumerate() {
            for weight in weights {
                *weight = match row {
                    row if row < self.input_count => small(0.15),
                    row if row == self.input_count => 0.3,
                    _ => small(0.1),
                };
            }
        }
    }

    fn load_weights(&mut self, initial: &EvalNetwork) {
        let parts = |row: &[i16; HIDDEN_SIZE], one: i16| row.map(|weight| f32::from(weight) / f32::from(one));
        let rows = initial.input_weights.iter().chain([&initial.input_bias]).map(|row| parts(row, QA));
        let last = initial.output_weights.iter().flatten().map(|row| parts(row, QB));
        let more = initial.output_bias.iter().map(|more| *more as f32 / OUTPUT_SCALE as f32);
        let all = rows.chain(last).flatten().chain(more);
        self.weights.iter_mut().zip(all).for_each(|(weight, initial)| *weight = initial);
    }

    /// Trains `near` epochs on positions near those of the samples, and then `games` epochs on the
    /// samples.
    pub(crate) fn train(
        &mut self,
        rows: &[GameSample],
        pretrain_epochs: usize,
        game_epochs: usize,
        on_report: &mut dyn FnMut(TrainingReport),
    ) {
        let is_for_validation = is_for_validation(rows.len());
        let mut validation_set = TrainingSet::default();
        let mut others = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            if is_for_validation(number) {
                self.target.add_game_position(&mut validation_set, row);
            } else {
                others.push(row);
            }
        }
        for time in 0..pretrain_epochs {
            let error = self.pretrain_epoch(
                &mut others,
                time as f32 / pretrain_epochs as f32,
                1.0 / pretrain_epochs as f32,
            );
            let validation_error = self.validation_error(&validation_set);
            on_report(TrainingReport { epoch: time + 1, training_error: error, validation_error });
        }
        let mut set = TrainingSet::default();
        for row in others {
            self.target.add_game_position(&mut set, row);
        }
        let mut numbers: Vec<usize> = (0..set.len()).collect();
        for time in 0..game_epochs {
            let error = self.game_epoch(
                &set,
                &mut numbers,
                time as f32 / game_epochs as f32,
                1.0 / game_epochs as f32,
            );
            let validation_error = self.validation_error(&validation_set);
            on_report(TrainingReport { epoch: time + 1, training_error: error, validation_error });
        }
    }

    /// One pretraining epoch; `done` of the whole phase is over before it, and it is `more` of it.
    /// Returns the mean squared error.
    fn pretrain_epoch(&mut self, rows: &mut [&GameSample], done: f32, more: f32) -> f32 {
        self.shuffle(rows);
        let mut set = TrainingSet::default();
        let (mut error, mut count) = (0.0, 0);
        for (number, some) in rows.chunks(BATCH_SIZE).enumerate() {
            set.clear();
            for row in some {
                self.target.add_nearby_position(&mut set, row, &mut self.random);
            }
            let now = done + more * (number * BATCH_SIZE) as f32 / rows.len() as f32;
            error += self.adam_step(&set, &mut (0..set.len()), learning_rate(PRETRAIN_RATES, now));
            count += set.len();
        }
        error / count.max(1) as f32
    }

    /// One epoch on the positions of the games, likewise.
    fn game_epoch(&mut self, set: &TrainingSet, numbers: &mut [usize], done: f32, more: f32) -> f32 {
        self.shuffle(numbers);
        let mut error = 0.0;
        for (number, some) in numbers.chunks(BATCH_SIZE).enumerate() {
            let now = done + more * (number * BATCH_SIZE) as f32 / numbers.len() as f32;
            error += self.adam_step(set, &mut some.iter().copied(), learning_rate(GAME_RATES, now));
        }
        error / numbers.len().max(1) as f32
    }

    /// What the network adds to the piece-square score, in centipawns.
    #[cfg(test)]
    pub(super) fn network_score(&self, set: &TrainingSet, number: usize) -> f32 {
        (self.forward(set, number).output - set.position(number).piece_score)
            * adoube_engine::win_probability::SCALE
    }

    fn validation_error(&self, validation_set: &TrainingSet) -> f32 {
        let residual = |number| {
            expected_score(self.forward(validation_set, number).output)
                - validation_set.position(number).target
        };
        (0..validation_set.len()).map(|number| residual(number).powi(2)).sum::<f32>()
            / validation_set.len().max(1) as f32
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for place in (1..all.len()).rev() {
            let other = self.random.next_u64() as usize % (place + 1);
            all.swap(place, other);
        }
    }

    fn row(&self, number: usize) -> &[f32] {
        &self.weights[number * HIDDEN_SIZE..(number + 1) * HIDDEN_SIZE]
    }

    /// Rows of output weights of a bucket: of the side to move, of the other side.
    const fn output_rows(&self, bucket: usize) -> [usize; 2] {
        let first = self.input_count + 1 + 2 * bucket;
        [first, first + 1]
    }

    const fn output_bias_index(&self, bucket: usize) -> usize {
        (self.input_count + 1 + 2 * OUTPUT_BUCKETS) * HIDDEN_SIZE + bucket
    }

    fn forward(&self, set: &TrainingSet, number: usize) -> ForwardPass {
        let lesson = set.position(number);
        let mut pass = ForwardPass {
            hidden: [[0.0; HIDDEN_SIZE]; 2],
            output: lesson.piece_score + self.weights[self.output_bias_index(lesson.output_bucket)],
        };
        let views = set.active_inputs(number).into_iter().zip(self.output_rows(lesson.output_bucket));
        for (numbers, (view, last)) in pass.hidden.iter_mut().zip(views) {
            numbers.copy_from_slice(self.row(self.input_count));
            for input in view {
                let row = self.row((*input).into());
                numbers.iter_mut().zip(row).for_each(|(number, more)| *number += more);
            }
            let products = numbers.iter().zip(self.row(last));
            let products = products.map(|(number, weight)| number.clamp(0.0, 1.0).powi(2) * weight);
            pass.output += products.sum::<f32>();
        }
        pass
    }

    /// One step of Adam; the sum of squared errors before it.
    fn adam_step(
        &mut self,
        set: &TrainingSet,
        batch: &mut dyn ExactSizeIterator<Item = usize>,
        size: f32,
    ) -> f32 {
        self.gradients.fill(0.0);
        let all = batch.len().max(1) as f32;
        let error = batch.map(|number| self.backward(set, number)).sum();
        self.steps += 1;
        let corrected = [1.0 - ADAM_BETAS[0].powi(self.steps), 1.0 - ADAM_BETAS[1].powi(self.steps)];
        let last = (self.input_count + 1) * HIDDEN_SIZE..self.output_bias_index(0);
        let most = f32::from(MAX_OUTPUT_WEIGHT) / f32::from(QB);
        for (place, (gradient, mean)) in self.gradients.iter().zip(&mut self.moments).enumerate() {
            let gradient = gradient / all;
            mean[0] = mean[0] * ADAM_BETAS[0] + gradient * (1.0 - ADAM_BETAS[0]);
            mean[1] = mean[1] * ADAM_BETAS[1] + gradient * gradient * (1.0 - ADAM_BETAS[1]);
            let by = size * (mean[0] / corrected[0]) / ((mean[1] / corrected[1]).sqrt() + 1e-8);
            let weight = &mut self.weights[place];
            *weight -= by;
            if last.contains(&place) {
                *weight = weight.clamp(-most, most);
            }
        }
        error
    }

    /// Backpropagation: adds a position's gradient; its squared error.
    fn backward(&mut self, set: &TrainingSet, number: usize) -> f32 {
        let pass = self.forward(set, number);
        let predicted = expected_score(pass.output);
        let residual = predicted - set.position(number).target;
        let gradient = residual * predicted * (1.0 - predicted);
        let bucket = set.position(number).output_bucket;
        let (first, lasts, more) =
            (self.input_count, self.output_rows(bucket), self.output_bias_index(bucket));
        self.gradients[more] += gradient;
        for ((numbers, view), last) in pass.hidden.iter().zip(set.active_inputs(number)).zip(lasts) {
            let mut below = [0.0; HIDDEN_SIZE];
            let weights = &self.weights[last * HIDDEN_SIZE..(last + 1) * HIDDEN_SIZE];
            let gradients = &mut self.gradients[last * HIDDEN_SIZE..(last + 1) * HIDDEN_SIZE];
            for (((number, weight), last), below) in
                numbers.iter().zip(weights).zip(gradients).zip(&mut below)
            {
                let inside = number.clamp(0.0, 1.0);
                *last += gradient * inside * inside;
                let is_inside = if (0.0..=1.0).contains(number) { 1.0 } else { 0.0 };
                *below = gradient * weight * 2.0 * inside * is_inside;
            }
            for row in view.iter().map(|input| usize::from(*input)).chain([first]) {
                let gradients = &mut self.gradients[row * HIDDEN_SIZE..(row + 1) * HIDDEN_SIZE];
                gradients.iter_mut().zip(&below).for_each(|(gradient, more)| *gradient += more);
            }
        }
        residual * residual
    }

    /// The network with quantised weights.
    pub(crate) fn quantised(&self) -> EvalNetwork {
        let whole =
            |weight: f32, one: f32| (weight * one).round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let numbers = |row: &[f32], one: i16| std::array::from_fn(|place| whole(row[place], one.into()));
        let rows = (0..self.input_count).map(|row| numbers(self.row(row), QA)).collect();
        let first = numbers(self.row(self.input_count), QA);
        let last =
            std::array::from_fn(|bucket| self.output_rows(bucket).map(|row| numbers(self.row(row), QB)));
        let more = std::array::from_fn(|bucket| {
            i32::from(whole(self.weights[self.output_bias_index(bucket)], (OUTPUT_SCALE / BIAS_SCALE) as f32))
                * BIAS_SCALE
        });
        EvalNetwork {
            input_map: self.target.input_map().clone(),
            input_weights: rows,
            input_bias: first,
            output_weights: last,
            output_bias: more,
        }
    }
}

/// Learning rate with cosine decay, when that share of all is done.
fn learning_rate([first, last]: [f32; 2], done: f32) -> f32 {
    last + (first - last) * 0.5 * (1.0 + (done * std::f32::consts::PI).cos())
}
