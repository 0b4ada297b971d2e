//! The Archer: moves and captures as a Knight, and shoots what stands one further knight's step beyond.

use crate::PieceType;
use crate::board::{Cell, Code, Sight};
use crate::bounded::Turn;
use crate::bounded::line::knight_step;
use crate::movement::Relation;

impl<B: Sight> Turn<'_, B> {
    /// An own Archer's code: its leaps are the directions everybody who shoots like one uses.
    pub(super) fn archer(&self) -> Code {
        Code::of(self.side(), PieceType::ARCHER)
    }

    /// The square one more knight's step beyond a knight's leap; nothing on the way there matters.
    pub(super) fn beyond_knight_leap(from: Cell, to: Cell) -> Option<Cell> {
        knight_step(from, to).map(|step| to.step(step))
    }

    /// What the Archer shoots when it goes to `to`: any enemy there; not optional, never an own piece.
    pub(super) fn archer_shot(&self, from: Cell, to: Cell) -> Option<Cell> {
        Self::beyond_knight_leap(from, to).filter(|&cell| self.is_prey(cell))
    }

    /// Whether some landing square lets the Archer shoot the target. What stands there must not be in the way.
    pub(super) fn archer_shoots(&self, from: Cell, target: Cell) -> bool {
        let landing = |&(step, _): &(i8, _)| from.step(step);
        let leaps = &self.tables.movement(self.archer()).leaps;
        leaps
            .iter()
            .map(landing)
            .any(|to| Self::beyond_knight_leap(from, to) == Some(target) && self.look(to) != Relation::Wall)
    }
}
