//! Castling, in chess and from any of the 960 arrays.

use super::change::{Change, Intent};
use super::state::Wing;
use super::turn::Turn;
use crate::Square;
use crate::board::{Cell, Cells, Code};
use crate::variant::Castling;

/// Where King and Rook come from and go to.
pub(crate) struct Castle {
    king: Cell,
    rook: Cell,
    king_to: Cell,
    rook_to: Cell,
}

/// The cells from one to another on a rank, both included.
fn span(one: Cell, other: Cell) -> impl Iterator<Item = Cell> {
    let (one, other) = (one.square(), other.square());
    (one.file.min(other.file)..=one.file.max(other.file))
        .map(move |file| Cell::at(Square::new(file, one.rank)))
}

impl Castle {
    fn new(king: Cell, rook: Cell, wing: Wing) -> Self {
        let rank = king.square().rank;
        let (king_file, rook_file) = match wing {
            Wing::King => (6, 5),
            Wing::Queen => (2, 3),
        };
        let on = |file| Cell::at(Square::new(file, rank));
        Self { king, rook, king_to: on(king_file), rook_to: on(rook_file) }
    }

    /// The squares the King stands on or crosses.
    pub(crate) fn king_path(&self) -> impl Iterator<Item = Cell> + use<> {
        span(self.king, self.king_to)
    }
}

impl Turn<'_> {
    fn castle(&self, wing: Wing) -> Option<Castle> {
        let rook = self.state.rook(self.side(), wing);
        (rook != Cell::NOWHERE).then(|| Castle::new(self.board.king(self.side()), rook, wing))
    }

    /// How the castling on a wing is written.
    fn castling_intent(&self, castle: &Castle) -> Intent {
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
    pub(crate) fn castle_of(&self, intent: Intent) -> Option<(Castle, Wing)> {
        let castles = Wing::BOTH.into_iter().filter_map(|wing| Some((self.castle(wing)?, wing)));
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
        for castle in Wing::BOTH.into_iter().filter_map(|wing| self.castle(wing)) {
            if self.has_free_paths(&castle) {
                moves.push(self.castling_intent(&castle));
            }
        }
    }

    fn has_free_paths(&self, castle: &Castle) -> bool {
        let mut own = Cells::EMPTY;
        own.insert(castle.king);
        own.insert(castle.rook);
        let mut path = span(castle.king, castle.king_to).chain(span(castle.rook, castle.rook_to));
        path.all(|cell| own.contains(cell) || self.board.at(cell) == Code::EMPTY)
    }
}
