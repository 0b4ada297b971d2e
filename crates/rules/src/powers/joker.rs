//! The Joker: moves and captures as the type the opponent moved last.
//!
//! Its memory is part of the position's state; what it does in a guise is asked where that guise is: taking (a Block)
//! in `bounded`, freezing in `immobilizer`.

use crate::PieceType;
use crate::board_position::SideToMove;
use crate::padded_board::PieceCode;

impl SideToMove<'_> {
    /// The code whose movement a piece of the side to move has now: its own, or what a Joker copies; none for a Joker
    /// with nothing to copy, because there was no move yet or it was a Chameleon's.
    #[inline]
    pub(crate) fn acting_as(&self, code: PieceCode) -> Option<PieceCode> {
        if !code.is(PieceType::JOKER) {
            return Some(code);
        }
        let copied = self.state.last[self.side().other().index()];
        copied.map(|kind| PieceCode::of(self.side(), kind))
    }
}
