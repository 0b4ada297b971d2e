//! Root of a search: iterative deepening with aspiration windows, and several lines at once
//! (`MultiPV`).

use adoube_rules::{Move, MoveList, SearchMove};

use super::limits::MAX_DEPTH;
use super::node_state::NodeArgs;
use super::report::SearchReport;
use super::score::{INFINITY, SearchScore, is_mate, moves_to_mate};
use super::state::SearchState;

/// Aspiration window: first distance in centipawns from the last iteration's score, and the depth
/// from which it is used.
const ASPIRATION_DELTA: i32 = 25;
const ASPIRATION_MIN_DEPTH: i32 = 5;
/// Depth at which the search of a forced move ends, in plies.
const FORCED_MOVE_DEPTH: u32 = 6;

/// Which moves a search begins with, and how many lines it reports.
#[derive(Clone, Copy, Debug)]
pub struct RootOptions<'a> {
    /// The only moves searched (UCI `searchmoves`); all if `None`.
    pub search_moves: Option<&'a [Move]>,
    /// Number of lines, each with another first move (UCI `MultiPV`); at least one.
    pub multi_pv: usize,
}

impl Default for RootOptions<'_> {
    /// One line, with any first move.
    fn default() -> Self {
        Self { search_moves: None, multi_pv: 1 }
    }
}

/// A line of the root while it is deepened.
#[derive(Clone)]
struct RootLine {
    pv: Vec<SearchMove>,
    score: i32,
    /// Depth that is complete, in plies.
    depth: u32,
}

impl RootLine {
    fn first_move(&self) -> Option<SearchMove> {
        self.pv.first().copied()
    }

    /// Whether it is a mate that a deeper search cannot shorten.
    fn is_shortest_mate(&self, depth: u32) -> bool {
        is_mate(self.score) && depth > 2 * moves_to_mate(self.score).unsigned_abs()
    }
}

impl SearchState<'_> {
    /// Iterative deepening: searches one ply deeper again and again, until the limits, a stop or a
    /// proven mate.
    pub(super) fn iterative_deepening(
        &mut self,
        multi_pv: usize,
        on_report: &mut dyn FnMut(&[SearchReport]),
    ) -> Vec<SearchReport> {
        let mut list = MoveList::new();
        self.board.generate_legal(&mut list);
        let legal: Vec<SearchMove> = list.iter().filter(|made| !self.is_excluded_at_root(*made, 0)).collect();
        let begin = |made: &SearchMove| RootLine { pv: vec![*made], score: 0, depth: 0 };
        let mut lines: Vec<RootLine> = legal.iter().take(multi_pv.max(1)).map(begin).collect();
        if lines.is_empty() {
            return Vec::new();
        }
        for depth in 1..=self.limits.depth.min(MAX_DEPTH as u32) {
            self.root_depth = depth as usize;
            self.search_lines(&mut lines, depth);
            if self.is_stopped {
                break;
            }
            on_report(&self.reports(&lines));
            if lines.iter().all(|line| line.is_shortest_mate(depth))
                || legal.len() == 1 && depth >= FORCED_MOVE_DEPTH
            {
                break;
            }
        }
        self.reports(&lines)
    }

    /// Searches each line to a depth, the better ones first. After a stop, lines that were not
    /// reached stay as they were.
    fn search_lines(&mut self, lines: &mut Vec<RootLine>, depth: u32) {
        let before = lines.clone();
        for number in 0..lines.len() {
            self.excluded_root_moves = lines[..number].iter().filter_map(RootLine::first_move).collect();
            self.hint_move = before[number..]
                .iter()
                .filter_map(RootLine::first_move)
                .find(|made| !self.excluded_root_moves.contains(made));
            let score_found = self.aspiration_search(lines[number].score, depth as i32);
            // The best move of the last iteration is searched first, so a later result is at least
            // as good.
            if !self.plies[0].pv.is_empty() {
                lines[number].pv.clone_from(&self.plies[0].pv);
                lines[number].score = score_found;
            }
            if self.is_stopped {
                complete_lines(lines, number, before);
                break;
            }
            lines[number].depth = depth;
        }
        self.excluded_root_moves.clear();
        // A worse line may turn out to be better at the new depth.
        lines.sort_by_key(|line| -line.score);
    }

    /// Aspiration window: searches around the last iteration's score and widens the window on a
    /// fail low or fail high.
    fn aspiration_search(&mut self, score: i32, depth: i32) -> i32 {
        let mut delta = ASPIRATION_DELTA;
        let (mut alpha, mut beta) = (-INFINITY, INFINITY);
        if depth >= ASPIRATION_MIN_DEPTH && !is_mate(score) {
            (alpha, beta) = (score - delta, score + delta);
        }
        loop {
            let score_found = self.negamax(NodeArgs {
                alpha,
                beta,
                depth,
                ply: 0,
                allow_null_move: false,
                excluded_move: 0,
                is_cut_node: false,
            });
            if self.is_stopped || alpha < score_found && score_found < beta {
                return score_found;
            }
            delta *= 3;
            if score_found <= alpha {
                alpha = (score_found - delta).max(-INFINITY);
            } else {
                beta = (score_found + delta).min(INFINITY);
            }
        }
    }

    fn reports(&self, lines: &[RootLine]) -> Vec<SearchReport> {
        let report = |line: &RootLine| SearchReport {
            pv: line.pv.iter().map(|made| self.board.to_move(*made)).collect(),
            score: SearchScore::of(line.score),
            depth: line.depth,
            selective_depth: self.selective_depth as u32,
            nodes: self.nodes,
        };
        lines.iter().map(report).collect()
    }
}

/// Completes the lines that a stopped search has reached by those of the last iteration that begin
/// with other moves.
fn complete_lines(lines: &mut Vec<RootLine>, reached: usize, before: Vec<RootLine>) {
    let multi_pv = lines.len();
    lines.truncate(reached + 1);
    if let Some((last, better)) = lines.split_last()
        && better.iter().any(|line| line.first_move() == last.first_move())
    {
        lines.truncate(reached);
    }
    for line in before {
        if lines.len() < multi_pv && lines.iter().all(|other| other.first_move() != line.first_move()) {
            lines.push(line);
        }
    }
}
