//! Makes and unmakes moves on a board position: applies the effects and updates the state.

use super::BoardPosition;
use super::effects::{PaddedEffects, PaddedMove};
use super::state::{JokerMimicry, PositionState, PromotionMode, copied_type};
use crate::padded_board::{MAX_PIECES, PaddedSquare, PieceCode};
use crate::piece::TypeSet;
use crate::position::text_fields::MAX_NUMBER;
use crate::{PieceType, Side};

/// What is needed to unmake a move (make and unmake): one position is changed in place instead of being copied.
#[derive(Clone)]
pub(crate) struct UndoState {
    effects: PaddedEffects,
    state: PositionState,
    choice: Option<PieceType>,
}

impl UndoState {
    /// The effects of the move.
    #[inline]
    pub(crate) const fn effects(&self) -> &PaddedEffects {
        &self.effects
    }

    /// The type a Pawn was promoted to.
    #[inline]
    pub(crate) const fn choice(&self) -> Option<PieceType> {
        self.choice
    }
}

impl BoardPosition {
    /// Makes a pseudo-legal move.
    pub(crate) fn make_move(&mut self, intent: PaddedMove) -> UndoState {
        let effects = self.turn().padded_effects(intent);
        let state = self.state_after(intent, &effects);
        let undo =
            UndoState { state: std::mem::replace(&mut self.state, state), choice: intent.choice, effects };
        undo.effects.apply(&mut self.board);
        if self.terms.promotion == PromotionMode::Captured {
            let mover = undo.state.side;
            if let Some(kind) = undo.choice {
                self.take_from_pool(mover, kind);
            }
            for (_, code) in undo.effects.captured(mover) {
                self.add_to_pool(code);
            }
        }
        undo
    }

    /// Makes a null move: passes the turn to the opponent.
    pub(crate) fn make_null_move(&mut self) -> UndoState {
        let passed = self.state.passed();
        UndoState {
            state: std::mem::replace(&mut self.state, passed),
            choice: None,
            effects: PaddedEffects::default(),
        }
    }

    /// Reserves room for every piece that may be in a pool, so that no move allocates.
    pub(crate) fn reserve_pools(&mut self) {
        self.pools.iter_mut().for_each(|pool| pool.reserve(MAX_PIECES));
    }

    /// Unmakes the last move.
    pub(crate) fn unmake_move(&mut self, undo: UndoState) {
        let UndoState { effects, state, choice } = undo;
        self.state = state;
        effects.revert(&mut self.board);
        if self.terms.promotion == PromotionMode::Captured {
            for (_, code) in effects.captured(state.side) {
                if let Some(kind) = code.kind() {
                    self.take_from_pool(code.side(), kind);
                }
            }
            if let Some(kind) = choice {
                self.add_to_pool(PieceCode::of(state.side, kind));
            }
        }
    }

    /// Adds a captured piece unless it is a King or a Pawn, which never come back. The pool stays
    /// in table order.
    fn add_to_pool(&mut self, code: PieceCode) {
        if let Some(kind) = code.kind().filter(|kind| !kind.is_king_or_pawn()) {
            let pool = &mut self.pools[code.side().index()];
            let place = pool.partition_point(|other| *other <= kind);
            pool.insert(place, kind);
        }
    }

    fn take_from_pool(&mut self, side: Side, kind: PieceType) {
        let pool = &mut self.pools[side.index()];
        if let Some(place) = pool.iter().rposition(|other| *other == kind) {
            pool.remove(place);
        }
    }

    /// The types a Pawn of a side may become.
    pub(crate) fn promotion_types(&self, side: Side) -> TypeSet {
        match self.terms.promotion {
            PromotionMode::Captured => self.pools[side.index()].iter().copied().collect(),
            PromotionMode::Initial => self.terms.initial,
            PromotionMode::All => TypeSet::promotable(),
        }
    }

    /// The state after a move. Called before the effects are applied to the board.
    fn state_after(&self, intent: PaddedMove, effects: &PaddedEffects) -> PositionState {
        let turn = self.turn();
        let side = self.state.side;
        let code = self.board.at(intent.from);
        let acting = turn.acting_as(code);
        let mut state = self.state.passed();
        let progress =
            code.is(PieceType::PAWN) || effects.vanished.iter().any(|(_, code)| code.side() != side);
        state.clock = if progress { 0 } else { (state.clock + 1).min(MAX_NUMBER) };
        if code.is(PieceType::PAWN) {
            state.en_passant = turn.skipped(intent).unwrap_or(PaddedSquare::NOWHERE);
        }
        // Other variants have no Joker, and positions with equal texts must be equal.
        if self.terms.variant.has_keys() {
            state.last[side.index()] = acting.and_then(copied_type);
        }
        if code.is(PieceType::JOKER) {
            state.joker = acting
                .and_then(PieceCode::kind)
                .and_then(JokerMimicry::of)
                .map(|mimicry| (intent.to, mimicry));
        }
        forfeit_castling(&mut state, side, code, effects);
        state
    }
}

/// A King that moves loses both rights; a Rook that moves or is captured loses its own.
fn forfeit_castling(state: &mut PositionState, side: Side, code: PieceCode, effects: &PaddedEffects) {
    if code.is_king() {
        state.castling[side.index()] = [PaddedSquare::NOWHERE; 2];
    }
    for rook in state.castling.iter_mut().flatten() {
        if effects.vanished.iter().any(|(cell, _)| cell == rook) {
            *rook = PaddedSquare::NOWHERE;
        }
    }
}
