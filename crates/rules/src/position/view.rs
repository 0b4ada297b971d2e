//! What a viewer may see of a position: the one gate through which positions are shown to people.

use std::fmt;

use super::Position;
use crate::{Piece, Region, Side, Square};

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// The player of a side.
    Player(Side),
    /// Anybody else.
    Spectator,
}

/// A position as a viewer may see it. In chess and Grand Chess everything is open, so it is the whole position; in a
/// game with hidden hands it is not, and this is where they are left out.
#[derive(Clone, Copy)]
pub struct View<'a> {
    position: &'a Position,
    viewer: Viewer,
}

impl Position {
    /// The position as that viewer may see it.
    pub fn view(&self, viewer: Viewer) -> View<'_> {
        View { position: self, viewer }
    }
}

impl View<'_> {
    /// Who looks.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Where the game is played.
    pub fn region(&self) -> Region {
        self.position.region()
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    /// The pieces on the board, from `a1` rank by rank.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.position.pieces()
    }
}

/// The position text as far as the viewer may know it.
impl fmt::Display for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}
