//! Moves on the unbounded grid of Schachen: checks, pseudo-legal and legal moves of each kind of
//! piece. What may be dropped afterwards is in `drops`.

use super::SchachenPosition;
use super::grid::{DIRECTIONS, GridLine, KNIGHT_LEAPS, UnboundedGrid};
use crate::{Move, Piece, PieceType, Side, Square};

impl SchachenPosition {
    pub(crate) fn in_check(&self) -> bool {
        self.grid.is_king_attacked(self.side)
    }

    pub(crate) fn checkers(&self) -> Vec<Square> {
        sorted(self.grid.attackers(self.grid.king(self.side), self.side.other()))
    }

    pub(crate) fn attackers_after(&self, made: &Move) -> Vec<Square> {
        let grid = self.grid_after(made);
        sorted(grid.attackers(grid.king(self.side), self.side.other()))
    }

    /// Every move without a drop, the safety of the own King apart, sorted.
    pub(crate) fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, piece) in self.grid.pieces_of(self.side) {
            self.grid.targets(from, piece, &mut |to| self.push_move(piece, from, to, &mut moves));
        }
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    fn push_move(&self, piece: Piece, from: Square, to: Square, moves: &mut Vec<Move>) {
        let made = Move::new(from, to);
        moves.push(made);
        if piece.kind == PieceType::PAWN && self.in_promotion_zone(self.side, to) {
            moves.extend(self.pool(self.side).iter().map(|kind| made.promoting_to(*kind)));
        }
    }

    /// "No move may leave one's own King attacked, and a check must be parried by the move; a drop cannot parry it."
    fn keeps_king_safe(&self, made: &Move) -> bool {
        !self.grid_after(made).is_king_attacked(self.side)
    }

    pub(crate) fn moves_without_drops(&self) -> Vec<Move> {
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|made| self.keeps_king_safe(made));
        moves
    }

    pub(crate) fn has_legal_move(&self) -> bool {
        self.pseudo_legal_moves().iter().any(|made| self.keeps_king_safe(made))
    }
}

fn sorted(squares: impl Iterator<Item = Square>) -> Vec<Square> {
    let mut squares: Vec<Square> = squares.collect();
    squares.sort_unstable();
    squares
}

impl UnboundedGrid {
    /// Calls `found` with every square a piece can go to, some more than once, the safety of its
    /// King apart.
    pub(super) fn targets(&self, from: Square, piece: Piece, found: &mut impl FnMut(Square)) {
        match piece.kind {
            PieceType::PAWN => self.pawn_targets(from, piece.side, found),
            PieceType::KING => self.king_targets(from, piece.side, found),
            PieceType::KNIGHT => self.knight_targets(from, piece.side, found),
            _ => self.rider_targets(from, piece, found),
        }
    }

    /// "Pawns move one square straight forward to an empty square and capture one square diagonally forward."
    fn pawn_targets(&self, from: Square, side: Side, found: &mut impl FnMut(Square)) {
        let ahead = from.offset(0, side.forward());
        if self.piece_at(ahead).is_none() {
            self.visit_quiet_target(from, ahead, found);
        }
        for files in [-1, 1] {
            let to = from.offset(files, side.forward());
            if self.piece_at(to).is_some_and(|target| target.side != side) {
                found(to);
            }
        }
    }

    /// "The King moves one square sideways, straight forward or diagonally forward; one square in any direction if that
    /// captures."
    fn king_targets(&self, from: Square, side: Side, found: &mut impl FnMut(Square)) {
        for (files, ranks) in DIRECTIONS {
            let to = from.offset(files, ranks);
            match self.piece_at(to) {
                None if ranks != -side.forward() => self.visit_quiet_target(from, to, found),
                Some(target) if target.side != side => found(to),
                _ => {}
            }
        }
    }

    fn knight_targets(&self, from: Square, side: Side, found: &mut impl FnMut(Square)) {
        for (files, ranks) in KNIGHT_LEAPS {
            let to = from.offset(files, ranks);
            match self.piece_at(to) {
                None => self.visit_quiet_target(from, to, found),
                Some(target) if target.side != side => found(to),
                Some(_) => {}
            }
        }
    }

    /// A rider that does not capture ends on a neighbour of another piece, so the neighbours of all
    /// pieces are tried.
    fn rider_targets(&self, from: Square, rider: Piece, found: &mut impl FnMut(Square)) {
        let nearest = self.nearest(from);
        let rides_freely = |to: Square| {
            GridLine::between(from, to).is_some_and(|line| {
                line.is_open_to(rider.kind)
                    && nearest[line.direction].is_none_or(|(distance, ..)| line.distance < distance)
            })
        };
        for (neighbour, _) in self.pieces().filter(|(square, _)| *square != from) {
            for (files, ranks) in DIRECTIONS {
                let to = neighbour.offset(files, ranks);
                if to.has_name() && rides_freely(to) {
                    found(to);
                }
            }
        }
        for (direction, nearest) in nearest.into_iter().enumerate() {
            let Some((distance, to, target)) = nearest else { continue };
            if target.side != rider.side && (GridLine { direction, distance }).is_open_to(rider.kind) {
                found(to);
            }
        }
    }

    /// "A move that does not capture must end on a square that touches another piece of either colour."
    fn visit_quiet_target(&self, from: Square, to: Square, found: &mut impl FnMut(Square)) {
        if to.has_name() && self.touches(to, from) {
            found(to);
        }
    }
}
