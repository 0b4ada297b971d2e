//! Attack detection: whether the side to move could capture the enemy King, by masks of leaps and slides.
//!
//! Leaps and straight slides are probed backwards from the King, with the union of what the attackers have. Each piece
//! that captures otherwise is asked by itself. Tests compare the answer with the definition in `attackers_exact`.

use super::side_to_move::SideToMove;
use crate::movement::SlideStep;
use crate::padded_board::{PaddedSquare, PaddedSquareSet, PieceCode};
use crate::powers;

/// The leaps and slides that the pieces of the side to move capture with.
///
/// It stays a superset when one of the pieces is captured or an enemy piece moves, since every
/// probe looks at the board as it then is.
pub(crate) struct AttackerSet {
    leaps: u64,
    slides: u64,
    /// Pieces with captures that a straight probe from the target does not find.
    specials: PaddedSquareSet,
}

/// The indices of the bits that are set.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lowest
    })
}

impl AttackerSet {
    /// The pieces of the side to move.
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

    /// Pieces that capture otherwise than by leaps and straight slides.
    pub(crate) const fn specials(&self) -> PaddedSquareSet {
        self.specials
    }

    /// The leaps that some of the pieces capture with, as indices of the table's list.
    pub(crate) fn leaps(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.leaps)
    }

    /// The slides that some of the pieces capture with, as indices of the table's list.
    pub(crate) fn slides(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.slides)
    }

    /// Whether a leap or a straight slide attacks the target. The cell `absent` counts as empty.
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
    /// Whether the piece on a cell belongs to the side to move, has the leap and may move.
    pub(crate) fn can_leap(&self, cell: PaddedSquare, leap: usize) -> bool {
        let code = self.board.at(cell);
        self.tables.leap_mask(code) & (1 << leap) != 0 && self.is_ready(cell, code)
    }

    /// Whether the piece on a cell belongs to the side to move, has the slide and may move.
    pub(crate) fn can_slide(&self, cell: PaddedSquare, slide: usize) -> bool {
        let code = self.board.at(cell);
        self.tables.slide_mask(code) & (1 << slide) != 0 && self.is_ready(cell, code)
    }

    fn is_ready(&self, cell: PaddedSquare, code: PieceCode) -> bool {
        code.side() == self.side() && !self.is_immovable(cell, code)
    }

    /// The first piece from which a slide would lead to the target.
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

    /// Whether the cell holds a piece of the side to move that could capture the enemy King by its
    /// power.
    pub(crate) fn attacks_by_power(&self, cell: PaddedSquare) -> bool {
        let (code, king) = (self.board.at(cell), self.enemy_king());
        self.could_reach(cell, code, king)
            && self.is_ready(cell, code)
            && self.acting_as(code).is_some_and(|acting| powers::attacks(self, acting, cell, king))
    }

    /// Whether a piece, moving as it does now, could capture on the target if nothing stood in its
    /// way.
    pub(crate) fn could_reach(&self, cell: PaddedSquare, code: PieceCode, target: PaddedSquare) -> bool {
        let acting = self.acting_as(code).unwrap_or(code);
        self.tables.reach(acting).includes(cell, target)
    }

    /// Whether the side to move could capture the enemy King.
    pub(crate) fn hits_king(&self) -> bool {
        self.attacker_set_hits_king(&AttackerSet::of(self))
    }

    /// The same with the attackers given: a superset of the pieces of the side to move.
    pub(crate) fn attacker_set_hits_king(&self, attackers: &AttackerSet) -> bool {
        attackers.attacks_by_movement(self, self.enemy_king(), PaddedSquare::NOWHERE)
            || attackers.specials().iter().any(|cell| self.attacks_by_power(cell))
    }
}
