//! Finds a network from positions of games: by steps down the slope of the error, each from some thousand positions, that grow
//! and shrink with what each weight has needed so far (Adam). First it learns what is counted by hand, as there are as many such
//! positions as anybody likes, then what the games have shown. Not here: what positions say (`lessons`), and where they come
//! from (`tuning`).

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::file::MORE;
use super::lessons::{Lessons, Teacher};
use super::{LARGEST, Network, ONE, STAGES, WEIGHT, WHOLE, WIDTH};
use crate::chances::likely;
use crate::tuning::Row;

/// Positions that a step is made from, and the sizes of the first steps and of the last: by hand, and from games.
const TOGETHER: usize = 4_096;
const BY_HAND: (f32, f32) = (2e-3, 3e-4);
const FROM_GAMES: (f32, f32) = (4e-4, 1e-5);
/// How much of the slopes and of their squares each step keeps.
const KEPT: (f32, f32) = (0.9, 0.999);
/// One run of positions of so many is kept apart, to see whether what was found holds for other games, and how long runs are.
const APART: usize = 16;
const RUN: usize = 2_048;

/// What is told while it learns: how many times everything was gone through, and the mean errors of what was learnt from, and
/// of positions of games that are kept apart.
pub type Told = (usize, [f32; 2]);

/// Weights and how they are found, one after the other: a row for each input, the first row, two rows for each stage, and what
/// is added in each stage.
pub(crate) struct Learning {
    teacher: Teacher,
    rows: usize,
    weights: Vec<f32>,
    slopes: Vec<f32>,
    means: Vec<[f32; 2]>,
    steps: i32,
    random: ChaCha8Rng,
}

/// What the last numbers of a position were.
struct Thought {
    numbers: [[f32; WIDTH]; 2],
    lead: f32,
}

impl Learning {
    /// Knows nothing but what a network knows, if there is one to go on from.
    pub(crate) fn new(teacher: Teacher, seed: u64, known: Option<&Network>) -> Self {
        let rows = teacher.inputs().len();
        let count = (rows + 1 + 2 * STAGES) * WIDTH + STAGES;
        let (weights, slopes, means) = (vec![0.0; count], vec![0.0; count], vec![[0.0; 2]; count]);
        let random = ChaCha8Rng::seed_from_u64(seed);
        let mut learning = Self { teacher, rows, weights, slopes, means, steps: 0, random };
        match known {
            Some(known) => learning.begin_from(known),
            None => learning.begin(),
        }
        learning
    }

    /// With small weights, no two of which are the same.
    fn begin(&mut self) {
        let Self { weights, random, .. } = self;
        let mut small = |size: f32| (random.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0) * size;
        for (row, weights) in weights.chunks_exact_mut(WIDTH).enumerate() {
            for weight in weights {
                *weight = match row {
                    row if row < self.rows => small(0.15),
                    row if row == self.rows => 0.3,
                    _ => small(0.1),
                };
            }
        }
    }

    fn begin_from(&mut self, known: &Network) {
        let parts = |row: &[i16; WIDTH], one: i16| row.map(|weight| f32::from(weight) / f32::from(one));
        let rows = known.rows.iter().chain([&known.first]).map(|row| parts(row, ONE));
        let last = known.last.iter().flatten().map(|row| parts(row, WEIGHT));
        let more = known.more.iter().map(|more| *more as f32 / WHOLE as f32);
        let all = rows.chain(last).flatten().chain(more);
        self.weights.iter_mut().zip(all).for_each(|(weight, known)| *weight = known);
    }

