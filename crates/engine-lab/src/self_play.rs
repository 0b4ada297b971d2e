//! Plays one game of the engine against itself, ply by ply, with adjudication, and passes each
//! position to the caller.
//!
//! Not here: where a game begins, and what is made of its positions (`piece_values::games`,
//! `weights::games`).

use adoube_engine::{Engine, GameLine, SearchLimits, SearchReport, SearchScore};
use adoube_rules::{BoardSearch, Position, Side};

/// Plies after which a game is adjudicated as a draw.
const MAX_PLIES: usize = 240;
/// Adjudication of a win: the score in centipawns, and the plies for which it must hold.
const ADJUDICATION_SCORE: i32 = 1_500;
const ADJUDICATION_PLIES: i32 = 6;

/// A position of the game, and what the search has found.
pub(crate) struct SelfPlayPosition<'a> {
    pub(crate) board: &'a BoardSearch,
    pub(crate) report: &'a SearchReport,
    /// Whether the side to move is not in check and the best move neither captures, converts nor
    /// promotes.
    pub(crate) is_quiet: bool,
}

/// Plays a game with that many nodes for each move, and calls `see` with each position before its
/// move. Returns White's points; `None` if the start is no position on a board.
pub(crate) fn play_game(
    engine: &mut Engine,
    start: &Position,
    nodes: u64,
    see: &mut dyn FnMut(SelfPlayPosition<'_>),
) -> Option<f32> {
    let mut game = SelfPlayGame { line: GameLine::new(start)?, result: None, decisive_plies: 0, plies: 0 };
    engine.clear();
    let limits = SearchLimits { nodes, ..SearchLimits::default() };
    while game.is_running() {
        match engine.search(&game.line, limits, &mut || true, &mut |_| {}) {
            Some(report) => game.play_best_move(&report, see),
            None => game.finish(),
        }
    }
    Some(game.result())
}

/// A game in progress.
struct SelfPlayGame {
    line: GameLine,
    /// White's points, once it has ended.
    result: Option<f32>,
    /// Plies for which the score has been decisive for White; below 0 for Black.
    decisive_plies: i32,
    plies: usize,
}

impl SelfPlayGame {
    fn is_running(&self) -> bool {
        let is_settled = self.plies >= MAX_PLIES || self.decisive_plies.abs() >= ADJUDICATION_PLIES;
        self.result.is_none() && !is_settled && !self.line.is_draw()
    }

    /// Plays the best move of a report.
    fn play_best_move(&mut self, report: &SearchReport, see: &mut dyn FnMut(SelfPlayPosition<'_>)) {
        let Some(made) = report.pv.first() else { return self.finish() };
        let score = match report.score {
            SearchScore::Centipawns(score) => score,
            SearchScore::Mate(moves) if moves > 0 => i32::MAX,
            SearchScore::Mate(_) => -i32::MAX,
        };
        let white = if self.line.side_to_move() == Side::White { score } else { -score };
        let before = if (self.decisive_plies > 0) == (white > 0) { self.decisive_plies } else { 0 };
        self.decisive_plies = if white.abs() < ADJUDICATION_SCORE { 0 } else { before + white.signum() };
        let is_quiet = self.line.is_quiet(made);
        see(SelfPlayPosition { board: self.line.board(), report, is_quiet });
        self.plies += 1;
        if !self.line.play(made) {
            self.finish();
        }
    }

    /// Ends the game where no move can be played: mate in check, stalemate otherwise.
    fn finish(&mut self) {
        let board = self.line.board();
        self.result = Some(match (board.in_check(), board.side_to_move()) {
            (true, Side::White) => 0.0,
            (true, Side::Black) => 1.0,
            (false, _) => 0.5,
        });
    }

    fn result(&self) -> f32 {
        match self.result {
            Some(result) => result,
            None if self.decisive_plies >= ADJUDICATION_PLIES => 1.0,
            None if self.decisive_plies <= -ADJUDICATION_PLIES => 0.0,
            None => 0.5,
        }
    }
}
