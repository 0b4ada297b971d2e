//! Attack map of a search board: visits the squares that the pieces of either side reach, whichever
//! side is to move.

use super::{BoardSearch, SquareIndex};
use crate::Side;
use crate::board_position::SideToMove;

/// A position from the view of one side, as if it were to move.
pub struct AttackMap<'a>(SideToMove<'a>);

/// A square that a piece reaches by its movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackTarget {
    /// The square.
    pub place: SquareIndex,
    /// Whether the piece could capture there.
    pub can_capture: bool,
    /// Whether an own piece is there, which the piece guards.
    pub is_guarded: bool,
}

impl BoardSearch {
    /// Calls `look` with the attack map of a side, whichever side is to move.
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
    /// Calls `found` with every square that the side's piece on `from` reaches, guarded own pieces
    /// included. A square may be reported twice. Captures off the target are not reported.
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
