//! Looking ahead: deeper and deeper, until there is no time or nothing left to find. Not here: what a position is worth as it
//! stands (`evaluation`).

mod correction_history;
mod eval_cache;
pub(crate) mod limits;
mod move_history;
mod move_ordering;
mod node;
mod node_state;
mod pruning;
mod quiescence;
mod reductions;
pub(crate) mod report;
pub(crate) mod root;
pub(crate) mod score;
mod scored_move;
mod state;
#[cfg(test)]
mod tests;

use std::collections::TryReserveError;

use adoube_rules::{Move, Position};

use self::correction_history::CorrectionHistory;
use self::eval_cache::EvalCache;
use self::limits::{MAX_PLY, SearchLimits};
use self::move_history::MoveHistory;
use self::reductions::ReductionTable;
use self::report::SearchReport;
use self::root::RootOptions;
use self::state::{PlyState, SearchState};
use crate::evaluation::Evaluation;
use crate::evaluation::accumulator_stack::AccumulatorStack;
use crate::game_line::GameLine;
use crate::piece_values::PieceValues;
use crate::transposition_table::TranspositionTable;

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
