//! Captures of the Chameleon, which moves as a Queen to an empty square and captures every enemy in
//! the way that enemy captures: the squares it can go to beside its quiet moves, and what a move
//! captures on other squares. Not here: its Queen moves (the catalogue).

use super::Power;
use crate::PieceType;
use crate::board_position::SideToMove;
use crate::board_position::geometry::{are_adjacent, queen_offset};
use crate::padded_board::PaddedSquare;

impl SideToMove<'_> {
    /// Calls `found` with every cell a Chameleon can go to, or act on, beside its own quiet moves.
    pub(super) fn chameleon_targets(&self, from: PaddedSquare, found: &mut impl FnMut(PaddedSquare)) {
        for &(step, _) in &self.tables.movement(self.archer()).leaps {
            let to = from.step(step);
            if self.board.at(to).is_empty() && self.chameleon_shot(from, to).is_some() {
                found(to);
            }
        }
        for &target in self.board.pieces(self.side().other()) {
            if self.chameleon_captures_there(from, target) && self.is_capturable(target) {
                found(target);
            }
        }
    }

    /// Whether a Chameleon can capture a piece on its cell by that piece's own capturing move, or
    /// convert a Diplomat.
    pub(super) fn chameleon_captures_there(&self, from: PaddedSquare, target: PaddedSquare) -> bool {
        let as_victim = self.board.at(target).of_other_side();
        if !self.tables.reach(as_victim).includes(from, target) {
            return false;
        }
        match self.tables.power(as_victim) {
            Some(Power::Diplomat) => are_adjacent(from, target),
            Some(Power::Windmill) => self.windmill_reaches(from, target),
            Some(Power::Edgehog) => {
                self.can_edgehog_move(from, target) && self.attacks_square(as_victim, from, target)
            }
            None | Some(Power::Royal | Power::Pawn | Power::Archer) => {
                self.attacks_square(as_victim, from, target)
            }
            // These never capture on their target, or cannot be captured by a Chameleon at all.
            Some(
                Power::Block
                | Power::Advancer
                | Power::Withdrawer
                | Power::Coordinator
                | Power::Immobilizer
                | Power::Chameleon
                | Power::Joker,
            ) => false,
        }
    }

    /// The enemy Archer that a Chameleon shoots by a knight's leap.
    fn chameleon_shot(&self, from: PaddedSquare, to: PaddedSquare) -> Option<PaddedSquare> {
        Self::beyond_knight_leap(from, to).filter(|&cell| self.has_capturable_type(cell, PieceType::ARCHER))
    }

    /// Calls `taken` with every piece a Chameleon captures off its target. A move to an empty cell
    /// captures all that it can; a capture on the target shoots an Archer beyond at most.
    pub(super) fn chameleon_captures(
        &self,
        from: PaddedSquare,
        to: PaddedSquare,
        mut taken: impl FnMut(PaddedSquare),
    ) {
        self.chameleon_shot(from, to).into_iter().for_each(&mut taken);
        let Some(step) = queen_offset(from, to).filter(|_| self.board.at(to).is_empty()) else { return };
        let [rank, file] = self.coordinated_squares(to);
        let victims = [
            (to.step(step), PieceType::ADVANCER),
            (from.back(step), PieceType::WITHDRAWER),
            (rank, PieceType::COORDINATOR),
            (file, PieceType::COORDINATOR),
        ];
        for (cell, kind) in victims {
            if self.has_capturable_type(cell, kind) {
                taken(cell);
            }
        }
        self.passed_pawn(from, to).into_iter().for_each(taken);
    }
}
