//! The position type of Schachen, a chess without a board, on a grid without edges, with hidden
//! cards: its parts, the effects of moves, and the view of each player.
//!
//! A position consists of its pieces (`grid`), the cards of both sides (`card_set`) and the side to move. `grid_text`
//! reads and writes position texts, `setup` validates them; `movement` generates moves, `drops` generates drops, `deal`
//! starts a game. `information_set` is what a side may know, `search` the grid for search programs. Callers see a
//! [`Position`](crate::Position).

mod card_set;
mod deal;
mod drops;
mod grid;
mod grid_text;
mod information_set;
mod movement;
mod obstacle;
mod search;
mod setup;
#[cfg(test)]
mod tests;

pub use card_set::CardSet;
pub use deal::{CardDeal, DealError, KingPlacement};
pub use information_set::InformationSet;
pub use search::{GridMove, GridSearch};

use card_set::{CardPile, SET, SET_SIZE};
use grid::UnboundedGrid;

use crate::position::PositionViewer;
use crate::position::text_fields::MAX_NUMBER;
use crate::{Move, MoveEffects, Piece, PieceType, Side, Square};

/// A valid position of Schachen. Printing it gives its text with every card it knows.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct SchachenPosition {
    grid: UnboundedGrid,
    side: Side,
    hands: [CardSet; 2],
    stacks: [CardSet; 2],
    /// Captured pieces of each side that have not come back, in table order.
    taken: [CardPile; 2],
    /// Half-moves since a pawn move, a capture or a drop.
    clock: u16,
    /// The number of the side's next move.
    number: u16,
}

impl SchachenPosition {
    pub(crate) const fn grid(&self) -> &UnboundedGrid {
        &self.grid
    }

    pub(crate) const fn side_to_move(&self) -> Side {
        self.side
    }

    pub(crate) const fn hand(&self, side: Side) -> &CardSet {
        &self.hands[side.index()]
    }

    pub(crate) const fn stack(&self, side: Side) -> &CardSet {
        &self.stacks[side.index()]
    }

    pub(crate) fn taken(&self, side: Side) -> &[PieceType] {
        &self.taken[side.index()]
    }

    pub(crate) const fn halfmove_clock(&self) -> u16 {
        self.clock
    }

    pub(crate) const fn move_number(&self) -> u16 {
        self.number
    }

    /// Captured pieces that may come back: all but Pawns, which are last in table order.
    pub(crate) fn pool(&self, side: Side) -> &[PieceType] {
        let taken = self.taken(side);
        &taken[..taken.partition_point(|kind| *kind != PieceType::PAWN)]
    }

    /// "Only at the moment a player moves a Pawn onto the rank the enemy King stands on at that moment."
    pub(crate) fn in_promotion_zone(&self, side: Side, square: Square) -> bool {
        square.rank == self.grid.king(side.other()).rank
    }

    /// The types a Pawn may become, each once.
    pub(crate) fn promotion_choices(&self, side: Side) -> Vec<PieceType> {
        let mut choices = self.pool(side).to_vec();
        choices.dedup();
        choices
    }

    /// The position as a viewer may see it: hands are known to their owners, stacks to nobody.
    pub(crate) fn seen_by(&self, viewer: PositionViewer) -> Self {
        let mut seen = self.clone();
        for side in Side::BOTH {
            if viewer != PositionViewer::Player(side) {
                seen.hands[side.index()] = self.hand(side).face_down();
            }
            seen.stacks[side.index()] = self.stack(side).face_down();
        }
        seen
    }

    pub(crate) fn effects(&self, of: &Move) -> MoveEffects {
        let mut effects = MoveEffects::default();
        let Some(mover) = self.grid.piece_at(of.from).filter(|piece| piece.side == self.side) else {
            return effects;
        };
        let target = self.grid.piece_at(of.to);
        if target.is_some_and(|target| target.side == self.side) {
            return effects;
        }
        effects.vanished.push((of.from, mover));
        effects.vanished.extend(target.map(|victim| (of.to, victim)));
        effects.appeared.push((of.to, of.choice.map_or(mover, |kind| Piece::new(self.side, kind))));
        if let Some(drop) = of.drop {
            effects.appeared.push((drop.square, Piece::new(self.side, drop.card)));
        }
        effects
    }

    /// The position after a legal move. A move that no piece could make changes nothing.
    pub(crate) fn apply(&self, made: &Move) -> Self {
        let effects = self.effects(made);
        let mut next = self.clone();
        let Some(&(_, mover)) = effects.vanished.first() else { return next };
        next.grid = self.grid_after(made);
        for (_, victim) in effects.captured(self.side) {
            next.taken[victim.side.index()].put(victim.kind);
        }
        if let Some(kind) = made.choice {
            next.taken[self.side.index()].take(kind);
        }
        let progress = mover.kind == PieceType::PAWN || effects.vanished.len() > 1 || made.drop.is_some();
        next.clock = if progress { 0 } else { (self.clock + 1).min(MAX_NUMBER) };
        next.play_card(made);
        next.side = self.side.other();
        if self.side == Side::Black {
            next.number = (self.number + 1).min(MAX_NUMBER);
        }
        next
    }

    /// The grid after the first part of a turn.
    fn grid_after(&self, made: &Move) -> UnboundedGrid {
        let mut grid = self.grid.clone();
        if let Some(mover) = grid.remove(made.from) {
            grid.remove(made.to);
            grid.put(made.to, made.choice.map_or(mover, |kind| Piece::new(mover.side, kind)));
        }
        grid
    }

    /// The second part of a turn: "may put one card from the hand into play, and only then draws the top card".
    fn play_card(&mut self, made: &Move) {
        let Some(drop) = made.drop.filter(|drop| self.grid.piece_at(drop.square).is_none()) else { return };
        let (hand, stack) = (&mut self.hands[self.side.index()], &mut self.stacks[self.side.index()]);
        if hand.play(drop.card) {
            self.grid.put(drop.square, Piece::new(self.side, drop.card));
            hand.draw_from(stack);
        }
    }
}
