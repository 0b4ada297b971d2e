//! What a viewer may see of a position: the one gate through which positions are shown to people.

use std::fmt;

use super::viewer::PositionViewer;
use super::{Position, PositionError, PositionKind};
use crate::schachen::{CardSet, SchachenPosition};
use crate::{Piece, Region, Side, Square, Variant};

/// A position as a viewer may see it. In chess and Grand Chess everything is open, so it is the whole position; in
/// Schachen the cards of others and both stacks are mere numbers.
///
/// Printing it gives its text, `hand:QNP/3 stack:8/8` in Schachen, which [`View::parse`] reads: what is to be shown later
/// is kept in this form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionView {
    position: Position,
}

impl Position {
    /// The position as that viewer may see it.
    pub fn view(&self, viewer: PositionViewer) -> PositionView {
        let position = match &self.0 {
            PositionKind::Board(_) => self.clone(),
            PositionKind::Schachen(schachen) => schachen.seen_by(viewer).into(),
        };
        PositionView { position }
    }
}

impl PositionView {
    /// Reads the text of a view; the text of a whole position is read as it stands.
    ///
    /// # Errors
    /// Everything that is wrong with it, as far as it can be told apart.
    pub fn parse(variant: Variant, text: &str) -> Result<Self, PositionError> {
        let position = match variant {
            Variant::Schachen => SchachenPosition::parse_view(text)?.into(),
            Variant::Chess | Variant::Chess960 | Variant::Grand => Position::parse(variant, text)?,
        };
        Ok(Self { position })
    }

    /// The position, with cards the viewer may not know as mere numbers. Its legal moves lack the drops of unknown cards.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The same as spectators see it.
    #[must_use]
    pub fn for_spectators(&self) -> Self {
        self.position.view(PositionViewer::Spectator)
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        self.position.variant()
    }

    /// Where the game is played.
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

    /// The cards a side has in hand, as far as the viewer knows them. Without cards in the game there are none.
    pub fn hand(&self, side: Side) -> CardSet {
        self.position.as_schachen().map(|schachen| schachen.hand(side).clone()).unwrap_or_default()
    }

    /// How many cards are left in a side's stack.
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
