//! Late move reductions: by how many plies quiet moves and bad captures late in the order are searched less deep.

use super::node_state::{MoveContext, NodeArgs, NodeState};

/// Fixed-point scale of reductions: parts of a ply.
const REDUCTION_SCALE: i32 = 1_024;

/// Base reductions by depth and number of the move, logarithmic in both.
pub(super) struct ReductionTable([[i16; Self::MOVES]; Self::DEPTHS]);

impl Default for ReductionTable {
    fn default() -> Self {
        let by = |depth: usize, before: usize| {
            let (depth, late) = (depth as f32, (before + 1) as f32);
            ((0.55 + depth.ln() * late.ln() / 2.15) * REDUCTION_SCALE as f32) as i16
        };
        Self(std::array::from_fn(|depth| std::array::from_fn(|before| by(depth.max(1), before))))
    }
}

impl ReductionTable {
    const DEPTHS: usize = 64;
    const MOVES: usize = 64;

    /// Reduction of a move in plies at its first search: base by depth and number, less by history,
    /// more in cut nodes, without improvement and where a capture is expected.
    pub(super) fn reduction(&self, aim: &NodeArgs, here: &NodeState, candidate: &MoveContext) -> i32 {
        let (depth, before) = (aim.depth, candidate.move_index);
        let whole = if aim.is_null_window() { 2 } else { 3 };
        if depth < 3 || before < whole {
            return 0;
        }
        if !candidate.scored.is_quiet {
            return i32::from(candidate.scored.see_loss() > 0 && !here.in_check) + i32::from(aim.is_cut_node);
        }
        let by = self.0[(depth as usize).min(Self::DEPTHS - 1)][before.min(Self::MOVES - 1)];
        let mut parts = i32::from(by) - candidate.scored.score.min(30_000) * (REDUCTION_SCALE / 8) / 1_024;
        parts += REDUCTION_SCALE * (i32::from(!here.improving) - i32::from(!aim.is_null_window()));
        parts += REDUCTION_SCALE * (i32::from(aim.is_cut_node) + i32::from(here.tt_move_is_capture) / 2);
        (parts / REDUCTION_SCALE).clamp(0, if here.in_check { 1 } else { depth - 2 })
    }
}
