//! Generates the castling moves of chess and Chess960: when they are possible, and where King and
//! Rook go.

use super::effects::{PaddedEffects, PaddedMove};
use super::side_to_move::SideToMove;
use crate::padded_board::{PaddedBoard, PaddedSquare};
use crate::variant::CastlingRule;
use crate::{CastlingSide, Square};

/// Start and target cells of King and Rook.
pub(crate) struct CastlingPath {
    king: PaddedSquare,
    rook: PaddedSquare,
    king_to: PaddedSquare,
    rook_to: PaddedSquare,
}

/// The cells from one to another on a rank, in this order, both included.
fn span(one: PaddedSquare, other: PaddedSquare) -> impl Iterator<Item = PaddedSquare> {
    let (one, other) = (one.square(), other.square());
    let files = other.file - one.file;
    (0..=files.abs()).map(move |steps| PaddedSquare::at(one.offset(steps * files.signum(), 0)))
}

impl CastlingPath {
    fn new(king: PaddedSquare, rook: PaddedSquare, side: CastlingSide) -> Self {
        let rank = king.square().rank;
        let on = |file| PaddedSquare::at(Square::new(file, rank));
        Self { king, rook, king_to: on(side.king_file()), rook_to: on(side.rook_file()) }
    }

    /// The target of the King.
    pub(crate) fn king_target(&self) -> PaddedSquare {
        self.king_to
    }

    /// The first piece in the way of the King, or else in the way of the Rook.
    pub(crate) fn obstacle(&self, board: &PaddedBoard) -> Option<PaddedSquare> {
        let mut path = self.king_path().chain(span(self.rook, self.rook_to));
        path.find(|&cell| cell != self.king && cell != self.rook && board.at(cell).is_piece())
    }

    /// The start of the Rook.
    pub(crate) const fn rook(&self) -> PaddedSquare {
        self.rook
    }

    /// The cells from the start of the King to its target, both included, in the order it crosses
    /// them.
    pub(crate) fn king_path(&self) -> impl Iterator<Item = PaddedSquare> + use<> {
        span(self.king, self.king_to)
    }
}

impl SideToMove<'_> {
    /// The castling that the side to move has the right to on a side of its King.
    pub(crate) fn castling_path(&self, side: CastlingSide) -> Option<CastlingPath> {
        let rook = self.state.rook(self.side(), side);
        (rook != PaddedSquare::NOWHERE).then(|| CastlingPath::new(self.board.king(self.side()), rook, side))
    }

    /// The move by which a castling is written.
    pub(crate) fn castling_move(&self, castling_path: &CastlingPath) -> PaddedMove {
        match self.terms.variant.castling() {
            CastlingRule::TakesRook => PaddedMove::new(castling_path.king, castling_path.rook),
            CastlingRule::TwoSquares | CastlingRule::None => {
                PaddedMove::new(castling_path.king, castling_path.king_to)
            }
        }
    }

    /// Whether a pseudo-legal move is castling. No other move of a King goes two squares or onto an
    /// own piece.
    #[inline]
    pub(crate) fn castles(&self, intent: PaddedMove) -> bool {
        match self.terms.variant.castling() {
            CastlingRule::None => false,
            CastlingRule::TwoSquares => {
                let (from, to) = (intent.from.square(), intent.to.square());
                self.board.at(intent.from).is_king() && (from.file - to.file).abs() == 2
            }
            CastlingRule::TakesRook => {
                let target = self.board.at(intent.to);
                self.board.at(intent.from).is_king() && target.is_piece() && target.side() == self.side()
            }
        }
    }

    /// The castling that a move stands for.
    pub(crate) fn castling_path_of(&self, intent: PaddedMove) -> Option<(CastlingPath, CastlingSide)> {
        let castles =
            CastlingSide::BOTH.into_iter().filter_map(|side| Some((self.castling_path(side)?, side)));
        let mut meant = castles.filter(|(castling_path, _)| self.castling_move(castling_path) == intent);
        meant.next().filter(|_| self.castles(intent))
    }

    /// Adds the effects of castling. Both pieces leave before either arrives, since in Chess960
    /// they may change places.
    pub(crate) fn castling_effects(&self, intent: PaddedMove, effects: &mut PaddedEffects) {
        if let Some((castling_path, _)) = self.castling_path_of(intent) {
            let (king, rook) = (self.board.at(castling_path.king), self.board.at(castling_path.rook));
            effects.vanish(self.board, castling_path.king);
            effects.vanish(self.board, castling_path.rook);
            effects.appear(castling_path.king_to, king);
            effects.appear(castling_path.rook_to, rook);
        }
    }

    /// Adds the castlings whose paths are free. Attacks on the path of the King are not checked
    /// here.
    pub(crate) fn push_castlings(&self, moves: &mut Vec<PaddedMove>) {
        for castling_path in CastlingSide::BOTH.into_iter().filter_map(|side| self.castling_path(side)) {
            if castling_path.obstacle(self.board).is_none() {
                moves.push(self.castling_move(&castling_path));
            }
        }
    }
}
