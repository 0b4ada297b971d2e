//! Pruning of moves: futility, late move, history and SEE pruning, and ProbCut.
//!
//! Not here: pruning of whole nodes (`node`) and late move reductions (`reductions`).

use super::node_state::{MoveContext, NodeArgs, NodeState};
use super::score::{from_tt, is_mate};
use super::scored_move::BAD_CAPTURE_SCORE;
use super::state::SearchState;
use crate::transposition_table::{ScoreBound, TableEntry};

/// Depths, after what late moves lose of them, at which quiet moves are left out in a position far below what is asked;
/// hundredths of a pawn that they might bring, and for each depth.
const FUTILITY: (i32, i32, i32) = (7, 80, 95);
/// The same for quiet moves that lose a piece to an exchange: hundredths of a pawn for each depth squared.
const SEE_QUIET_MARGIN: (i32, i32) = (7, 25);
/// The same for those that were never good: by how much for each depth.
const HISTORY_PRUNING: (i32, i32) = (4, 3_500);
/// Late move pruning (move count pruning): greatest depth at which only a number of quiet moves is
/// searched.
const LATE_MOVE_PRUNING_DEPTH: i32 = 8;
/// Captures that lose more than that for each depth are left out.
const SEE_CAPTURE_MARGIN: (i32, i32) = (6, 100);
/// From this depth on a capture that, looked at so much less far, brings so much more than is asked is enough.
const PROBCUT: (i32, i32, i32) = (5, 4, 170);

/// Full-width search near the root: up to this depth of the iteration no check is pruned, so that
/// no mate in two is missed.
const FULL_WIDTH_DEPTH: usize = 3;

/// Late move pruning, futility pruning and history pruning of a quiet move at its reduced depth.
fn prune_quiet(aim: &NodeArgs, here: &NodeState, candidate: &MoveContext, depth: i32) -> bool {
    let many = (4 + aim.depth * aim.depth) / if here.improving { 1 } else { 2 };
    if aim.is_null_window() && aim.depth <= LATE_MOVE_PRUNING_DEPTH && candidate.quiet_index >= many.max(3) {
        return true;
    }
    let (depths, first, each) = FUTILITY;
    if depth <= depths && here.static_eval + first + each * depth <= aim.alpha {
        return true;
    }
    let (depths, each) = HISTORY_PRUNING;
    depth <= depths && candidate.scored.score < -each * aim.depth
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
        aim: &NodeArgs,
        here: &NodeState,
        candidate: &MoveContext,
        less: i32,
    ) -> bool {
        let scored = candidate.scored;
        let depth = (aim.depth - less).max(1);
        let is_late = scored.is_quiet && prune_quiet(aim, here, candidate, depth);
        if is_late || self.is_full_width() {
            match (self.board.strikes_king(scored.made), self.is_full_width()) {
                (true, true) => return false,
                (false, _) if is_late => return true,
                _ => {}
            }
        }
        if !scored.is_quiet {
            let (depths, each) = SEE_CAPTURE_MARGIN;
            return aim.depth <= depths && scored.see_loss() > each * aim.depth;
        }
        let (depths, each) = SEE_QUIET_MARGIN;
        depth <= depths && self.board.exchange(scored.made, self.evaluation.worth()) < -each * depth * depth
    }

    /// ProbCut: a capture that, at reduced depth, scores well above beta proves a beta cutoff.
    pub(super) fn probcut(&mut self, aim: &NodeArgs, here: &NodeState) -> Option<i32> {
        let (depths, less, by) = PROBCUT;
        let bar = aim.beta + by - if here.improving { 50 } else { 0 };
        if here.in_check || aim.depth < depths || is_mate(aim.beta) || aim.ply == 0 {
            return None;
        }
        let denies = |entry: TableEntry| {
            let score = from_tt(entry.score.into(), aim.ply);
            i32::from(entry.depth) > aim.depth - less && entry.bound != ScoreBound::Lower && score < bar
        };
        if here.tt_entry.is_some_and(denies) {
            return None;
        }
        let (ply, depth) = (aim.ply, aim.depth - less);
        let mut list = std::mem::take(&mut self.plies[ply].move_list);
        self.board.fill_tactical(&mut list);
        self.plies[ply].move_list = list;
        self.score_moves(ply, here.tt_entry);
        let mut place = 0;
        while let Some(scored) = self.pick_move(ply, place).filter(|scored| scored.score >= BAD_CAPTURE_SCORE)
        {
            place += 1;
            let wins = self.board.exchange(scored.made, self.evaluation.worth());
            if here.static_eval + wins < bar || self.is_blunder_filtered(scored.made, ply) {
                continue;
            }
            self.make_move(scored.made, ply);
            let (alpha, beta) = (-bar, 1 - bar);
            let in_check = self.board.in_check();
            let mut score = -self.quiescence_search(alpha, beta, ply + 1, in_check);
            if score >= bar {
                let (may_pass, is_cut) = (true, !aim.is_cut_node);
                score = -self.negamax(NodeArgs {
                    alpha,
                    beta,
                    depth,
                    ply: ply + 1,
                    allow_null_move: may_pass,
                    excluded_move: 0,
                    is_cut_node: is_cut,
                });
            }
            self.unmake_move();
            if self.is_stopped {
                return None;
            }
            if score >= bar {
                self.table.store(here.key, Some(scored.made), score, depth + 1, ScoreBound::Lower);
                return Some(score);
            }
        }
        None
    }
}
