//! Looking ahead: deeper and deeper, until there is no time or nothing left to find. Not here: what a position is worth as it
//! stands (`evaluation`).

mod correction_history;
mod eval_cache;
mod move_ordering;
mod node;
mod pruning;
mod quiescence;
mod root;
pub(crate) mod score;
#[cfg(test)]
mod tests;

use std::collections::TryReserveError;

use adoube_rules::{BoardSearch, Move, MoveList, Position, SearchMove};

pub use self::root::RootOptions;
pub use self::score::SearchScore;
use self::{
    correction_history::CorrectionHistory,
    eval_cache::EvalCache,
    move_ordering::{MoveHistory, PieceToSquare, ScoredMove},
    pruning::ReductionTable,
};
use crate::evaluation::{AccumulatorStack, Evaluation};
use crate::game_line::GameLine;
use crate::piece_values::PieceValues;
use crate::strength_level::BlunderFilter;
use crate::transposition_table::TranspositionTable;

/// Half-moves looked ahead at most.
const MAX_DEPTH: usize = 100;
/// Half-moves of captures beyond that at most.
const MAX_PLY: usize = MAX_DEPTH + 60;
/// Positions between two questions whether to go on.
const STOP_CHECK_INTERVAL: u64 = 1024;

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits {
    /// Half-moves looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Moves that are not seen.
    pub blunder_filter: BlunderFilter,
}

impl Default for SearchLimits {
    /// As far as whoever asks lets it go on.
    fn default() -> Self {
        Self { depth: MAX_DEPTH as u32, nodes: u64::MAX, blunder_filter: BlunderFilter::NONE }
    }
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct SearchReport {
    /// The best moves of both sides, as far as is known, the one to play first.
    pub pv: Vec<Move>,
    /// What the position is worth to the side to move.
    pub score: SearchScore,
    /// Half-moves looked ahead for that.
    pub depth: u32,
    /// Half-moves of the longest line that was looked at (selective depth).
    pub selective_depth: u32,
    /// Positions looked at so far.
    pub nodes: u64,
}

/// The transposition table of an engine that may be searching: how full it is.
#[derive(Clone)]
pub struct TableGauge(TranspositionTable);

impl TableGauge {
    /// How many of a thousand entries the present search has written (UCI `hashfull`), from a sample.
    pub fn permille(&self) -> u32 {
        self.0.permille()
    }
}

/// Finds moves; keeps what it has found out for the next move of the same game.
pub struct Engine {
    table: TranspositionTable,
    history: MoveHistory,
    correction_history: CorrectionHistory,
    eval_cache: EvalCache,
    reductions: ReductionTable,
    /// Of the games that were searched in, as it takes a while to find out what pieces can do.
    evaluations: Vec<Evaluation>,
    values: PieceValues,
    /// Whether it thinks for itself, not beside another one.
    is_main: bool,
}

impl Engine {
    /// An engine that keeps what it finds out in at most so many bytes.
    pub fn new(bytes: usize) -> Self {
        Self::with_values(PieceValues::built_in(), bytes)
    }

    /// The same with other values of the pieces.
    pub fn with_values(values: PieceValues, bytes: usize) -> Self {
        Self::with_table(TranspositionTable::new(bytes), values, true)
    }

    /// The values it judges by.
    pub const fn values(&self) -> &PieceValues {
        &self.values
    }

    /// Another engine that shares what this one finds out, to think about the same position at the same time.
    #[must_use]
    pub fn helper(&self) -> Self {
        Self::with_table(self.table.clone(), self.values.clone(), false)
    }

    fn with_table(table: TranspositionTable, values: PieceValues, leads: bool) -> Self {
        let (history, corrections) = (MoveHistory::default(), CorrectionHistory::default());
        let (judgements, reductions) = (EvalCache::default(), ReductionTable::default());
        let evaluations = Vec::new();
        Self {
            table,
            history,
            correction_history: corrections,
            eval_cache: judgements,
            reductions,
            evaluations,
            values,
            is_main: leads,
        }
    }

    /// Tells how full the transposition table is, also while it is searched.
    pub fn table_gauge(&self) -> TableGauge {
        TableGauge(self.table.clone())
    }

