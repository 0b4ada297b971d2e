//! State of a running search: board, stacks by ply, node count and stop check, repetition history, static evaluation.

use adoube_rules::{BoardSearch, Move, MoveList, SearchMove};

use super::correction_history::CorrectionHistory;
use super::eval_cache::EvalCache;
use super::limits::SearchLimits;
use super::move_history::{MoveHistory, PieceToSquare};
use super::reductions::ReductionTable;
use super::scored_move::ScoredMove;
use crate::evaluation::Evaluation;
use crate::evaluation::accumulator_stack::AccumulatorStack;
use crate::transposition_table::TranspositionTable;

/// Nodes between two stop checks.
pub(super) const STOP_CHECK_INTERVAL: u64 = 1024;

/// What is kept of each half-move ahead, in memory that is used again and again.
#[derive(Default)]
pub(super) struct PlyState {
    pub(super) move_list: MoveList,
    pub(super) scored_moves: Vec<ScoredMove>,
    pub(super) pv: Vec<SearchMove>,
    pub(super) killers: [Option<SearchMove>; 2],
    /// The move that is looked at.
    pub(super) current_move: PieceToSquare,
    /// What the position is worth as it stands.
    pub(super) static_eval: i32,
}

/// A search while it runs.
pub(super) struct SearchState<'a> {
    pub(super) evaluation: &'a Evaluation,
    pub(super) table: &'a TranspositionTable,
    pub(super) history: &'a mut MoveHistory,
    pub(super) correction_history: &'a mut CorrectionHistory,
    pub(super) eval_cache: &'a mut EvalCache,
    pub(super) reductions: &'a ReductionTable,
    pub(super) board: BoardSearch,
    /// The keys of the positions on the way here, those of the game among them.
    pub(super) repetition_history: Vec<u64>,
    pub(super) accumulators: AccumulatorStack<'a>,
    pub(super) plies: Vec<PlyState>,
    pub(super) nodes: u64,
    /// Half-moves of the longest line so far.
    pub(super) selective_depth: usize,
    pub(super) limits: SearchLimits,
    /// The only moves that are looked at in the position itself; all if none are named.
    pub(super) root_moves: Option<&'a [Move]>,
    /// The first moves of the better lines, which the present one does not begin with.
    pub(super) excluded_root_moves: Vec<SearchMove>,
    /// The move that the present line is expected to begin with, where better lines are excluded.
    pub(super) hint_move: Option<SearchMove>,
    pub(super) should_continue: &'a mut dyn FnMut() -> bool,
    pub(super) is_stopped: bool,
    /// Half-moves that are looked ahead now.
    pub(super) root_depth: usize,
}

impl SearchState<'_> {
    /// Whether a move in a position that many half-moves ahead is not seen. What takes back on the square where something was
    /// just taken or has just come is seen always.
    pub(super) fn is_blunder_filtered(&self, made: SearchMove, ply: usize) -> bool {
        !self.is_recapture(made, ply)
            && self.limits.blunder_filter.hides(PieceToSquare::of(&self.board, made).index(), ply)
    }

    /// Whether a move is none of those among which is looked.
    pub(super) fn is_excluded_at_root(&self, made: SearchMove, ply: usize) -> bool {
        let is_elsewhere = |among: &[Move]| !among.contains(&self.board.to_move(made));
        ply == 0 && (self.excluded_root_moves.contains(&made) || self.root_moves.is_some_and(is_elsewhere))
    }

    /// Whether the best move of a position is not asked for, as better lines begin with it.
    pub(super) fn is_secondary_pv(&self, ply: usize) -> bool {
        ply == 0 && !self.excluded_root_moves.is_empty()
    }

    /// Whether a move goes where the opponent's last one went.
    pub(super) fn is_recapture(&self, made: SearchMove, ply: usize) -> bool {
        ply > 0 && self.plies[ply - 1].current_move.target() == made.to().index()
    }

    /// Counts a position; whether the search is to go on.
    pub(super) fn count_node(&mut self) -> bool {
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
    pub(super) fn make_move(&mut self, made: SearchMove, ply: usize) {
        self.repetition_history.push(self.board.key());
        self.plies[ply].current_move = PieceToSquare::of(&self.board, made);
        self.board.make(made);
        self.selective_depth = self.selective_depth.max(ply + 1);
        self.accumulators.push_move(ply, &self.board);
    }

    pub(super) fn unmake_move(&mut self) {
        self.board.unmake();
        self.repetition_history.pop();
    }

    /// Whether this position has been there before, or nothing has been taken for so long that a draw can be claimed.
    pub(super) fn is_draw(&self) -> bool {
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
    pub(super) fn static_eval(&mut self, ply: usize) -> i32 {
        let seems = self
            .eval_cache
            .get_or_evaluate(self.board.key(), || self.accumulators.evaluate(ply, &self.board));
        seems + self.correction_history.correction(self.previous_moves(ply))
    }
}
