//! The root of a search: iterative deepening with aspiration windows, and several lines at once (`MultiPV`).

use adoube_rules::{Move, MoveList, SearchMove};

use super::node::Aim;
use super::score::{INFINITE, is_mate, moves_to_mate};
use super::{DEEPEST, Report, Score, Search};

/// By how much the next score is expected to differ at most, in hundredths of a pawn, from the depth on where that is tried.
const WINDOW: i32 = 25;
const WINDOW_FROM: i32 = 5;
/// A forced move is looked at no deeper than so many half-moves.
const FORCED: u32 = 6;

/// Which moves a search begins with.
#[derive(Clone, Copy, Debug)]
pub struct Root<'a> {
    /// The only moves that are looked at; all if there is none (UCI `searchmoves`).
    pub among: Option<&'a [Move]>,
    /// Lines that are wanted, each with another first move (UCI `MultiPV`); at least one.
    pub lines: usize,
}

impl Default for Root<'_> {
    /// The best line, with any first move.
    fn default() -> Self {
        Self { among: None, lines: 1 }
    }
}

/// A line while it is deepened.
#[derive(Clone)]
struct Line {
    moves: Vec<SearchMove>,
    score: i32,
    /// Half-moves that were looked ahead for it.
    depth: u32,
}

impl Line {
    fn first(&self) -> Option<SearchMove> {
        self.moves.first().copied()
    }

    /// Whether it ends in a mate that looking deeper does not bring nearer.
    fn is_over(&self, depth: u32) -> bool {
        is_mate(self.score) && depth > 2 * moves_to_mate(self.score).unsigned_abs()
    }
}

impl Search<'_> {
    /// Looks one half-move further again and again, until there is no time or nothing left to find.
    pub(super) fn deepen(&mut self, wanted: usize, tell: &mut dyn FnMut(&[Report])) -> Vec<Report> {
        let mut list = MoveList::new();
        self.board.fill_legal(&mut list);
        let open: Vec<SearchMove> = list.iter().filter(|made| !self.is_barred(*made, 0)).collect();
        let begin = |made: &SearchMove| Line { moves: vec![*made], score: 0, depth: 0 };
        let mut lines: Vec<Line> = open.iter().take(wanted.max(1)).map(begin).collect();
        if lines.is_empty() {
            return Vec::new();
        }
        for depth in 1..=self.limits.depth.min(DEEPEST as u32) {
            self.depth = depth as usize;
            self.look_deeper(&mut lines, depth);
            if self.is_stopped {
                break;
            }
            tell(&self.reports(&lines));
            if lines.iter().all(|line| line.is_over(depth)) || open.len() == 1 && depth >= FORCED {
                break;
            }
        }
        self.reports(&lines)
    }

    /// Searches each line to a depth, the better ones first. When it is stopped, lines that were not reached stay as they were.
    fn look_deeper(&mut self, lines: &mut Vec<Line>, depth: u32) {
        let before = lines.clone();
        for number in 0..lines.len() {
            self.excluded = lines[..number].iter().filter_map(Line::first).collect();
            self.first =
                before[number..].iter().filter_map(Line::first).find(|made| !self.excluded.contains(made));
            let found = self.around(lines[number].score, depth as i32);
            // The best move of the last depth is searched first, so a later result is at least as good.
            if !self.plies[0].line.is_empty() {
                lines[number].moves.clone_from(&self.plies[0].line);
                lines[number].score = found;
            }
            if self.is_stopped {
                keep_apart(lines, number, before);
                break;
            }
            lines[number].depth = depth;
        }
        self.excluded.clear();
        // A worse line may turn out to be better when it is looked at more closely.
        lines.sort_by_key(|line| -line.score);
    }

    /// Searches with a narrow window around what the depth before has found, and a wider one if that was wrong.
    fn around(&mut self, score: i32, depth: i32) -> i32 {
        let mut by = WINDOW;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= WINDOW_FROM && !is_mate(score) {
            (alpha, beta) = (score - by, score + by);
        }
        loop {
            let found =
                self.node(Aim { alpha, beta, depth, ply: 0, may_pass: false, left_out: 0, is_cut: false });
            if self.is_stopped || alpha < found && found < beta {
                return found;
            }
            by *= 3;
            if found <= alpha {
                alpha = (found - by).max(-INFINITE);
            } else {
                beta = (found + by).min(INFINITE);
            }
        }
    }

    fn reports(&self, lines: &[Line]) -> Vec<Report> {
        let report = |line: &Line| Report {
            line: line.moves.iter().map(|made| self.board.to_move(*made)).collect(),
            score: Score::of(line.score),
            depth: line.depth,
            selective_depth: self.selective_depth as u32,
            nodes: self.nodes,
        };
        lines.iter().map(report).collect()
    }
}

/// Completes the lines that a stopped search has reached by those of the depth before that begin with other moves.
fn keep_apart(lines: &mut Vec<Line>, reached: usize, before: Vec<Line>) {
    let wanted = lines.len();
    lines.truncate(reached + 1);
    if let Some((last, better)) = lines.split_last()
        && better.iter().any(|line| line.first() == last.first())
    {
        lines.truncate(reached);
    }
    for line in before {
        if lines.len() < wanted && lines.iter().all(|other| other.first() != line.first()) {
            lines.push(line);
        }
    }
}