    /// Learns what is counted by hand near the positions of the rows, going through them `near` times, and then `games` times what
    /// the rows themselves say.
    pub(crate) fn learn(&mut self, rows: &[Row], near: usize, games: usize, tell: &mut dyn FnMut(Told)) {
        let run = (rows.len() / (8 * APART)).clamp(1, RUN);
        let mut apart = Lessons::default();
        let mut others = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            if (number / run).is_multiple_of(APART) {
                self.teacher.add(&mut apart, row);
            } else {
                others.push(row);
            }
        }
        for time in 0..near {
            let error = self.learn_by_hand(&mut others, time as f32 / near as f32, 1.0 / near as f32);
            tell((time + 1, [error, self.error(&apart)]));
        }
        let mut lessons = Lessons::default();
        for row in others {
            self.teacher.add(&mut lessons, row);
        }
        let mut numbers: Vec<usize> = (0..lessons.len()).collect();
        for time in 0..games {
            let error =
                self.learn_from_games(&lessons, &mut numbers, time as f32 / games as f32, 1.0 / games as f32);
            tell((time + 1, [error, self.error(&apart)]));
        }
    }

    /// Goes once through positions near those of the rows, when `done` of all that is done, and `more` of it is; the mean error.
    fn learn_by_hand(&mut self, rows: &mut [&Row], done: f32, more: f32) -> f32 {
        self.shuffle(rows);
        let mut lessons = Lessons::default();
        let (mut error, mut count) = (0.0, 0);
        for (number, some) in rows.chunks(TOGETHER).enumerate() {
            lessons.clear();
            for row in some {
                self.teacher.add_near(&mut lessons, row, &mut self.random);
            }
            let now = done + more * (number * TOGETHER) as f32 / rows.len() as f32;
            error += self.step(&lessons, &mut (0..lessons.len()), size(BY_HAND, now));
            count += lessons.len();
        }
        error / count.max(1) as f32
    }

    /// Goes once through the lessons, likewise.
    fn learn_from_games(&mut self, lessons: &Lessons, numbers: &mut [usize], done: f32, more: f32) -> f32 {
        self.shuffle(numbers);
        let mut error = 0.0;
        for (number, some) in numbers.chunks(TOGETHER).enumerate() {
            let now = done + more * (number * TOGETHER) as f32 / numbers.len() as f32;
            error += self.step(lessons, &mut some.iter().copied(), size(FROM_GAMES, now));
        }
        error / numbers.len().max(1) as f32
    }

    /// What is to be added to what the pieces are worth alone, in hundredths of a pawn.
    #[cfg(test)]
    pub(super) fn adds(&self, lessons: &Lessons, number: usize) -> f32 {
        (self.think(lessons, number).lead - lessons.lesson(number).pieces) * super::SCALE
    }

    fn error(&self, apart: &Lessons) -> f32 {
        let miss = |number| likely(self.think(apart, number).lead) - apart.lesson(number).points;
        (0..apart.len()).map(|number| miss(number).powi(2)).sum::<f32>() / apart.len().max(1) as f32
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for place in (1..all.len()).rev() {
            let other = self.random.next_u64() as usize % (place + 1);
            all.swap(place, other);
        }
    }

    fn row(&self, number: usize) -> &[f32] {
        &self.weights[number * WIDTH..(number + 1) * WIDTH]
    }

    /// The rows of the last step for a stage: of the side to move, of the other side.
    const fn last(&self, stage: usize) -> [usize; 2] {
        let first = self.rows + 1 + 2 * stage;
        [first, first + 1]
    }

    const fn more(&self, stage: usize) -> usize {
        (self.rows + 1 + 2 * STAGES) * WIDTH + stage
    }

    fn think(&self, lessons: &Lessons, number: usize) -> Thought {
        let lesson = lessons.lesson(number);
        let mut thought = Thought {
            numbers: [[0.0; WIDTH]; 2],
            lead: lesson.pieces + self.weights[self.more(lesson.stage)],
        };
        let views = lessons.views(number).into_iter().zip(self.last(lesson.stage));
        for (numbers, (view, last)) in thought.numbers.iter_mut().zip(views) {
            numbers.copy_from_slice(self.row(self.rows));
            for input in view {
                let row = self.row((*input).into());
                numbers.iter_mut().zip(row).for_each(|(number, more)| *number += more);
            }
            let products = numbers.iter().zip(self.row(last));
            let products = products.map(|(number, weight)| number.clamp(0.0, 1.0).powi(2) * weight);
            thought.lead += products.sum::<f32>();
        }
        thought
    }

    /// Makes a step; the sum of the errors before it.
    fn step(&mut self, lessons: &Lessons, batch: &mut dyn ExactSizeIterator<Item = usize>, size: f32) -> f32 {
        self.slopes.fill(0.0);
        let all = batch.len().max(1) as f32;
        let error = batch.map(|number| self.look_down(lessons, number)).sum();
        self.steps += 1;
        let corrected = [1.0 - KEPT.0.powi(self.steps), 1.0 - KEPT.1.powi(self.steps)];
        let last = (self.rows + 1) * WIDTH..self.more(0);
        let most = f32::from(LARGEST) / f32::from(WEIGHT);
        for (place, (slope, mean)) in self.slopes.iter().zip(&mut self.means).enumerate() {
            let slope = slope / all;
            mean[0] = mean[0] * KEPT.0 + slope * (1.0 - KEPT.0);
            mean[1] = mean[1] * KEPT.1 + slope * slope * (1.0 - KEPT.1);
            let by = size * (mean[0] / corrected[0]) / ((mean[1] / corrected[1]).sqrt() + 1e-8);
            let weight = &mut self.weights[place];
            *weight -= by;
            if last.contains(&place) {
                *weight = weight.clamp(-most, most);
            }
        }
        error
    }

    /// Adds to the slopes what a position says of them; its error.
    fn look_down(&mut self, lessons: &Lessons, number: usize) -> f32 {
        let thought = self.think(lessons, number);
        let said = likely(thought.lead);
        let miss = said - lessons.lesson(number).points;
        let slope = miss * said * (1.0 - said);
        let stage = lessons.lesson(number).stage;
        let (first, lasts, more) = (self.rows, self.last(stage), self.more(stage));
        self.slopes[more] += slope;
        for ((numbers, view), last) in thought.numbers.iter().zip(lessons.views(number)).zip(lasts) {
            let mut below = [0.0; WIDTH];
            let weights = &self.weights[last * WIDTH..(last + 1) * WIDTH];
            let slopes = &mut self.slopes[last * WIDTH..(last + 1) * WIDTH];
            for (((number, weight), last), below) in numbers.iter().zip(weights).zip(slopes).zip(&mut below) {
                let inside = number.clamp(0.0, 1.0);
                *last += slope * inside * inside;
                let is_inside = if (0.0..=1.0).contains(number) { 1.0 } else { 0.0 };
                *below = slope * weight * 2.0 * inside * is_inside;
            }
            for row in view.iter().map(|input| usize::from(*input)).chain([first]) {
                let slopes = &mut self.slopes[row * WIDTH..(row + 1) * WIDTH];
                slopes.iter_mut().zip(&below).for_each(|(slope, more)| *slope += more);
            }
        }
        miss * miss
    }

    /// What was found, as it is used.
    pub(crate) fn network(&self) -> Network {
        let whole =
            |weight: f32, one: f32| (weight * one).round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let numbers = |row: &[f32], one: i16| std::array::from_fn(|place| whole(row[place], one.into()));
        let rows = (0..self.rows).map(|row| numbers(self.row(row), ONE)).collect();
        let first = numbers(self.row(self.rows), ONE);
        let last = std::array::from_fn(|stage| self.last(stage).map(|row| numbers(self.row(row), WEIGHT)));
        let more = std::array::from_fn(|stage| {
            i32::from(whole(self.weights[self.more(stage)], (WHOLE / MORE) as f32)) * MORE
        });
        Network { inputs: self.teacher.inputs().clone(), rows, first, last, more }
    }
}

/// The size of a step, when so much of all is done.
fn size((first, last): (f32, f32), done: f32) -> f32 {
    last + (first - last) * 0.5 * (1.0 + (done * std::f32::consts::PI).cos())
}
