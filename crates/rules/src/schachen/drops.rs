//! Card drops of Schachen: the squares where cards may be put into play after a move, and all legal
//! moves with drops.

use super::SchachenPosition;
use super::grid::UnboundedGrid;
use crate::{CardDrop, Move, PieceType, Side, Square};

impl SchachenPosition {
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let moves = self.moves_without_drops();
        if self.hand(self.side).known_cards().is_empty() {
            return moves;
        }
        let with_drops = |made: Move| {
            let drops = self.drops_after(&made);
            std::iter::once(made).chain(drops.into_iter().map(move |drop| made.dropping(drop)))
        };
        moves.into_iter().flat_map(with_drops).collect()
    }

    /// The drops of known cards after a legal move, sorted. The move's own drop makes no
    /// difference.
    pub(crate) fn drops_after(&self, made: &Move) -> Vec<CardDrop> {
        self.drops_for(&self.grid_after(made), self.side)
    }

    /// The drops of a side's known cards if the pieces stayed where they are, sorted.
    pub(crate) fn drops_ahead(&self, side: Side) -> Vec<CardDrop> {
        self.drops_for(&self.grid, side)
    }

    fn drops_for(&self, grid: &UnboundedGrid, side: Side) -> Vec<CardDrop> {
        let kinds = self.hand(side).kinds();
        let mut drops = Vec::new();
        for side_by_side in [false, true] {
            let mut kinds =
                kinds.iter().filter(|kind| (**kind == PieceType::PAWN) == side_by_side).peekable();
            if kinds.peek().is_none() {
                continue;
            }
            let squares = if side_by_side { grid.beside_pawns(side) } else { grid.behind_pawns(side) };
            for &card in kinds {
                drops.extend(squares.iter().map(|&square| CardDrop { card, square }));
            }
        }
        drops
    }
}

impl UnboundedGrid {
    /// "A Pawn: onto an empty square directly left or right of one of one's own Pawns." Sorted.
    pub(super) fn beside_pawns(&self, side: Side) -> Vec<Square> {
        let pawns = self.pawns(side);
        self.free(pawns.flat_map(|pawn| [pawn.offset(-1, 0), pawn.offset(1, 0)]))
    }

    /// "Any other card: onto an empty square directly behind one of one's own Pawns." Sorted.
    pub(super) fn behind_pawns(&self, side: Side) -> Vec<Square> {
        let pawns = self.pawns(side);
        self.free(pawns.map(|pawn| pawn.offset(0, -side.forward())))
    }

    pub(super) fn pawns(&self, side: Side) -> impl Iterator<Item = Square> {
        self.pieces_of(side).filter(|(_, piece)| piece.kind == PieceType::PAWN).map(|(square, _)| square)
    }

    fn free(&self, squares: impl Iterator<Item = Square>) -> Vec<Square> {
        let is_free = |square: &Square| square.has_name() && self.piece_at(*square).is_none();
        let mut free: Vec<Square> = squares.filter(is_free).collect();
        free.sort_unstable();
        free.dedup();
        free
    }
}
