//! Whether the side to move could take the enemy King: the fast answer.
//!
//! Leaps and straight rides are looked for from the King backwards, with the union of what the army has; every piece
//! that captures otherwise is asked by itself. The slow truth it must agree with is in `takers`.

use super::side_to_move::SideToMove;
use crate::movement::SlideStep;
use crate::padded_board::{PaddedSquare, PaddedSquareSet, PieceCode};
use crate::powers;

/// What the pieces of the side to move could capture with.
///
/// It stays true, though not exact, when a piece of the army is taken or an enemy piece moves: it is asked together
/// with the turn as it then is.
pub(crate) struct AttackerSet {
    leaps: u64,
    slides: u64,
    /// Pieces that capture in ways no straight probe from the target finds.
    specials: PaddedSquareSet,
}

/// The places of the bits that are set.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lowest
    })
}

impl AttackerSet {
    /// The army of the side to move.
    pub(crate) fn of(turn: &SideToMove) -> Self {
        let mut attackers = Self { leaps: 0, slides: 0, specials: PaddedSquareSet::EMPTY };
        for &cell in turn.board.pieces(turn.side()) {
            let code = turn.board.at(cell);
            attackers.leaps |= turn.tables.leap_mask(code);
            attackers.slides |= turn.tables.slide_mask(code);
            if turn.tables.is_special(code) {
                attackers.specials.insert(cell);
            }
        }
        attackers
    }

    /// Pieces that capture otherwise than by leaps and straight rides.
    pub(crate) const fn specials(&self) -> PaddedSquareSet {
        self.specials
    }

    /// The leaps some piece of it captures with, as places in the tables' list.
    pub(crate) fn leaps(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.leaps)
    }

    /// The rides some piece of it captures with, as places in the tables' list.
    pub(crate) fn slides(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.slides)
    }

    /// Whether a leap or a straight ride strikes the target; `absent` counts as empty.
    pub(crate) fn attacks_by_movement(
        &self,
        turn: &SideToMove,
        target: PaddedSquare,
        absent: PaddedSquare,
    ) -> bool {
        let tables = turn.tables;
        self.leaps().any(|leap| turn.can_leap(target.back(tables.leaps[leap]), leap))
            || self.slides().any(|slide| {
                let slider = turn.slider_towards(target, tables.slides[slide], absent);
                slider.is_some_and(|cell| turn.can_slide(cell, slide))
            })
    }
}

impl SideToMove<'_> {
    /// Whether the piece on a cell is the side to move's, has that leap and may move.
    pub(crate) fn can_leap(&self, cell: PaddedSquare, leap: usize) -> bool {
        let code = self.board.at(cell);
        self.tables.leap_mask(code) & (1 << leap) != 0 && self.is_ready(cell, code)
    }

    /// Whether the piece on a cell is the side to move's, has that ride and may move.
    pub(crate) fn can_slide(&self, cell: PaddedSquare, slide: usize) -> bool {
        let code = self.board.at(cell);
        self.tables.slide_mask(code) & (1 << slide) != 0 && self.is_ready(cell, code)
    }

    fn is_ready(&self, cell: PaddedSquare, code: PieceCode) -> bool {
        code.side() == self.side() && !self.is_immovable(cell, code)
    }

    /// The first piece from which that ride would lead to the target.
    fn slider_towards(
        &self,
        target: PaddedSquare,
        slide: SlideStep,
        absent: PaddedSquare,
    ) -> Option<PaddedSquare> {
        let mut at = target;
        for _ in 0..slide.limit {
            at = at.back(slide.step);
            let code = self.board.at(at);
            if !code.is_empty() && at != absent {
                return code.is_piece().then_some(at);
            }
        }
        None
    }

    /// Whether a piece of the side to move, if one is still there, could take the enemy King in a way of its own.
    pub(crate) fn attacks_by_power(&self, cell: PaddedSquare) -> bool {
        let (code, king) = (self.board.at(cell), self.enemy_king());
        self.could_reach(cell, code, king)
            && self.is_ready(cell, code)
            && self.acting_as(code).is_some_and(|acting| powers::attacks(self, acting, cell, king))
    }

    /// Whether a piece moving as it does now could take something on the target if nothing stood in its way.
    pub(crate) fn could_reach(&self, cell: PaddedSquare, code: PieceCode, target: PaddedSquare) -> bool {
        let acting = self.acting_as(code).unwrap_or(code);
        self.tables.reach(acting).includes(cell, target)
    }

    /// Whether the side to move could take the enemy King.
    pub(crate) fn hits_king(&self) -> bool {
        self.attacker_set_hits_king(&AttackerSet::of(self))
    }

    /// The same with an army that has all pieces of the side to move, perhaps with some that are gone.
    pub(crate) fn attacker_set_hits_king(&self, attackers: &AttackerSet) -> bool {
        attackers.attacks_by_movement(self, self.enemy_king(), PaddedSquare::NOWHERE)
            || attackers.specials().iter().any(|cell| self.attacks_by_power(cell))
    }
}
