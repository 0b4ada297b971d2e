//! State of a running search, and making and unmaking of moves in it: board, stacks by ply, node
//! count and stop check, repetition history, static evaluation.

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

/// State of one ply of the search; its buffers are used again and again.
#[derive(Default)]
pub(super) struct PlyState {
    pub(super) move_list: MoveList,
    pub(super) scored_moves: Vec<ScoredMove>,
    pub(super) pv: Vec<SearchMove>,
    pub(super) killers: [Option<SearchMove>; 2],
    /// The move that is searched, for the continuation history.
    pub(super) current_move: PieceToSquare,
    /// Static evaluation of the position.
    pub(super) static_eval: i32,
}

/// State of a running search.
pub(super) struct SearchState<'a> {
    pub(super) evaluation: &'a Evaluation,
    pub(super) table: &'a TranspositionTable,
    pub(super) history: &'a mut MoveHistory,
    pub(super) correction_history: &'a mut CorrectionHistory,
    pub(super) eval_cache: &'a mut EvalCache,
    pub(super) reductions: &'a ReductionTable,
    pub(super) board: BoardSearch,
    /// Keys of the positions before this one, in the game and in the search.
    pub(super) repetition_history: Vec<u64>,
    pub(super) accumulators: AccumulatorStack<'a>,
    pub(super) plies: Vec<PlyState>,
    pub(super) nodes: u64,
    /// Selective depth: greatest distance from the root so far, in plies.
    pub(super) selective_depth: usize,
    pub(super) limits: SearchLimits,
    /// The only moves searched at the root (UCI `searchmoves`); all if `None`.
    pub(super) root_moves: Option<&'a [Move]>,
    /// First moves of the better lines, which this line does not begin with (`MultiPV`).
    pub(super) excluded_root_moves: Vec<SearchMove>,
    /// First move of this line in the last iteration, where better lines are excluded.
    pub(super) hint_move: Option<SearchMove>,
    pub(super) should_continue: &'a mut dyn FnMut() -> bool,
    pub(super) is_stopped: bool,
    /// Depth of the present iteration, in plies.
    pub(super) root_depth: usize,
}

impl SearchState<'_> {
    /// Whether the blunder filter hides a move at that ply. It never hides a recapture.
    pub(super) fn is_blunder_filtered(&self, made: SearchMove, ply: usize) -> bool {
        !self.is_recapture(made, ply)
            && self.limits.blunder_filter.hides(PieceToSquare::of(&self.board, made).index(), ply)
    }

    /// Whether a move is left out at the root: not among `searchmoves`, or first move of a better
    /// line.
    pub(super) fn is_excluded_at_root(&self, made: SearchMove, ply: usize) -> bool {
        let is_not_named = |among: &[Move]| !among.contains(&self.board.to_move(made));
        ply == 0 && (self.excluded_root_moves.contains(&made) || self.root_moves.is_some_and(is_not_named))
    }

    /// Whether the node is the root of a line other than the best (`MultiPV`).
    pub(super) fn is_secondary_pv(&self, ply: usize) -> bool {
        ply == 0 && !self.excluded_root_moves.is_empty()
    }

    /// Recapture: whether the target is that of the opponent's last move.
    pub(super) fn is_recapture(&self, made: SearchMove, ply: usize) -> bool {
        ply > 0 && self.plies[ply - 1].current_move.target() == made.to().index()
    }

    /// Counts a node and checks for a stop; whether the search is to continue.
    pub(super) fn count_node(&mut self) -> bool {
        if self.is_stopped {
            return false;
        }
        self.nodes += 1;
        let is_asked = self.nodes.is_multiple_of(STOP_CHECK_INTERVAL);
        // Depth 1 is always searched to its end, or there would be no move to play.
        let has_enough = self.nodes >= self.limits.nodes && self.root_depth > 1;
        self.is_stopped = has_enough || is_asked && !(self.should_continue)();
        !self.is_stopped
    }

    /// Makes a move at that ply.
    pub(super) fn make_move(&mut self, made: SearchMove, ply: usize) {
        self.repetition_history.push(self.board.key());
        self.plies[ply].current_move = PieceToSquare::of(&self.board, made);
        self.board.make_move(made);
        self.selective_depth = self.selective_depth.max(ply + 1);
        self.accumulators.push_move(ply, &self.board);
    }

    pub(super) fn unmake_move(&mut self) {
        self.board.unmake_move();
        self.repetition_history.pop();
    }

    /// Draw by repetition or by the fifty-move rule.
    pub(super) fn is_draw(&self) -> bool {
        let clock = usize::from(self.board.halfmove_clock());
        if clock >= 100 {
            return true;
        }
        let key = self.board.key();
        let since = self.repetition_history.len().saturating_sub(clock);
        self.repetition_history[since..].iter().rev().skip(1).step_by(2).any(|earlier| *earlier == key)
    }

    /// Static evaluation of the position at that ply, with the correction history.
    pub(super) fn static_eval(&mut self, ply: usize) -> i32 {
        let static_eval = self
            .eval_cache
            .get_or_evaluate(self.board.key(), || self.accumulators.evaluate(ply, &self.board));
        static_eval + self.correction_history.correction(self.previous_moves(ply))
    }
}
