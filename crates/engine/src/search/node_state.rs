//! Types of the arguments and the state of one node: window and depth asked for, table entry and
//! static evaluation, and the move of its loop.

use super::scored_move::ScoredMove;
use crate::transposition_table::TableEntry;

/// Arguments of a node's search: the window `alpha` to `beta`, the depth, and what is allowed.
#[derive(Clone, Copy)]
pub(super) struct NodeArgs {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// Remaining depth in plies.
    pub(super) depth: i32,
    /// Distance from the root in plies.
    pub(super) ply: usize,
    /// Whether a null move is allowed; never twice in a row.
    pub(super) allow_null_move: bool,
    /// Bits of the move that a singular extension search leaves out; 0 for none.
    pub(super) excluded_move: u32,
    /// Whether a beta cutoff is expected (cut node).
    pub(super) is_cut_node: bool,
}

impl NodeArgs {
    /// Null window: the node is no PV node and only asked whether its score is above `alpha`.
    pub(super) const fn is_null_window(&self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// What is known of a node before its move loop.
pub(super) struct NodeState {
    pub(super) key: u64,
    pub(super) tt_entry: Option<TableEntry>,
    pub(super) in_check: bool,
    /// Static evaluation, bounded by the table's score; below every score in check.
    pub(super) static_eval: i32,
    /// Whether the static evaluation is better than two plies ago.
    pub(super) improving: bool,
    /// Whether the table move is a capture.
    pub(super) tt_move_is_capture: bool,
    /// Extension of the table move in plies; below 0 it is searched less deep.
    pub(super) extension: i32,
}

/// A move of the loop.
pub(super) struct MoveContext {
    pub(super) scored: ScoredMove,
    /// Moves searched before it.
    pub(super) move_index: usize,
    /// Quiet moves among them.
    pub(super) quiet_index: i32,
}
