//! Copying by the Joker, which moves and captures as the type the opponent moved last: tells which
//! type's movement a piece has now.
//!
//! The type it copies is part of the state of a position. Its mimicry of a Block is in `board_position::side_to_move`,
//! that of an Immobilizer in `immobilizer`.

use crate::PieceType;
use crate::board_position::SideToMove;
use crate::padded_board::PieceCode;

impl SideToMove<'_> {
    /// The code whose movement a piece of the side to move has now: its own, or the one a Joker
    /// copies. None for a Joker with nothing to copy: before the first move, or after a move of a
    /// Chameleon.
    #[inline]
    pub(crate) fn acting_as(&self, code: PieceCode) -> Option<PieceCode> {
        if !code.is(PieceType::JOKER) {
            return Some(code);
        }
        let copied = self.state.last[self.side().other().index()];
        copied.map(|kind| PieceCode::of(self.side(), kind))
    }
}
