//! A game of the engine against itself, looked at half-move by half-move. Not here: where it begins, and what it says.

use adoube_rules::{Game, GameResult, Position, Side};

use crate::{Course, Engine, Limits, Report, Score};

/// A game is a draw after so many half-moves.
const LONGEST: usize = 240;
/// It is won when the engine has been so sure for so many half-moves, in hundredths of a pawn.
const SURE: (i32, i32) = (1_500, 6);

/// A position of the game, and what the engine has found there.
pub(crate) struct Seen<'a> {
    pub(crate) position: &'a Position,
    pub(crate) report: &'a Report,
    /// Whether it is not in check, not decided, and the best move takes, converts and promotes nothing.
    pub(crate) is_quiet: bool,
}

/// Plays a game, looking at so many positions for each move, and shows each position before it is gone. White's points; none if
/// nothing can be played from there.
pub(crate) fn play(
    engine: &mut Engine,
    start: Position,
    nodes: u64,
    see: &mut dyn FnMut(Seen<'_>),
) -> Option<f32> {
    let mut playing = Playing { course: Course::new(&start)?, game: Game::new(start), sure: 0, plies: 0 };
    engine.forget();
    let limits = Limits { nodes, ..Limits::default() };
    while playing.goes_on() {
        let Some(report) = engine.search(&playing.course, limits, &mut || true, &mut |_| {}) else { break };
        if !playing.go_on(&report, see) {
            break;
        }
    }
    Some(playing.points())
}

/// A game while it is played.
struct Playing {
    game: Game,
    course: Course,
    /// Half-moves for which the engine has been sure that White wins; less than 0 for Black.
    sure: i32,
    plies: usize,
}

impl Playing {
    fn goes_on(&self) -> bool {
        let is_over = self.game.outcome().is_some() || !self.game.claims().is_empty();
        !is_over && self.plies < LONGEST && self.sure.abs() < SURE.1
    }

    /// Plays what the engine has found; whether that could be done.
    fn go_on(&mut self, report: &Report, see: &mut dyn FnMut(Seen<'_>)) -> bool {
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
        see(Seen { position, report, is_quiet });
        self.plies += 1;
        self.game.play(made).is_ok() && self.course.play(made)
    }

    fn points(&self) -> f32 {
        match self.game.outcome().map(|outcome| outcome.result) {
            Some(GameResult::WhiteWins) => 1.0,
            Some(GameResult::BlackWins) => 0.0,
            None if self.sure >= SURE.1 => 1.0,
            None if self.sure <= -SURE.1 => 0.0,
            _ => 0.5,
        }
    }
}
