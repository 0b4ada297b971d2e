//! What the search knows of one node: the window and depth asked for, table entry and static evaluation, and the move it is at.

use super::scored_move::ScoredMove;
use crate::transposition_table::TableEntry;

/// What is asked of a position: whether it is worth more than `alpha`, and if so how much, up to `beta`.
#[derive(Clone, Copy)]
pub(super) struct NodeArgs {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// Half-moves to look ahead.
    pub(super) depth: i32,
    /// Half-moves from the root.
    pub(super) ply: usize,
    /// Whether the turn may be passed, which it may not be twice in a row.
    pub(super) allow_null_move: bool,
    /// The bits of a move that is not looked at; 0 for none.
    pub(super) excluded_move: u32,
    /// Whether one of its moves, likely the first, is expected to be worth more.
    pub(super) is_cut_node: bool,
}

impl NodeArgs {
    /// Whether it is only asked whether the position is worth more.
    pub(super) const fn is_null_window(&self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// What is known about the position that is looked at.
pub(super) struct NodeState {
    pub(super) key: u64,
    pub(super) tt_entry: Option<TableEntry>,
    pub(super) in_check: bool,
    /// What it is worth as it stands; less than anything in check.
    pub(super) static_eval: i32,
    /// Whether that is more than before the side's last move.
    pub(super) improving: bool,
    /// Whether the best known move takes something.
    pub(super) tt_move_is_capture: bool,
    /// Half-moves by which the best known move is looked at farther.
    pub(super) extension: i32,
}

/// A move of it, when its turn has come.
pub(super) struct MoveContext {
    pub(super) scored: ScoredMove,
    /// Moves looked at before it.
    pub(super) move_index: usize,
    /// Quiet ones among them.
    pub(super) quiet_index: i32,
}