    /// Drops all search results, and takes an empty transposition table of at most so many bytes. The old one is freed
    /// first, unless another engine shares it.
    ///
    /// # Errors
    /// The system does not give that much memory: the engine has the smallest table then.
    pub fn resize_table(&mut self, bytes: usize) -> Result<(), TryReserveError> {
        self.table = TranspositionTable::new(0);
        self.history = MoveHistory::default();
        self.correction_history = CorrectionHistory::default();
        self.table = TranspositionTable::try_new(bytes)?;
        Ok(())
    }

    /// Forgets whatever it has found out about positions.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history = MoveHistory::default();
        self.correction_history = CorrectionHistory::default();
    }

    /// Looks for the best move. `go_on` is asked every thousand positions, and `tell` hears of each depth that is done. The last
    /// report; none if there is no legal move.
    pub fn search(
        &mut self,
        course: &GameLine,
        limits: SearchLimits,
        go_on: &mut dyn FnMut() -> bool,
        tell: &mut dyn FnMut(&SearchReport),
    ) -> Option<SearchReport> {
        let mut tell = |reports: &[SearchReport]| reports.iter().for_each(&mut *tell);
        self.search_root(course, RootOptions::default(), limits, go_on, &mut tell).into_iter().next()
    }

    /// The same among these moves alone; none if none of them is legal.
    pub fn search_among(
        &mut self,
        course: &GameLine,
        among: &[Move],
        limits: SearchLimits,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<SearchReport> {
        let root = RootOptions { search_moves: Some(among), ..RootOptions::default() };
        self.search_root(course, root, limits, go_on, &mut |_| ()).into_iter().next()
    }

    /// Looks for the best moves, as many as `root` says and there are, the best one first; `tell` hears of all of them after each
    /// depth that is done (`MultiPV`). With one line it is the search for the best move.
    pub fn search_root(
        &mut self,
        course: &GameLine,
        root: RootOptions<'_>,
        limits: SearchLimits,
        go_on: &mut dyn FnMut() -> bool,
        tell: &mut dyn FnMut(&[SearchReport]),
    ) -> Vec<SearchReport> {
        if self.is_main {
            self.table.new_generation();
        }
        self.history.age();
        let board = course.board().clone();
        let position = board.position();
        let evaluation = evaluation_for(&mut self.evaluations, &self.values, &position);
        let mut search = SearchState {
            evaluation,
            table: &self.table,
            history: &mut self.history,
            correction_history: &mut self.correction_history,
            eval_cache: &mut self.eval_cache,
            reductions: &self.reductions,
            repetition_history: course.previous_keys().to_vec(),
            accumulators: AccumulatorStack::new(evaluation, &position, &board, MAX_PLY),
            board,
            plies: (0..=MAX_PLY).map(|_| PlyState::default()).collect(),
            nodes: 0,
            selective_depth: 0,
            limits,
            root_moves: root.search_moves,
            excluded_root_moves: Vec::new(),
            hint_move: None,
            should_continue: go_on,
            is_stopped: false,
            root_depth: 0,
        };
        search.iterative_deepening(root.multi_pv, tell)
    }
}

/// What judges the positions of that game, and knows all that may stand on the board from this one on.
fn evaluation_for<'a>(
    evaluations: &'a mut Vec<Evaluation>,
    values: &PieceValues,
    position: &Position,
) -> &'a Evaluation {
    let variant = position.variant();
    let place = evaluations.iter().position(|known| known.is_for(variant)).unwrap_or_else(|| {
        evaluations.push(Evaluation::of(variant, values.clone()));
        evaluations.len() - 1
    });
    let evaluation = &mut evaluations[place];
    evaluation.prepare(position);
    evaluation
}

/// What is kept of each half-move ahead, in memory that is used again and again.
#[derive(Default)]
struct PlyState {
    move_list: MoveList,
    scored_moves: Vec<ScoredMove>,
    pv: Vec<SearchMove>,
    killers: [Option<SearchMove>; 2],
    /// The move that is looked at.
    current_move: PieceToSquare,
    /// What the position is worth as it stands.
    static_eval: i32,
}

