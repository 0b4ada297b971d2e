//! Type of a position from the view of the side to move: which pieces may act, as what type, and
//! what blocks them.
//!
//! Move generation and attack detection work on this view. It borrows a board and a state, so that what the opponent
//! could do after a null move is the same question with another state.

use super::state::{JokerMimicry, PositionState, PositionTerms};
use crate::movement::{MovementTables, SquareRelation};
use crate::padded_board::{BoardAccess, PaddedBoard, PaddedOffset, PaddedSquare, PieceCode, RecordingBoard};
use crate::{PieceType, Side};

/// The offsets of the eight neighbours of a cell, clockwise from the one above.
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

/// A board and its state from the view of the side to move.
pub(crate) struct SideToMove<'a, B = PaddedBoard> {
    pub(crate) board: &'a B,
    pub(crate) state: &'a PositionState,
    pub(crate) terms: &'a PositionTerms,
    pub(crate) tables: &'static MovementTables,
    /// Whether any enemy could freeze a piece of the side to move.
    pub(crate) has_freezers: bool,
    /// The enemy Joker that cannot be captured because it copied a Block.
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

    /// The same view on a board that records which cells are read.
    pub(crate) fn recording<'b>(&self, board: &'b RecordingBoard<'b>) -> SideToMove<'b, RecordingBoard<'b>>
    where
        'a: 'b,
    {
        let Self { state, terms, tables, has_freezers, immune, .. } = *self;
        SideToMove { board, state, terms, tables, has_freezers, immune }
    }

    /// Whether a cell holds an enemy piece of a type that can be captured.
    pub(crate) fn has_capturable_type(&self, cell: PaddedSquare, kind: PieceType) -> bool {
        self.board.at(cell).is(kind) && self.is_capturable(cell)
    }

    /// Whether a piece of the side to move may not move now: it is locked or frozen.
    #[inline]
    pub(crate) fn is_immovable(&self, cell: PaddedSquare, code: PieceCode) -> bool {
        self.is_locked(code) || (self.has_freezers && self.frozen_by(cell, code).is_some())
    }

    /// Whether a piece of the side to move is locked.
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

    /// The cell of the enemy King.
    #[inline]
    pub(crate) fn enemy_king(&self) -> PaddedSquare {
        self.board.king(self.side().other())
    }

    /// The relation of the side to move to the content of a cell.
    #[inline]
    pub(crate) fn relation_to(&self, cell: PaddedSquare) -> SquareRelation {
        match self.tables.relation(self.side(), self.board.at(cell)) {
            SquareRelation::Capturable if cell == self.immune => SquareRelation::Blocked,
            relation => relation,
        }
    }

    /// Whether a cell holds an enemy piece that can be captured.
    pub(crate) fn is_capturable(&self, cell: PaddedSquare) -> bool {
        self.relation_to(cell) == SquareRelation::Capturable
    }
}
