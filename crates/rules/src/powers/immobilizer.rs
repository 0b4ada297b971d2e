//! Freezing by the Immobilizer, next to which no enemy can move: finds the squares on which pieces
//! are frozen, and the neighbour that freezes a piece; also a Joker that copies an Immobilizer, and
//! a Chameleon next to one.

use crate::PieceType;
use crate::board_position::{JokerMimicry, NEIGHBOUR_OFFSETS, SideToMove};
use crate::padded_board::{PaddedSquare, PaddedSquareSet, PieceCode};

impl SideToMove<'_> {
    /// The cells on which any piece of the side to move would be frozen. It equals
    /// [`frozen_by`](Self::frozen_by) for every cell, except for Immobilizers frozen by Chameleons.
    pub(crate) fn frozen_cells(&self) -> PaddedSquareSet {
        let mut frozen = PaddedSquareSet::EMPTY;
        if !self.has_freezers {
            return frozen;
        }
        let mimicry = self
            .state
            .joker
            .filter(|(_, mimicry)| *mimicry == JokerMimicry::Immobilizer)
            .map(|(cell, _)| cell);
        let pieces = self.board.pieces(self.side().other()).iter().copied();
        for freezer in pieces.filter(|&cell| self.board.at(cell).is(PieceType::IMMOBILIZER)).chain(mimicry) {
            for step in NEIGHBOUR_OFFSETS {
                frozen.insert(freezer.step(step));
            }
        }
        frozen
    }

    /// The neighbour that freezes a piece of the side to move: an Immobilizer, frozen itself or
    /// not; a Joker that copied one; or, if the piece is itself an Immobilizer, a Chameleon.
    pub(crate) fn frozen_by(&self, cell: PaddedSquare, code: PieceCode) -> Option<PaddedSquare> {
        let enemy = self.side().other();
        NEIGHBOUR_OFFSETS.into_iter().map(|step| cell.step(step)).find(|&neighbour| {
            let other = self.board.at(neighbour);
            if !other.is_piece() || other.side() != enemy {
                return false;
            }
            other.is(PieceType::IMMOBILIZER)
                || (other.is(PieceType::CHAMELEON) && code.is(PieceType::IMMOBILIZER))
                || self.state.joker == Some((neighbour, JokerMimicry::Immobilizer))
        })
    }
}