/// A search while it runs.
struct SearchState<'a> {
    evaluation: &'a Evaluation,
    table: &'a TranspositionTable,
    history: &'a mut MoveHistory,
    correction_history: &'a mut CorrectionHistory,
    eval_cache: &'a mut EvalCache,
    reductions: &'a ReductionTable,
    board: BoardSearch,
    /// The keys of the positions on the way here, those of the game among them.
    repetition_history: Vec<u64>,
    accumulators: AccumulatorStack<'a>,
    plies: Vec<PlyState>,
    nodes: u64,
    /// Half-moves of the longest line so far.
    selective_depth: usize,
    limits: SearchLimits,
    /// The only moves that are looked at in the position itself; all if none are named.
    root_moves: Option<&'a [Move]>,
    /// The first moves of the better lines, which the present one does not begin with.
    excluded_root_moves: Vec<SearchMove>,
    /// The move that the present line is expected to begin with, where better lines are excluded.
    hint_move: Option<SearchMove>,
    should_continue: &'a mut dyn FnMut() -> bool,
    is_stopped: bool,
    /// Half-moves that are looked ahead now.
    root_depth: usize,
}

impl SearchState<'_> {
    /// Whether a move in a position that many half-moves ahead is not seen. What takes back on the square where something was
    /// just taken or has just come is seen always.
    fn is_blunder_filtered(&self, made: SearchMove, ply: usize) -> bool {
        !self.is_recapture(made, ply)
            && self.limits.blunder_filter.hides(PieceToSquare::of(&self.board, made).index(), ply)
    }

    /// Whether a move is none of those among which is looked.
    fn is_excluded_at_root(&self, made: SearchMove, ply: usize) -> bool {
        let is_elsewhere = |among: &[Move]| !among.contains(&self.board.to_move(made));
        ply == 0 && (self.excluded_root_moves.contains(&made) || self.root_moves.is_some_and(is_elsewhere))
    }

    /// Whether the best move of a position is not asked for, as better lines begin with it.
    fn is_secondary_pv(&self, ply: usize) -> bool {
        ply == 0 && !self.excluded_root_moves.is_empty()
    }

    /// Whether a move goes where the opponent's last one went.
    fn is_recapture(&self, made: SearchMove, ply: usize) -> bool {
        ply > 0 && self.plies[ply - 1].current_move.target() == made.to().index()
    }

    /// Counts a position; whether the search is to go on.
    fn count_node(&mut self) -> bool {
        if self.is_stopped {
            return false;
        }
        self.nodes += 1;
        let is_asked = self.nodes.is_multiple_of(STOP_CHECK_INTERVAL);
        // One half-move is looked ahead whatever it takes, or there would be no move to make.
        let has_enough = self.nodes >= self.limits.nodes && self.root_depth > 1;
        self.is_stopped = has_enough || is_asked && !(self.should_continue)();
        !self.is_stopped
    }

    /// Makes a move in a position that many half-moves ahead.
    fn make_move(&mut self, made: SearchMove, ply: usize) {
        self.repetition_history.push(self.board.key());
        self.plies[ply].current_move = PieceToSquare::of(&self.board, made);
        self.board.make(made);
        self.selective_depth = self.selective_depth.max(ply + 1);
        self.accumulators.push_move(ply, &self.board);
    }

    fn unmake_move(&mut self) {
        self.board.unmake();
        self.repetition_history.pop();
    }

    /// Whether this position has been there before, or nothing has been taken for so long that a draw can be claimed.
    fn is_draw(&self) -> bool {
        let clock = usize::from(self.board.halfmove_clock());
        if clock >= 100 {
            return true;
        }
        let key = self.board.key();
        let since = self.repetition_history.len().saturating_sub(clock);
        self.repetition_history[since..].iter().rev().skip(1).step_by(2).any(|earlier| *earlier == key)
    }

    /// What the position so many half-moves ahead is worth as it stands, as far as is known from those that followed on the
    /// same moves.
    fn static_eval(&mut self, ply: usize) -> i32 {
        let seems = self
            .eval_cache
            .get_or_evaluate(self.board.key(), || self.accumulators.evaluate(ply, &self.board));
        seems + self.correction_history.correction(self.previous_moves(ply))
    }
}
