//! View of a position: a position without the hidden cards of Schachen that its viewer may not
//! know, which are only counted. It is the one way in which positions reach people.

use std::fmt;

use super::viewer::PositionViewer;
use super::{Position, PositionError, PositionKind};
use crate::schachen::{CardSet, SchachenPosition};
use crate::{Piece, Region, Side, Square, Variant};

/// A position as a viewer may see it. In chess and Grand Chess it is the whole position; in
/// Schachen the cards of others and both stacks are only counted.
///
/// `Display` prints its text, in Schachen with counts as in `hand:QNP/3 stack:8/8`.
/// [`PositionView::parse`] reads it, so views can be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionView {
    position: Position,
}

impl Position {
    /// The position as a viewer may see it.
    pub fn view(&self, viewer: PositionViewer) -> PositionView {
        let position = match &self.0 {
            PositionKind::Board(_) => self.clone(),
            PositionKind::Schachen(schachen) => schachen.seen_by(viewer).into(),
        };
        PositionView { position }
    }
}

impl PositionView {
    /// Reads the text of a view. The text of a whole position is read as it is.
    ///
    /// # Errors
    /// All faults of the text, as far as they can be told apart.
    pub fn parse(variant: Variant, text: &str) -> Result<Self, PositionError> {
        let position = match variant {
            Variant::Schachen => SchachenPosition::parse_view(text)?.into(),
            Variant::Chess | Variant::Chess960 | Variant::Grand => Position::parse(variant, text)?,
        };
        Ok(Self { position })
    }

    /// The position, with unknown cards counted only. Its legal moves lack the drops of unknown
    /// cards.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The view of spectators.
    #[must_use]
    pub fn for_spectators(&self) -> Self {
        self.position.view(PositionViewer::Spectator)
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.position.variant()
    }

    /// The region of the board.
    pub fn region(&self) -> Region {
        self.position.region()
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    /// The pieces on the board.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.position.pieces()
    }

    /// The cards a side has in hand, as far as the viewer knows them. Empty in variants without
    /// cards.
    pub fn hand(&self, side: Side) -> CardSet {
        self.position.as_schachen().map(|schachen| schachen.hand(side).clone()).unwrap_or_default()
    }

    /// The number of cards left in a side's stack.
    pub fn stack_size(&self, side: Side) -> usize {
        self.position.as_schachen().map_or(0, |schachen| schachen.stack(side).len())
    }
}

/// The position text as far as the viewer may know it.
impl fmt::Display for PositionView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.position.0 {
            PositionKind::Board(board) => board.fmt(f),
            PositionKind::Schachen(schachen) => schachen.fmt(f),
        }
    }
}
