//! Where the pieces of a side could go, whoever is to move. Not here: what that is worth.

use super::{BoardSearch, SquareIndex};
use crate::Side;
use crate::board_position::SideToMove;

/// A position as one side would see it if it were to move.
pub struct AttackMap<'a>(SideToMove<'a>);

/// A place that a piece could go to by its movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackTarget {
    /// Where.
    pub place: SquareIndex,
    /// Whether it could take there.
    pub can_capture: bool,
    /// Whether it only guards what is there, as that is its own side's.
    pub is_guarded: bool,
}

impl BoardSearch {
    /// Looks at the position as that side would see it if it were to move, or as it does.
    #[inline]
    pub fn for_side<T>(&self, side: Side, look: impl FnOnce(&AttackMap<'_>) -> T) -> T {
        let turn = self.position.turn();
        if turn.side() == side {
            return look(&AttackMap(turn));
        }
        let passed = turn.state.passed();
        look(&AttackMap(SideToMove::new(turn.board, &passed, turn.terms, turn.tables)))
    }
}

impl AttackMap<'_> {
    /// Calls `found` with every place that the side's piece on `from` could go to, those of own pieces that it guards among
    /// them. A place may be told twice; what powers take elsewhere is not told.
    #[inline]
    pub fn visit_targets(&self, from: SquareIndex, mut found: impl FnMut(AttackTarget)) {
        let own = self.0.side();
        self.0.reach(from.0, &mut |to, ends| {
            let there = self.0.board.at(to);
            let is_guarded = there.is_piece() && there.side() == own;
            found(AttackTarget { place: SquareIndex(to), can_capture: ends.captures, is_guarded });
        });
    }
}
