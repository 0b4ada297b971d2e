//! A game of the engine against itself, and what it says about the worth of the pieces.

use adoube_rules::{Game, GameResult, PieceType, Position, Side, Variant};

use super::{armies, balance};
use crate::{Course, Engine, Limits, Report, Score};

/// A game is a draw after so many half-moves.
const LONGEST: usize = 240;
/// It is won when the engine has been so sure for so many half-moves, in hundredths of a pawn.
const SURE: (i32, i32) = (1_500, 6);
/// Positions of a game that are looked at, from the first half-move on that counts.
const SAMPLES: usize = 10;
const FIRST: usize = 4;

/// Which pieces more one side had in a quiet position, and how the game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// By type: White's number less Black's.
    pub(super) more: Vec<(PieceType, i8)>,
    /// 1 if White had the move, -1 if Black.
    pub(super) turn: i8,
    /// White's points.
    pub(super) points: f32,
}

/// The samples of one game on that board, which the seed determines.
pub fn play(engine: &mut Engine, variant: Variant, nodes: u64, seed: u64) -> Vec<Sample> {
    let begun = armies::draw(variant, engine.values(), seed).and_then(Playing::begin);
    let Some(mut playing) = begun else { return Vec::new() };
    engine.forget();
    let limits = Limits { nodes, ..Limits::default() };
    while playing.goes_on() {
        let Some(report) = engine.search(&playing.course, limits, &mut || true, &mut |_| {}) else { break };
        if !playing.go_on(&report) {
            break;
        }
    }
    playing.samples()
}

/// A game while it is played.
struct Playing {
    game: Game,
    course: Course,
    /// Half-moves for which the engine has been sure that White wins; less than 0 for Black.
    sure: i32,
    /// What the sides had before each half-move, where it was quiet.
    balances: Vec<Option<Sample>>,
}

impl Playing {
    fn begin(start: Position) -> Option<Self> {
        let course = Course::new(&start)?;
        Some(Self { game: Game::new(start), course, sure: 0, balances: Vec::new() })
    }

    fn goes_on(&self) -> bool {
        let is_over = self.game.outcome().is_some() || !self.game.claims().is_empty();
        !is_over && self.balances.len() < LONGEST && self.sure.abs() < SURE.1
    }

    /// Plays what the engine has found; whether that could be done.
    fn go_on(&mut self, report: &Report) -> bool {
        let Some(made) = report.line.first() else { return false };
        let score = match report.score {
            Score::Pawns(score) => score,
            Score::Mate(moves) if moves > 0 => i32::MAX,
            Score::Mate(_) => -i32::MAX,
        };
        let white = if self.course.side_to_move() == Side::White { score } else { -score };
        let before = if (self.sure > 0) == (white > 0) { self.sure } else { 0 };
        self.sure = if white.abs() < SURE.0 { 0 } else { before + white.signum() };
        let position = self.game.position();
        let is_quiet = self.sure == 0 && !position.in_check() && self.course.is_quiet(made);
        self.balances.push(is_quiet.then(|| sample(position)));
        self.game.play(made).is_ok() && self.course.play(made)
    }

    fn samples(self) -> Vec<Sample> {
        let points = match self.game.outcome().map(|outcome| outcome.result) {
            Some(GameResult::WhiteWins) => 1.0,
            Some(GameResult::BlackWins) => 0.0,
            None if self.sure >= SURE.1 => 1.0,
            None if self.sure <= -SURE.1 => 0.0,
            _ => 0.5,
        };
        let quiet: Vec<Sample> = self.balances.into_iter().skip(FIRST).flatten().collect();
        let each = quiet.len().div_ceil(SAMPLES).max(1);
        quiet.into_iter().step_by(each).map(|sample| Sample { points, ..sample }).collect()
    }
}

fn sample(position: &Position) -> Sample {
    let turn = if position.side_to_move() == Side::White { 1 } else { -1 };
    Sample { more: balance(position).collect(), turn, points: 0.5 }
}
