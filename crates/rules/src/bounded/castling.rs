//! Castling, in chess and from any of the 960 arrays.

use super::change::{Change, Intent};
use super::turn::Turn;
use crate::board::{Board, Cell};
use crate::variant::Castling;
use crate::{CastlingSide, Square};

/// Where King and Rook come from and go to.
pub(crate) struct Castle {
    king: Cell,
    rook: Cell,
    king_to: Cell,
    rook_to: Cell,
}

/// The cells from one to another on a rank, in this order, both included.
fn span(one: Cell, other: Cell) -> impl Iterator<Item = Cell> {
    let (one, other) = (one.square(), other.square());
    let files = other.file - one.file;
    (0..=files.abs()).map(move |steps| Cell::at(one.offset(steps * files.signum(), 0)))
}

impl Castle {
    fn new(king: Cell, rook: Cell, side: CastlingSide) -> Self {
        let rank = king.square().rank;
        let on = |file| Cell::at(Square::new(file, rank));
        Self { king, rook, king_to: on(side.king_file()), rook_to: on(side.rook_file()) }
    }

    /// Where the King ends.
    pub(crate) fn king_target(&self) -> Cell {
        self.king_to
    }

    /// The first piece in the King's way or else in the Rook's.
    pub(crate) fn obstacle(&self, board: &Board) -> Option<Cell> {
        let mut path = self.king_path().chain(span(self.rook, self.rook_to));
        path.find(|&cell| cell != self.king && cell != self.rook && board.at(cell).is_piece())
    }

    /// The Rook's place before.
    pub(crate) const fn rook(&self) -> Cell {
        self.rook
    }

    /// The squares the King stands on or crosses, and where it ends, in its order.
    pub(crate) fn king_path(&self) -> impl Iterator<Item = Cell> + use<> {
        span(self.king, self.king_to)
    }
}

impl Turn<'_> {
    /// The castling the side to move has a right to on that side of its King.
    pub(crate) fn castle(&self, side: CastlingSide) -> Option<Castle> {
        let rook = self.state.rook(self.side(), side);
        (rook != Cell::NOWHERE).then(|| Castle::new(self.board.king(self.side()), rook, side))
    }

    /// How a castling is written.
    pub(crate) fn castling_intent(&self, castle: &Castle) -> Intent {
        match self.terms.variant.castling() {
            Castling::TakesRook => Intent::new(castle.king, castle.rook),
            Castling::TwoSquares | Castling::None => Intent::new(castle.king, castle.king_to),
        }
    }

    /// Whether a pseudo-legal move is castling. No other move of a King goes two squares or onto an own piece.
    #[inline]
    pub(crate) fn castles(&self, intent: Intent) -> bool {
        match self.terms.variant.castling() {
            Castling::None => false,
            Castling::TwoSquares => {
                let (from, to) = (intent.from.square(), intent.to.square());
                self.board.at(intent.from).is_king() && (from.file - to.file).abs() == 2
            }
            Castling::TakesRook => {
                let target = self.board.at(intent.to);
                self.board.at(intent.from).is_king() && target.is_piece() && target.side() == self.side()
            }
        }
    }

    /// The castling a move stands for.
    pub(crate) fn castle_of(&self, intent: Intent) -> Option<(Castle, CastlingSide)> {
        let castles = CastlingSide::BOTH.into_iter().filter_map(|side| Some((self.castle(side)?, side)));
        let mut meant = castles.filter(|(castle, _)| self.castling_intent(castle) == intent);
        meant.next().filter(|_| self.castles(intent))
    }

    /// What castling does: both pieces leave before either arrives, since in Chess960 they may change places.
    pub(crate) fn castling_change(&self, intent: Intent, change: &mut Change) {
        if let Some((castle, _)) = self.castle_of(intent) {
            let (king, rook) = (self.board.at(castle.king), self.board.at(castle.rook));
            change.vanish(self.board, castle.king);
            change.vanish(self.board, castle.rook);
            change.appear(castle.king_to, king);
            change.appear(castle.rook_to, rook);
        }
    }

    /// Adds the castlings whose paths are free; whether the King crosses an attacked square is not asked here.
    pub(crate) fn push_castlings(&self, moves: &mut Vec<Intent>) {
        for castle in CastlingSide::BOTH.into_iter().filter_map(|side| self.castle(side)) {
            if castle.obstacle(self.board).is_none() {
                moves.push(self.castling_intent(&castle));
            }
        }
    }
}
