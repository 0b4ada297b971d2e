//! What is likely, without being looked at: which moves are hardly worth it, how much less far others are looked ahead of, and
//! whether a capture alone is more than enough. Not here: what is looked at for certain (`node`).

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
/// Depths at which only so many quiet moves are looked at.
const LATE_MOVE_PRUNING_DEPTH: i32 = 8;
/// Captures that lose more than that for each depth are left out.
const SEE_CAPTURE_MARGIN: (i32, i32) = (6, 100);
/// From this depth on a capture that, looked at so much less far, brings so much more than is asked is enough.
const PROBCUT: (i32, i32, i32) = (5, 4, 170);

/// As long as no more than so many half-moves are looked ahead, whatever gives check is looked at whole, so that no mate in two
/// is overlooked.
const FULL_WIDTH_DEPTH: usize = 3;

/// Whether a quiet move comes so late or in so bad a position that it would hardly change anything at that depth.
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
    /// Whether the search is still so near to its root that everything is looked at that could be a mate in two.
    pub(super) const fn is_full_width(&self) -> bool {
        self.root_depth <= FULL_WIDTH_DEPTH
    }

    /// Whether a move that is not the first would hardly change anything; `less` is how much less far it would be looked at.
    /// What gives check may change everything, unless it gives something away.
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

    /// Looks whether a capture, looked at less far, brings so much more than is asked that the rest need not be looked at.
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
