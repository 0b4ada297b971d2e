//! Moves of the Pawn that its line of the catalogue cannot express: double step, en passant and
//! promotion. Not here: its steps and captures (the catalogue).

use crate::PieceType;
use crate::board_position::{PaddedMove, SideToMove};
use crate::padded_board::{PaddedOffset, PaddedSquare};
use crate::piece::TypeSet;

impl SideToMove<'_> {
    /// The offset of one square forward for the side to move.
    fn forward(&self) -> PaddedOffset {
        PaddedSquare::difference(0, self.side().forward())
    }

    /// Calls `found` with en passant captures and the double step. A Joker that copies a Pawn has
    /// no double step.
    pub(super) fn pawn_targets(&self, from: PaddedSquare, found: &mut impl FnMut(PaddedSquare)) {
        let passing = self.state.en_passant;
        if passing != PaddedSquare::NOWHERE && self.passed_pawn(from, passing).is_some() {
            found(passing);
        }
        let middle = from.step(self.forward());
        let to = middle.step(self.forward());
        if from.square().rank == self.terms.variant.pawn_rank(self.side())
            && self.board.at(from).is(PieceType::PAWN)
            && self.board.at(middle).is_empty()
            && self.board.at(to).is_empty()
        {
            found(to);
        }
    }

    /// The Pawn that is captured en passant by a move to `to`: one square diagonally forward, onto
    /// the cell it skipped.
    pub(crate) fn passed_pawn(&self, from: PaddedSquare, to: PaddedSquare) -> Option<PaddedSquare> {
        let diagonals = [1, -1].map(|files| PaddedSquare::difference(files, self.side().forward()));
        let takes = to == self.state.en_passant && diagonals.iter().any(|&step| from.step(step) == to);
        let passed = to.back(self.forward());
        (takes && self.has_capturable_type(passed, PieceType::PAWN)).then_some(passed)
    }

    /// Adds the moves to `to` of a piece that acts as a Pawn, one for each promotion choice. A Pawn
    /// must promote on the last rank, a Joker need not.
    pub(crate) fn push_pawn_move(
        &self,
        from: PaddedSquare,
        to: PaddedSquare,
        choices: TypeSet,
        moves: &mut Vec<PaddedMove>,
    ) {
        let rank = to.square().rank;
        if !self.terms.variant.in_promotion_zone(self.side(), rank) {
            moves.push(PaddedMove::new(from, to));
            return;
        }
        if rank != self.terms.variant.last_rank(self.side()) || !self.board.at(from).is(PieceType::PAWN) {
            moves.push(PaddedMove::new(from, to));
        }
        moves.extend(choices.iter().map(|kind| PaddedMove { from, to, choice: Some(kind) }));
    }

    /// The cell that a Pawn skips by a move, if it is a double step.
    pub(crate) fn skipped(&self, intent: PaddedMove) -> Option<PaddedSquare> {
        let middle = intent.from.step(self.forward());
        let double =
            self.board.at(intent.from).is(PieceType::PAWN) && middle.step(self.forward()) == intent.to;
        double.then_some(middle)
    }
}
