//! The unbounded grid of Schachen as a short sorted list of pieces, so that distance costs nothing;
//! it finds pieces on lines, attackers and neighbours.
//!
//! No function walks over empty squares; lines are found from the pieces that stand on them.

use arrayvec::ArrayVec;

use super::SET_SIZE;
use crate::{Piece, PieceType, Side, Square};

/// Pieces at most.
const MAX_PIECES: usize = 2 * SET_SIZE;

/// The eight directions as files and ranks, clockwise from the one up. Straight ones have even
/// indices.
pub(super) const DIRECTIONS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// A Knight's leaps.
pub(super) const KNIGHT_LEAPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A straight or diagonal line from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GridLine {
    /// The index in [`DIRECTIONS`].
    pub(super) direction: usize,
    /// The number of steps.
    pub(super) distance: i64,
}

impl GridLine {
    /// The line between two different squares, if there is one.
    pub(super) fn between(from: Square, to: Square) -> Option<Self> {
        let files = i64::from(to.file) - i64::from(from.file);
        let ranks = i64::from(to.rank) - i64::from(from.rank);
        if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
            return None;
        }
        let step = (files.signum() as i32, ranks.signum() as i32);
        let direction = DIRECTIONS.iter().position(|direction| *direction == step)?;
        Some(Self { direction, distance: files.abs().max(ranks.abs()) })
    }

    /// Whether a piece of a type slides along the line.
    pub(super) fn is_open_to(self, kind: PieceType) -> bool {
        let straight = self.direction.is_multiple_of(2);
        match kind {
            PieceType::QUEEN => true,
            PieceType::ROOK => straight,
            PieceType::BISHOP => !straight,
            _ => false,
        }
    }
}

/// Pieces by square.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct UnboundedGrid {
    /// Sorted by square.
    pieces: ArrayVec<(Square, Piece), MAX_PIECES>,
    kings: [Square; 2],
}

impl UnboundedGrid {
    /// A grid without pieces. Positions always have both Kings.
    pub(super) fn empty() -> Self {
        Self { pieces: ArrayVec::new(), kings: [Square::new(0, 0); 2] }
    }

    /// All pieces, sorted by square.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + Clone {
        self.pieces.iter().copied()
    }

    /// The pieces of a side.
    pub(super) fn pieces_of(&self, side: Side) -> impl Iterator<Item = (Square, Piece)> + Clone {
        self.pieces().filter(move |(_, piece)| piece.side == side)
    }

    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        let place = self.place(square).ok()?;
        Some(self.pieces[place].1)
    }

    /// The square of a side's King.
    pub(crate) const fn king(&self, side: Side) -> Square {
        self.kings[side.index()]
    }

    fn place(&self, square: Square) -> Result<usize, usize> {
        self.pieces.binary_search_by_key(&square, |(square, _)| *square)
    }

    /// Places a piece on an empty square. There are never more than two sets.
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        if let Err(place) = self.place(square)
            && !self.pieces.is_full()
        {
            self.pieces.insert(place, (square, piece));
            if piece.kind == PieceType::KING {
                self.kings[piece.side.index()] = square;
            }
        }
    }

    /// Removes the piece on a square.
    pub(super) fn remove(&mut self, square: Square) -> Option<Piece> {
        let place = self.place(square).ok()?;
        Some(self.pieces.remove(place).1)
    }

    /// Whether a square touches a piece, orthogonally or diagonally. The piece on `mover` does not
    /// count.
    pub(super) fn touches(&self, square: Square, mover: Square) -> bool {
        let near = |one: i32, other: i32| i64::from(one).abs_diff(i64::from(other)) <= 1;
        let touches = |other: Square| near(other.file, square.file) && near(other.rank, square.rank);
        self.pieces().any(|(other, _)| other != mover && other != square && touches(other))
    }

    /// The nearest piece in each direction, with its distance.
    pub(super) fn nearest(&self, from: Square) -> [Option<(i64, Square, Piece)>; 8] {
        let mut nearest: [Option<(i64, Square, Piece)>; 8] = [None; 8];
        for (square, piece) in self.pieces() {
            if let Some(GridLine { direction, distance }) = GridLine::between(from, square)
                && nearest[direction].is_none_or(|(least, ..)| distance < least)
            {
                nearest[direction] = Some((distance, square, piece));
            }
        }
        nearest
    }

    /// The squares of the pieces of `by` that attack a square, in no order. "Attacks reach any
    /// distance and ignore the touching rule, because captures do."
    pub(super) fn attackers(&self, square: Square, by: Side) -> impl Iterator<Item = Square> {
        let riders = self.nearest(square).into_iter().enumerate().filter_map(move |(direction, nearest)| {
            let (distance, from, piece) = nearest?;
            let rides = GridLine { direction, distance }.is_open_to(piece.kind);
            (piece.side == by && rides).then_some(from)
        });
        let leapers = self.pieces_of(by).filter(move |&(from, piece)| leaps_to(piece, from, square));
        riders.chain(leapers.map(|(from, _)| from))
    }

    /// Whether the King of a side is attacked.
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        self.attackers(self.king(side), side.other()).next().is_some()
    }
}

/// Whether a King, Knight or Pawn captures from one square on another.
fn leaps_to(piece: Piece, from: Square, to: Square) -> bool {
    let files = i64::from(to.file) - i64::from(from.file);
    let ranks = i64::from(to.rank) - i64::from(from.rank);
    match piece.kind {
        PieceType::KING => files.abs().max(ranks.abs()) == 1,
        PieceType::KNIGHT => files.abs().min(ranks.abs()) == 1 && files.abs().max(ranks.abs()) == 2,
        PieceType::PAWN => files.abs() == 1 && ranks == i64::from(piece.side.forward()),
        _ => false,
    }
}
