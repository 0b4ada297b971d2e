//! Computes the effects of a move: what it removes from the board and what it places. No other
//! place computes them.

use arrayvec::ArrayVec;

use super::side_to_move::SideToMove;
use crate::moves::{MAX_APPEARED, MAX_VANISHED};
use crate::padded_board::{PaddedBoard, PaddedSquare, PieceCode};
use crate::powers;
use crate::{MoveEffects, PieceType, Side};

/// A [`Move`](crate::Move) in cells, without a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PaddedMove {
    pub(crate) from: PaddedSquare,
    pub(crate) to: PaddedSquare,
    pub(crate) choice: Option<PieceType>,
}

impl PaddedMove {
    #[inline]
    pub(crate) const fn new(from: PaddedSquare, to: PaddedSquare) -> Self {
        Self { from, to, choice: None }
    }
}

/// The effects of a move in cells: first all pieces of `vanished` go, then all pieces of `appeared`
/// come.
#[derive(Clone, Debug, Default)]
pub(crate) struct PaddedEffects {
    pub(crate) vanished: ArrayVec<(PaddedSquare, PieceCode), MAX_VANISHED>,
    pub(crate) appeared: ArrayVec<(PaddedSquare, PieceCode), MAX_APPEARED>,
}

impl PaddedEffects {
    /// Adds a piece that leaves its cell. No move removes more pieces than the list holds; a
    /// further one would be ignored.
    pub(crate) fn vanish(&mut self, board: &PaddedBoard, cell: PaddedSquare) {
        let entry = (cell, board.at(cell));
        debug_assert!(!self.vanished.contains(&entry), "a piece vanishes once");
        let kept = self.vanished.try_push(entry);
        debug_assert!(kept.is_ok(), "no move takes that many");
    }

    /// Adds a piece that stands on a cell after the move.
    pub(crate) fn appear(&mut self, cell: PaddedSquare, code: PieceCode) {
        let kept = self.appeared.try_push((cell, code));
        debug_assert!(kept.is_ok(), "no move places that many");
    }

    /// The captured pieces of the opponent of `mover`.
    pub(crate) fn captured(&self, mover: Side) -> impl Iterator<Item = (PaddedSquare, PieceCode)> {
        let converted = self.is_conversion(mover);
        self.vanished.iter().copied().filter(move |(_, code)| !converted && code.side() != mover)
    }

    /// Whether an enemy piece changes sides. Only then does no own piece leave its cell.
    pub(crate) fn is_conversion(&self, mover: Side) -> bool {
        self.vanished.iter().all(|(_, code)| code.side() != mover)
    }

    /// Applies the effects to a board.
    #[inline]
    pub(crate) fn apply(&self, board: &mut PaddedBoard) {
        self.vanished.iter().for_each(|&(cell, _)| board.remove(cell));
        self.appeared.iter().for_each(|&(cell, code)| board.put(cell, code));
    }

    /// Reverts the effects on a board.
    #[inline]
    pub(crate) fn revert(&self, board: &mut PaddedBoard) {
        self.appeared.iter().for_each(|&(cell, _)| board.remove(cell));
        self.vanished.iter().for_each(|&(cell, code)| board.put(cell, code));
    }

    pub(crate) fn to_effects(&self) -> MoveEffects {
        let piece =
            |&(cell, code): &(PaddedSquare, PieceCode)| code.piece().map(|piece| (cell.square(), piece));
        MoveEffects {
            vanished: self.vanished.iter().filter_map(piece).collect(),
            appeared: self.appeared.iter().filter_map(piece).collect(),
        }
    }
}

impl SideToMove<'_> {
    /// The effects of a pseudo-legal move.
    pub(crate) fn padded_effects(&self, intent: PaddedMove) -> PaddedEffects {
        let mut effects = PaddedEffects::default();
        let PaddedMove { from, to, choice } = intent;
        let code = self.board.at(from);
        let Some(acting) = self.acting_as(code) else {
            return effects;
        };
        let power = self.tables.power(acting);
        if self.castles(intent) {
            self.castling_effects(intent, &mut effects);
            return effects;
        }
        if power.is_some() && powers::converts(self, acting, to) {
            effects.vanish(self.board, to);
            if let Some(kind) = self.board.at(to).kind() {
                effects.appear(to, PieceCode::of(self.side(), kind));
            }
            return effects;
        }
        effects.vanish(self.board, from);
        if !self.board.at(to).is_empty() {
            effects.vanish(self.board, to);
        }
        if let Some(power) = power {
            powers::side_captures(self, power, from, to, |cell| effects.vanish(self.board, cell));
        }
        effects.appear(to, choice.map_or(code, |kind| PieceCode::of(self.side(), kind)));
        effects
    }
}
