//! Shots of the Archer, which moves and captures as a Knight, and also captures (shoots) the enemy
//! one further knight's leap beyond: what a move shoots, and whether a move can shoot a given
//! square. Not here: its leaps (the catalogue).

use crate::PieceType;
use crate::board_position::SideToMove;
use crate::board_position::geometry::knight_offset;
use crate::movement::SquareRelation;
use crate::padded_board::{BoardAccess, PaddedSquare, PieceCode};

impl<B: BoardAccess> SideToMove<'_, B> {
    /// The code of an own Archer. Every piece that shoots like one uses its leaps.
    pub(super) fn archer(&self) -> PieceCode {
        PieceCode::of(self.side(), PieceType::ARCHER)
    }

    /// The cell one more knight's leap beyond a knight's leap, with any content between.
    pub(super) fn beyond_knight_leap(from: PaddedSquare, to: PaddedSquare) -> Option<PaddedSquare> {
        knight_offset(from, to).map(|step| to.step(step))
    }

    /// The enemy an Archer shoots when it goes to `to`. The shot is mandatory and never hits an own
    /// piece.
    pub(super) fn archer_shot(&self, from: PaddedSquare, to: PaddedSquare) -> Option<PaddedSquare> {
        Self::beyond_knight_leap(from, to).filter(|&cell| self.is_capturable(cell))
    }

    /// Whether some leap lets an Archer shoot the target. It must be able to land.
    pub(super) fn archer_shoots(&self, from: PaddedSquare, target: PaddedSquare) -> bool {
        let hopper_landing = |&(step, _): &(i8, _)| from.step(step);
        let leaps = &self.tables.movement(self.archer()).leaps;
        leaps.iter().map(hopper_landing).any(|to| {
            Self::beyond_knight_leap(from, to) == Some(target)
                && self.relation_to(to) != SquareRelation::Blocked
        })
    }
}
