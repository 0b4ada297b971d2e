//! A move as an intention and what it does as lists of vanishing and appearing pieces.
//!
//! Neither knows how pieces move: the intention comes from the generator, the effects from the position it is made in.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{Piece, PieceType, Side, Square};

/// What a player says: this piece, to that square, and the choice it leaves open.
///
/// `to` is where the piece goes, except that a conversion names its victim's square and castling in Chess960 the own
/// Rook's. Everything else that happens are the move's [`Effects`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Move {
    /// The square of the piece that moves.
    pub from: Square,
    /// The square it goes to, or acts on.
    pub to: Square,
    /// What a pawn becomes; none when it stays a pawn.
    pub choice: Option<PieceType>,
    /// The card put into play afterwards; none without one, and always in games without cards.
    pub drop: Option<CardDrop>,
}

/// A card put into play, in the same turn after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardDrop {
    /// The card.
    pub card: PieceType,
    /// Where its piece stands from then on.
    pub square: Square,
}

impl Move {
    /// A move without a choice and without a drop.
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to, choice: None, drop: None }
    }

    /// The same move with that promotion.
    #[must_use]
    pub const fn promoting_to(self, kind: PieceType) -> Self {
        Self { choice: Some(kind), ..self }
    }

    /// The same move with that drop.
    #[must_use]
    pub const fn dropping(self, drop: CardDrop) -> Self {
        Self { drop: Some(drop), ..self }
    }

    /// The same move without a drop.
    #[must_use]
    pub const fn without_drop(self) -> Self {
        Self { drop: None, ..self }
    }
}

/// Pieces that can vanish in one move at most: a Chameleon and its five victims are six.
pub(crate) const MAX_VANISHED: usize = 8;
/// Pieces that can appear in one move at most: King and Rook, or a piece and a card.
pub(crate) const MAX_APPEARED: usize = 2;

/// What a move does to the board: first everything in `vanished` goes, then everything in `appeared` comes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveEffects {
    /// Pieces that leave their squares, the moving one included.
    pub vanished: ArrayVec<(Square, Piece), MAX_VANISHED>,
    /// Pieces that stand somewhere afterwards.
    pub appeared: ArrayVec<(Square, Piece), MAX_APPEARED>,
}

impl MoveEffects {
    /// The pieces of `mover`'s opponent that leave the game, with the squares they stood on.
    pub fn captured(&self, mover: Side) -> impl Iterator<Item = (Square, Piece)> {
        let converted: ArrayVec<_, MAX_VANISHED> = self.converted(mover).collect();
        self.vanished.iter().copied().filter(move |entry| entry.1.side != mover && !converted.contains(entry))
    }

    /// The pieces of `mover`'s opponent that change sides where they stand, as they were before.
    pub fn converted(&self, mover: Side) -> impl Iterator<Item = (Square, Piece)> {
        let nobody_left = self.vanished.iter().all(|(_, piece)| piece.side != mover);
        self.vanished.iter().copied().filter(move |_| nobody_left)
    }
}
