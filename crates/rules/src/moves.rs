//! Types of a move as a player states it, and of its effects as lists of removed and placed pieces.
//!
//! Neither type knows how pieces move: the generator makes the moves, the position computes their effects.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{Piece, PieceType, Side, Square};

/// A move as a player states it: a piece, its target, and a choice if there is one.
///
/// `to` is the target of the piece, except that a conversion names the square of the converted
/// piece and castling in Chess960 that of the own Rook. Everything else a move does is in its
/// [`MoveEffects`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Move {
    /// The square of the piece that moves.
    pub from: Square,
    /// The square it goes to, or acts on.
    pub to: Square,
    /// The type a Pawn is promoted to; none if it stays a Pawn.
    pub choice: Option<PieceType>,
    /// The card put into play after the move; always none in variants without cards.
    pub drop: Option<CardDrop>,
}

/// A card put into play, in the same turn after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardDrop {
    /// The card.
    pub card: PieceType,
    /// The square it is dropped on.
    pub square: Square,
}

impl Move {
    /// A move without a choice and without a drop.
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to, choice: None, drop: None }
    }

    /// The same move with a promotion.
    #[must_use]
    pub const fn promoting_to(self, kind: PieceType) -> Self {
        Self { choice: Some(kind), ..self }
    }

    /// The same move with a drop.
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

/// Pieces that can vanish in one move at most: a Chameleon and five captured pieces are six.
pub(crate) const MAX_VANISHED: usize = 8;
/// Pieces that can appear in one move at most: King and Rook, or a piece and a card.
pub(crate) const MAX_APPEARED: usize = 2;

/// The effects of a move on the board: first all pieces of `vanished` go, then all of `appeared`
/// come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveEffects {
    /// Pieces that leave their squares, the moving one included.
    pub vanished: ArrayVec<(Square, Piece), MAX_VANISHED>,
    /// Pieces that are placed.
    pub appeared: ArrayVec<(Square, Piece), MAX_APPEARED>,
}

impl MoveEffects {
    /// The captured pieces of the opponent of `mover`, with their squares.
    pub fn captured(&self, mover: Side) -> impl Iterator<Item = (Square, Piece)> {
        let converted: ArrayVec<_, MAX_VANISHED> = self.converted(mover).collect();
        self.vanished.iter().copied().filter(move |entry| entry.1.side != mover && !converted.contains(entry))
    }

    /// The pieces of the opponent of `mover` that change sides on their squares, as they were
    /// before.
    pub fn converted(&self, mover: Side) -> impl Iterator<Item = (Square, Piece)> {
        let nobody_left = self.vanished.iter().all(|(_, piece)| piece.side != mover);
        self.vanished.iter().copied().filter(move |_| nobody_left)
    }
}
