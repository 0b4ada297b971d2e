//! Table of late move reductions: by how many plies quiet moves and bad captures late in the order
//! are searched less deep.

use super::node_state::{MoveContext, NodeArgs, NodeState};

/// Fixed-point scale of reductions: parts of a ply.
const REDUCTION_SCALE: i32 = 1_024;

/// Base reductions by depth and number of the move, logarithmic in both.
pub(super) struct ReductionTable([[i16; Self::MOVES]; Self::DEPTHS]);

impl Default for ReductionTable {
    fn default() -> Self {
        let base = |depth: usize, move_index: usize| {
            let (depth, late) = (depth as f32, (move_index + 1) as f32);
            ((0.55 + depth.ln() * late.ln() / 2.15) * REDUCTION_SCALE as f32) as i16
        };
        Self(std::array::from_fn(|depth| std::array::from_fn(|move_index| base(depth.max(1), move_index))))
    }
}

impl ReductionTable {
    const DEPTHS: usize = 64;
    const MOVES: usize = 64;

    /// Reduction of a move in plies at its first search: base by depth and number, less by history,
    /// more in cut nodes, without improvement and where a capture is expected.
    pub(super) fn reduction(&self, args: &NodeArgs, node: &NodeState, context: &MoveContext) -> i32 {
        let (depth, move_index) = (args.depth, context.move_index);
        let unreduced = if args.is_null_window() { 2 } else { 3 };
        if depth < 3 || move_index < unreduced {
            return 0;
        }
        if !context.scored.is_quiet {
            return i32::from(context.scored.see_loss() > 0 && !node.in_check) + i32::from(args.is_cut_node);
        }
        let base = self.0[(depth as usize).min(Self::DEPTHS - 1)][move_index.min(Self::MOVES - 1)];
        let mut scaled = i32::from(base) - context.scored.score.min(30_000) * (REDUCTION_SCALE / 8) / 1_024;
        scaled += REDUCTION_SCALE * (i32::from(!node.improving) - i32::from(!args.is_null_window()));
        scaled += REDUCTION_SCALE * (i32::from(args.is_cut_node) + i32::from(node.tt_move_is_capture) / 2);
        (scaled / REDUCTION_SCALE).clamp(0, if node.in_check { 1 } else { depth - 2 })
    }
}
