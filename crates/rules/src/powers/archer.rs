//! The Archer: moves and captures as a Knight, and shoots what stands one further knight's step beyond.

use crate::PieceType;
use crate::board_position::SideToMove;
use crate::board_position::geometry::knight_offset;
use crate::movement::SquareRelation;
use crate::padded_board::{BoardAccess, PaddedSquare, PieceCode};

impl<B: BoardAccess> SideToMove<'_, B> {
    /// An own Archer's code: its leaps are the directions everybody who shoots like one uses.
    pub(super) fn archer(&self) -> PieceCode {
        PieceCode::of(self.side(), PieceType::ARCHER)
    }

    /// The square one more knight's step beyond a knight's leap; nothing on the way there matters.
    pub(super) fn beyond_knight_leap(from: PaddedSquare, to: PaddedSquare) -> Option<PaddedSquare> {
        knight_offset(from, to).map(|step| to.step(step))
    }

    /// What the Archer shoots when it goes to `to`: any enemy there; not optional, never an own piece.
    pub(super) fn archer_shot(&self, from: PaddedSquare, to: PaddedSquare) -> Option<PaddedSquare> {
        Self::beyond_knight_leap(from, to).filter(|&cell| self.is_capturable(cell))
    }

    /// Whether some landing square lets the Archer shoot the target. What stands there must not be in the way.
    pub(super) fn archer_shoots(&self, from: PaddedSquare, target: PaddedSquare) -> bool {
        let hopper_landing = |&(step, _): &(i8, _)| from.step(step);
        let leaps = &self.tables.movement(self.archer()).leaps;
        leaps.iter().map(hopper_landing).any(|to| {
            Self::beyond_knight_leap(from, to) == Some(target)
                && self.relation_to(to) != SquareRelation::Blocked
        })
    }
}
