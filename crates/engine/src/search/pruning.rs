//! Pruning within a node: futility, late move, history and SEE pruning of moves, none of which
//! drops a check in shallow iterations, so that no mate in two is missed; and ProbCut, which cuts
//! off the node by a capture. Not here: other pruning of whole nodes (`node`) and late move
//! reductions (`reductions`).

use super::node_state::{MoveContext, NodeArgs, NodeState};
use super::score::{from_tt, is_mate};
use super::scored_move::BAD_CAPTURE_SCORE;
use super::state::SearchState;
use crate::transposition_table::{ScoreBound, TableEntry};

/// Futility pruning of quiet moves: greatest reduced depth, and centipawns below alpha, at first and for each ply of depth.
const FUTILITY_DEPTH: i32 = 7;
const FUTILITY_BASE: i32 = 80;
const FUTILITY_MARGIN: i32 = 95;
/// SEE pruning of quiet moves (static exchange evaluation): greatest reduced depth, and centipawns for each depth squared.
const SEE_QUIET_DEPTH: i32 = 7;
const SEE_QUIET_MARGIN: i32 = 25;
/// History pruning of quiet moves: greatest reduced depth, and history score below zero for each ply of depth.
const HISTORY_PRUNING_DEPTH: i32 = 4;
const HISTORY_PRUNING_MARGIN: i32 = 3_500;
/// Late move pruning (move count pruning): greatest depth at which only a number of quiet moves is
/// searched.
const LATE_MOVE_PRUNING_DEPTH: i32 = 8;
/// SEE pruning of captures: greatest depth, and centipawns for each ply of depth.
const SEE_CAPTURE_DEPTH: i32 = 6;
const SEE_CAPTURE_MARGIN: i32 = 100;
/// ProbCut: least depth, plies by which the capture is searched less deep, centipawns above beta, and how many fewer where the
/// static evaluation is improving.
const PROBCUT_MIN_DEPTH: i32 = 5;
const PROBCUT_REDUCTION: i32 = 4;
const PROBCUT_MARGIN: i32 = 170;
const PROBCUT_IMPROVING: i32 = 50;

/// Full-width search near the root: up to this depth of the iteration no check is pruned, so that
/// no mate in two is missed.
const FULL_WIDTH_DEPTH: usize = 3;

/// Late move pruning, futility pruning and history pruning of a quiet move at its reduced depth.
fn prune_quiet(args: &NodeArgs, node: &NodeState, context: &MoveContext, depth: i32) -> bool {
    let max_quiets = (4 + args.depth * args.depth) / if node.improving { 1 } else { 2 };
    if args.is_null_window()
        && args.depth <= LATE_MOVE_PRUNING_DEPTH
        && context.quiet_index >= max_quiets.max(3)
    {
        return true;
    }
    if depth <= FUTILITY_DEPTH && node.static_eval + FUTILITY_BASE + FUTILITY_MARGIN * depth <= args.alpha {
        return true;
    }
    depth <= HISTORY_PRUNING_DEPTH && context.scored.score < -HISTORY_PRUNING_MARGIN * args.depth
}

impl SearchState<'_> {
    /// Whether the iteration is so shallow that nothing which could be a mate in two is pruned.
    pub(super) const fn is_full_width(&self) -> bool {
        self.root_depth <= FULL_WIDTH_DEPTH
    }

    /// Whether a move after the first is pruned, by its reduced depth. A check is only pruned if it
    /// loses material (SEE).
    pub(super) fn prune_move(
        &self,
        args: &NodeArgs,
        node: &NodeState,
        context: &MoveContext,
        reduction: i32,
    ) -> bool {
        let scored = context.scored;
        let depth = (args.depth - reduction).max(1);
        let is_late = scored.is_quiet && prune_quiet(args, node, context, depth);
        if is_late || self.is_full_width() {
            match (self.board.gives_check(scored.made), self.is_full_width()) {
                (true, true) => return false,
                (false, _) if is_late => return true,
                _ => {}
            }
        }
        if !scored.is_quiet {
            return args.depth <= SEE_CAPTURE_DEPTH && scored.see_loss() > SEE_CAPTURE_MARGIN * args.depth;
        }
        depth <= SEE_QUIET_DEPTH
            && self.board.static_exchange(scored.made, self.evaluation.piece_values())
                < -SEE_QUIET_MARGIN * depth * depth
    }

    /// ProbCut: a capture that, at reduced depth, scores well above beta proves a beta cutoff.
    pub(super) fn probcut(&mut self, args: &NodeArgs, node: &NodeState) -> Option<i32> {
        let probcut_beta = args.beta + PROBCUT_MARGIN - if node.improving { PROBCUT_IMPROVING } else { 0 };
        if node.in_check || args.depth < PROBCUT_MIN_DEPTH || is_mate(args.beta) || args.ply == 0 {
            return None;
        }
        let refutes = |entry: TableEntry| {
            let score = from_tt(entry.score.into(), args.ply);
            i32::from(entry.depth) > args.depth - PROBCUT_REDUCTION
                && entry.bound != ScoreBound::Lower
                && score < probcut_beta
        };
        if node.tt_entry.is_some_and(refutes) {
            return None;
        }
        let (ply, depth) = (args.ply, args.depth - PROBCUT_REDUCTION);
        let mut list = std::mem::take(&mut self.plies[ply].move_list);
        self.board.generate_tactical(&mut list);
        self.plies[ply].move_list = list;
        self.score_moves(ply, node.tt_entry);
        let mut next_index = 0;
        while let Some(scored) =
            self.pick_move(ply, next_index).filter(|scored| scored.score >= BAD_CAPTURE_SCORE)
        {
            next_index += 1;
            let gain = self.board.static_exchange(scored.made, self.evaluation.piece_values());
            if node.static_eval + gain < probcut_beta || self.is_blunder_filtered(scored.made, ply) {
                continue;
            }
            self.make_move(scored.made, ply);
            let (alpha, beta) = (-probcut_beta, 1 - probcut_beta);
            let in_check = self.board.in_check();
            let mut score = -self.quiescence_search(alpha, beta, ply + 1, in_check);
            if score >= probcut_beta {
                let (allow_null_move, is_cut_node) = (true, !args.is_cut_node);
                score = -self.negamax(NodeArgs {
                    alpha,
                    beta,
                    depth,
                    ply: ply + 1,
                    allow_null_move,
                    excluded_move: 0,
                    is_cut_node,
                });
            }
            self.unmake_move();
            if self.is_stopped {
                return None;
            }
            if score >= probcut_beta {
                self.table.store(node.key, Some(scored.made), score, depth + 1, ScoreBound::Lower);
                return Some(score);
            }
        }
        None
    }
}
