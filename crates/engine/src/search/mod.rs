//! The engine for boards: its struct with transposition table and histories, and the entry points
//! of a search.
//!
//! Start reading at `root` (iterative deepening), then `node` (negamax with principal variation
//! search). Not here: what a position is worth as it stands (`evaluation`).

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

/// Fill gauge of the transposition table of an engine that may be searching.
#[derive(Clone)]
pub struct TableGauge(TranspositionTable);

impl TableGauge {
    /// Permille of entries that the present search has written (UCI `hashfull`), from a sample.
    pub fn permille(&self) -> u32 {
        self.0.permille()
    }
}

/// Searches for moves, and keeps its tables for the next move of the same game.
pub struct Engine {
    table: TranspositionTable,
    history: MoveHistory,
    correction_history: CorrectionHistory,
    eval_cache: EvalCache,
    reductions: ReductionTable,
    /// One for each variant that was searched, as it takes a while to find out what pieces can do.
    evaluations: Vec<Evaluation>,
    values: PieceValues,
    /// Whether this is the main engine of a search, not a helper (lazy SMP).
    is_main: bool,
}

impl Engine {
    /// An engine whose transposition table has at most that many bytes.
    pub fn new(bytes: usize) -> Self {
        Self::with_values(PieceValues::built_in(), bytes)
    }

    /// An engine with other piece values.
    pub fn with_values(values: PieceValues, bytes: usize) -> Self {
        Self::with_table(TranspositionTable::new(bytes), values, true)
    }

    /// The piece values of the evaluation.
    pub const fn values(&self) -> &PieceValues {
        &self.values
    }

    /// Lazy SMP helper: another engine with the same transposition table, to search the same
    /// position on another thread.
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

    /// A gauge that says how full the transposition table is, also while it is searched.
    pub fn table_gauge(&self) -> TableGauge {
        TableGauge(self.table.clone())
    }

    /// Drops all search results and takes an empty transposition table of at most that many bytes.
    /// The old one is freed first, unless a helper shares it.
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

    /// Drops all search results (UCI `ucinewgame`).
    pub fn clear(&mut self) {
        self.table.clear();
        self.history = MoveHistory::default();
        self.correction_history = CorrectionHistory::default();
    }

    /// Searches for the best move. `should_continue` is called every 1,024 nodes, `on_report` after
    /// each complete depth. Returns the last report; `None` without a legal move.
    pub fn search(
        &mut self,
        line: &GameLine,
        limits: SearchLimits,
        should_continue: &mut dyn FnMut() -> bool,
        on_report: &mut dyn FnMut(&SearchReport),
    ) -> Option<SearchReport> {
        let mut on_report = |reports: &[SearchReport]| reports.iter().for_each(&mut *on_report);
        self.search_root(line, RootOptions::default(), limits, should_continue, &mut on_report)
            .into_iter()
            .next()
    }

    /// Searches these moves alone; `None` if none of them is legal.
    pub fn search_among(
        &mut self,
        line: &GameLine,
        search_moves: &[Move],
        limits: SearchLimits,
        should_continue: &mut dyn FnMut() -> bool,
    ) -> Option<SearchReport> {
        let root = RootOptions { search_moves: Some(search_moves), ..RootOptions::default() };
        self.search_root(line, root, limits, should_continue, &mut |_| ()).into_iter().next()
    }

    /// Searches for as many lines as `root` asks for and there are, the best one first; `on_report`
    /// is called with all of them after each complete depth (UCI `MultiPV`). One line is the search
    /// for the best move.
    pub fn search_root(
        &mut self,
        line: &GameLine,
        root: RootOptions<'_>,
        limits: SearchLimits,
        should_continue: &mut dyn FnMut() -> bool,
        on_report: &mut dyn FnMut(&[SearchReport]),
    ) -> Vec<SearchReport> {
        if self.is_main {
            self.table.new_generation();
        }
        self.history.age();
        let board = line.board().clone();
        let position = board.position();
        let evaluation = evaluation_for(&mut self.evaluations, &self.values, &position);
        let mut search = SearchState {
            evaluation,
            table: &self.table,
            history: &mut self.history,
            correction_history: &mut self.correction_history,
            eval_cache: &mut self.eval_cache,
            reductions: &self.reductions,
            repetition_history: line.previous_keys().to_vec(),
            accumulators: AccumulatorStack::new(evaluation, &position, &board, MAX_PLY),
            board,
            plies: (0..=MAX_PLY).map(|_| PlyState::default()).collect(),
            nodes: 0,
            selective_depth: 0,
            limits,
            root_moves: root.search_moves,
            excluded_root_moves: Vec::new(),
            hint_move: None,
            should_continue,
            is_stopped: false,
            root_depth: 0,
        };
        search.iterative_deepening(root.multi_pv, on_report)
    }
}

/// The evaluation for the variant of a position, prepared for all that may stand on the board from
/// that position on.
fn evaluation_for<'a>(
    evaluations: &'a mut Vec<Evaluation>,
    values: &PieceValues,
    position: &Position,
) -> &'a Evaluation {
    let variant = position.variant();
    let index = evaluations.iter().position(|known| known.is_for(variant)).unwrap_or_else(|| {
        evaluations.push(Evaluation::of(variant, values.clone()));
        evaluations.len() - 1
    });
    let evaluation = &mut evaluations[index];
    evaluation.prepare(position);
    evaluation
}
