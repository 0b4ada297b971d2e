//! A position as the side to move sees it: which of its pieces may act, as what, and what stands in their way.
//!
//! Everything that generates moves or looks for attacks asks here. It borrows a board and a state, so that "what
//! could the opponent do if I passed" is the same question with another state.

use super::state::{JokerMimicry, PositionState, PositionTerms};
use crate::movement::{MovementTables, SquareRelation};
use crate::padded_board::{BoardAccess, PaddedBoard, PaddedOffset, PaddedSquare, PieceCode, RecordingBoard};
use crate::{PieceType, Side};

/// The eight steps to the neighbours of a square, clockwise from the one above.
pub(crate) const NEIGHBOUR_OFFSETS: [PaddedOffset; 8] = [
    PaddedSquare::difference(0, 1),
    PaddedSquare::difference(1, 1),
    PaddedSquare::difference(1, 0),
    PaddedSquare::difference(1, -1),
    PaddedSquare::difference(0, -1),
    PaddedSquare::difference(-1, -1),
    PaddedSquare::difference(-1, 0),
    PaddedSquare::difference(-1, 1),
];

/// A board and whose turn it is on it.
pub(crate) struct SideToMove<'a, B = PaddedBoard> {
    pub(crate) board: &'a B,
    pub(crate) state: &'a PositionState,
    pub(crate) terms: &'a PositionTerms,
    pub(crate) tables: &'static MovementTables,
    /// Whether anything on the board could freeze a piece of the side to move.
    pub(crate) has_freezers: bool,
    /// The one enemy that cannot be taken although its type can: a Joker in a Block's guise.
    immune: PaddedSquare,
}

impl<'a> SideToMove<'a> {
    pub(crate) fn new(
        board: &'a PaddedBoard,
        state: &'a PositionState,
        terms: &'a PositionTerms,
        tables: &'static MovementTables,
    ) -> Self {
        let enemy = state.side.other();
        let mimicry = state.joker.map(|(_, mimicry)| mimicry);
        let has_freezers = board.count(enemy, PieceType::IMMOBILIZER) > 0
            || board.count(enemy, PieceType::CHAMELEON) > 0
            || mimicry == Some(JokerMimicry::Immobilizer);
        let immune = match state.joker {
            Some((cell, JokerMimicry::Block)) => cell,
            _ => PaddedSquare::NOWHERE,
        };
        Self { board, state, terms, tables, has_freezers, immune }
    }

    /// The same on a board that notes what is looked at.
    pub(crate) fn recording<'b>(&self, board: &'b RecordingBoard<'b>) -> SideToMove<'b, RecordingBoard<'b>>
    where
        'a: 'b,
    {
        let Self { state, terms, tables, has_freezers, immune, .. } = *self;
        SideToMove { board, state, terms, tables, has_freezers, immune }
    }

    /// Whether an enemy piece of that type stands there and can be taken.
    pub(crate) fn has_capturable_type(&self, cell: PaddedSquare, kind: PieceType) -> bool {
        self.board.at(cell).is(kind) && self.is_capturable(cell)
    }

    /// Whether a piece of the side to move may not move now: locked, or frozen.
    #[inline]
    pub(crate) fn is_immovable(&self, cell: PaddedSquare, code: PieceCode) -> bool {
        self.is_locked(code) || (self.has_freezers && self.frozen_by(cell, code).is_some())
    }

    /// Whether the lock holds a piece of the side to move.
    #[inline]
    pub(crate) fn is_locked(&self, code: PieceCode) -> bool {
        self.state.number <= self.terms.lock && self.tables.is_lockable(code)
    }
}

impl<B: BoardAccess> SideToMove<'_, B> {
    /// The side to move.
    #[inline]
    pub(crate) fn side(&self) -> Side {
        self.state.side
    }

    /// The cell of the opponent's King.
    #[inline]
    pub(crate) fn enemy_king(&self) -> PaddedSquare {
        self.board.king(self.side().other())
    }

    /// How a cell looks to the side to move.
    #[inline]
    pub(crate) fn relation_to(&self, cell: PaddedSquare) -> SquareRelation {
        match self.tables.relation(self.side(), self.board.at(cell)) {
            SquareRelation::Capturable if cell == self.immune => SquareRelation::Blocked,
            relation => relation,
        }
    }

    /// Whether the side to move could take what stands there, if it got there.
    pub(crate) fn is_capturable(&self, cell: PaddedSquare) -> bool {
        self.relation_to(cell) == SquareRelation::Capturable
    }
}
