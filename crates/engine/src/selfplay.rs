//! A game of the engine against itself, looked at half-move by half-move. Not here: where it begins, and what it says.

use adoube_rules::{BoardSearch, Position, Side};

use crate::{Course, Engine, Limits, Report, Score};

/// A game is a draw after so many half-moves.
const LONGEST: usize = 240;
/// It is won when the engine has been so sure for so many half-moves, in hundredths of a pawn.
const SURE: (i32, i32) = (1_500, 6);

/// A position of the game, and what the engine has found there.
pub(crate) struct Seen<'a> {
    pub(crate) board: &'a BoardSearch,
    pub(crate) report: &'a Report,
    /// Whether its side is not in check and the best move takes, converts and promotes nothing.
    pub(crate) is_quiet: bool,
}

/// Plays a game, looking at so many positions for each move, and shows each position before it is gone. White's points; none if
/// nothing can be played from there.
pub(crate) fn play(
    engine: &mut Engine,
    start: &Position,
    nodes: u64,
    see: &mut dyn FnMut(Seen<'_>),
) -> Option<f32> {
    let mut playing = Playing { course: Course::new(start)?, points: None, sure: 0, plies: 0 };
    engine.forget();
    let limits = Limits { nodes, ..Limits::default() };
    while playing.goes_on() {
        match engine.search(&playing.course, limits, &mut || true, &mut |_| {}) {
            Some(report) => playing.go_on(&report, see),
            None => playing.end(),
        }
    }
    Some(playing.points())
}

/// A game while it is played.
struct Playing {
    course: Course,
    /// White's points, once it is over.
    points: Option<f32>,
    /// Half-moves for which the engine has been sure that White wins; less than 0 for Black.
    sure: i32,
    plies: usize,
}

impl Playing {
    fn goes_on(&self) -> bool {
        let is_settled = self.plies >= LONGEST || self.sure.abs() >= SURE.1;
        self.points.is_none() && !is_settled && !self.course.is_drawn()
    }

    /// Plays what the engine has found.
    fn go_on(&mut self, report: &Report, see: &mut dyn FnMut(Seen<'_>)) {
        let Some(made) = report.line.first() else { return self.end() };
        let score = match report.score {
            Score::Pawns(score) => score,
            Score::Mate(moves) if moves > 0 => i32::MAX,
            Score::Mate(_) => -i32::MAX,
        };
        let white = if self.course.side_to_move() == Side::White { score } else { -score };
        let before = if (self.sure > 0) == (white > 0) { self.sure } else { 0 };
        self.sure = if white.abs() < SURE.0 { 0 } else { before + white.signum() };
        let is_quiet = self.course.is_quiet(made);
        see(Seen { board: self.course.board(), report, is_quiet });
        self.plies += 1;
        if !self.course.play(made) {
            self.end();
        }
    }

    /// Nothing can be played: whoever is in check is mated.
    fn end(&mut self) {
        let board = self.course.board();
        self.points = Some(match (board.in_check(), board.side_to_move()) {
            (true, Side::White) => 0.0,
            (true, Side::Black) => 1.0,
            (false, _) => 0.5,
        });
    }

    fn points(&self) -> f32 {
        match self.points {
            Some(points) => points,
            None if self.sure >= SURE.1 => 1.0,
            None if self.sure <= -SURE.1 => 0.0,
            None => 0.5,
        }
    }
}
