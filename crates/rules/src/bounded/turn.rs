//! A position as the side to move sees it: which of its pieces may act, as what, and what stands in their way.
//!
//! Everything that generates moves or looks for attacks asks here. It borrows a board and a state, so that "what
//! could the opponent do if I passed" is the same question with another state.

use super::state::{Guise, State, Terms};
use crate::board::{Board, Cell, Code, Sight, Step, Watched};
use crate::movement::{Relation, Tables};
use crate::{PieceType, Side};

/// The eight steps to the neighbours of a square, clockwise from the one above.
pub(crate) const RING: [Step; 8] = [
    Cell::difference(0, 1),
    Cell::difference(1, 1),
    Cell::difference(1, 0),
    Cell::difference(1, -1),
    Cell::difference(0, -1),
    Cell::difference(-1, -1),
    Cell::difference(-1, 0),
    Cell::difference(-1, 1),
];

/// A board and whose turn it is on it.
pub(crate) struct Turn<'a, B = Board> {
    pub(crate) board: &'a B,
    pub(crate) state: &'a State,
    pub(crate) terms: &'a Terms,
    pub(crate) tables: &'static Tables,
    /// Whether anything on the board could freeze a piece of the side to move.
    pub(crate) freezers: bool,
    /// The one enemy that cannot be taken although its type can: a Joker in a Block's guise.
    immune: Cell,
}

impl<'a> Turn<'a> {
    pub(crate) fn new(board: &'a Board, state: &'a State, terms: &'a Terms, tables: &'static Tables) -> Self {
        let enemy = state.side.other();
        let guise = state.joker.map(|(_, guise)| guise);
        let freezers = board.count(enemy, PieceType::IMMOBILIZER) > 0
            || board.count(enemy, PieceType::CHAMELEON) > 0
            || guise == Some(Guise::Immobilizer);
        let immune = match state.joker {
            Some((cell, Guise::Block)) => cell,
            _ => Cell::NOWHERE,
        };
        Self { board, state, terms, tables, freezers, immune }
    }

    /// The same on a board that notes what is looked at.
    pub(crate) fn watching<'b>(&self, board: &'b Watched<'b>) -> Turn<'b, Watched<'b>>
    where
        'a: 'b,
    {
        let Self { state, terms, tables, freezers, immune, .. } = *self;
        Turn { board, state, terms, tables, freezers, immune }
    }

    /// Whether an enemy piece of that type stands there and can be taken.
    pub(crate) fn is_prey_of_kind(&self, cell: Cell, kind: PieceType) -> bool {
        self.board.at(cell).is(kind) && self.is_prey(cell)
    }

    /// Whether a piece of the side to move may not move now: locked, or frozen.
    #[inline]
    pub(crate) fn is_held(&self, cell: Cell, code: Code) -> bool {
        self.is_locked(code) || (self.freezers && self.frozen_by(cell, code).is_some())
    }

    /// Whether the lock holds a piece of the side to move.
    #[inline]
    pub(crate) fn is_locked(&self, code: Code) -> bool {
        self.state.number <= self.terms.lock && self.tables.is_lockable(code)
    }
}

impl<B: Sight> Turn<'_, B> {
    /// The side to move.
    #[inline]
    pub(crate) fn side(&self) -> Side {
        self.state.side
    }

    /// The cell of the opponent's King.
    #[inline]
    pub(crate) fn enemy_king(&self) -> Cell {
        self.board.king(self.side().other())
    }

    /// How a cell looks to the side to move.
    #[inline]
    pub(crate) fn look(&self, cell: Cell) -> Relation {
        match self.tables.relation(self.side(), self.board.at(cell)) {
            Relation::Prey if cell == self.immune => Relation::Wall,
            relation => relation,
        }
    }

    /// Whether the side to move could take what stands there, if it got there.
    pub(crate) fn is_prey(&self, cell: Cell) -> bool {
        self.look(cell) == Relation::Prey
    }
}
