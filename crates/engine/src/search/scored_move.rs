//! A move with its score for move ordering, and the score bands of move ordering: table move, good captures, killer moves, quiet
//! moves by history, bad captures.

use adoube_rules::SearchMove;

/// A move and how soon it is looked at: the greater the sooner.
#[derive(Clone, Copy)]
pub(super) struct ScoredMove {
    pub(super) made: SearchMove,
    pub(super) score: i32,
    /// Whether it takes nothing and promotes nothing.
    pub(super) is_quiet: bool,
    /// Whether it takes with something of more worth, and nobody has looked yet what is taken back.
    pub(super) needs_see: bool,
}

impl ScoredMove {
    /// What a capture loses in the end, when its turn has come; nothing if it loses nothing.
    pub(super) const fn see_loss(&self) -> i32 {
        if self.score < BAD_CAPTURE_SCORE { 2 * BAD_CAPTURE_SCORE - self.score } else { 0 }
    }
}

pub(super) const TT_MOVE_SCORE: i32 = 1 << 30;
pub(super) const GOOD_CAPTURE_SCORE: i32 = 1 << 26;
pub(super) const KILLER_SCORE: i32 = 1 << 24;
/// Moves below this lose something by exchanges.
pub(super) const BAD_CAPTURE_SCORE: i32 = -(1 << 24);
