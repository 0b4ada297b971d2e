//! A move with its score for move ordering, and the score bands: table move, good captures, killer
//! moves, quiet moves by history, bad captures.

use adoube_rules::SearchMove;

/// A move and its score for move ordering: the greater, the sooner.
#[derive(Clone, Copy)]
pub(super) struct ScoredMove {
    pub(super) made: SearchMove,
    pub(super) score: i32,
    /// Whether it neither captures nor promotes.
    pub(super) is_quiet: bool,
    /// Whether it captures with a more valuable piece and its static exchange evaluation is not
    /// known yet.
    pub(super) needs_see: bool,
}

impl ScoredMove {
    /// What a capture loses by static exchange evaluation, once that is known; 0 if it loses
    /// nothing.
    pub(super) const fn see_loss(&self) -> i32 {
        if self.score < BAD_CAPTURE_SCORE { 2 * BAD_CAPTURE_SCORE - self.score } else { 0 }
    }
}

/// Score of the table move, of captures that lose nothing, and of killer moves.
pub(super) const TT_MOVE_SCORE: i32 = 1 << 30;
pub(super) const GOOD_CAPTURE_SCORE: i32 = 1 << 26;
pub(super) const KILLER_SCORE: i32 = 1 << 24;
/// Captures below this lose material by static exchange evaluation.
pub(super) const BAD_CAPTURE_SCORE: i32 = -(1 << 24);
