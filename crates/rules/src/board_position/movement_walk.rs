//! Walks a piece's movement over the board: visits the cells it can reach, and tells whether it
//! attacks a given one.

use super::side_to_move::SideToMove;
use crate::movement::{HopperLanding, LandingRule, PieceMovement, SlideStep, SquareRelation};
use crate::padded_board::{BoardAccess, PaddedOffset, PaddedSquare, PaddedSquareSet, PieceCode};

impl<B: BoardAccess> SideToMove<'_, B> {
    /// Calls `found` once with every cell that the movement of `code` reaches from a cell, powers
    /// apart.
    #[inline]
    pub(crate) fn walk(&self, code: PieceCode, from: PaddedSquare, found: &mut impl FnMut(PaddedSquare)) {
        let movement = self.tables.movement(code);
        if !movement.has_shared_targets {
            return self.walk_all_parts(movement, from, found);
        }
        let mut seen = PaddedSquareSet::EMPTY;
        self.walk_all_parts(movement, from, &mut |to| {
            if seen.insert(to) {
                found(to);
            }
        });
    }

    #[inline]
    fn walk_all_parts(
        &self,
        movement: &PieceMovement,
        from: PaddedSquare,
        found: &mut impl FnMut(PaddedSquare),
    ) {
        for &(step, ends) in &movement.leaps {
            self.push_landing(from.step(step), ends, found);
        }
        for &(slide, ends) in &movement.slides {
            self.slide(from, slide, ends, found);
        }
        for &(step, hop, ends) in &movement.hops {
            self.hop(from, step, hop, ends, found);
        }
        for &(first, second, ends) in &movement.bent_slides {
            self.bend(from, first, second, ends, found);
        }
    }

    /// Whether a piece that moves like `code` could capture on `target` by going there, powers
    /// apart.
    pub(crate) fn attacks_square(&self, code: PieceCode, from: PaddedSquare, target: PaddedSquare) -> bool {
        let movement = self.tables.movement(code);
        let leap = movement.leaps.iter().any(|&(step, ends)| ends.captures && from.step(step) == target);
        leap || movement
            .slides
            .iter()
            .any(|&(slide, ends)| ends.captures && self.slides_to(from, slide, target))
            || self.attacks_around_or_over(code, from, target)
    }

    /// The part of [`attacks_square`](Self::attacks_square) that is neither a leap nor a straight
    /// slide.
    pub(crate) fn attacks_around_or_over(
        &self,
        code: PieceCode,
        from: PaddedSquare,
        target: PaddedSquare,
    ) -> bool {
        let movement = self.tables.movement(code);
        let mut struck = false;
        let mut found = |to| struck |= to == target;
        for &(first, second, ends) in movement.bent_slides.iter().filter(|(.., ends)| ends.captures) {
            self.bend(from, first, second, ends, &mut found);
        }
        for &(step, hop, ends) in movement.hops.iter().filter(|(.., ends)| ends.captures) {
            self.hop(from, step, hop, ends, &mut found);
        }
        struck
    }

    /// Whether a slide over empty cells reaches a cell with any content.
    pub(crate) fn slides_to(&self, from: PaddedSquare, slide: SlideStep, target: PaddedSquare) -> bool {
        let mut at = from;
        for _ in 0..slide.limit {
            at = at.step(slide.step);
            if at == target {
                return true;
            }
            if !self.board.at(at).is_empty() {
                return false;
            }
        }
        false
    }

    /// Reports a cell if the rule lets a move end on it. Returns whether it is empty, so that a
    /// slide goes on.
    #[inline]
    pub(crate) fn push_landing(
        &self,
        to: PaddedSquare,
        ends: LandingRule,
        found: &mut impl FnMut(PaddedSquare),
    ) -> bool {
        match self.relation_to(to) {
            SquareRelation::Empty => {
                if ends.quiet {
                    found(to);
                }
                true
            }
            SquareRelation::Capturable => {
                if ends.captures {
                    found(to);
                }
                false
            }
            SquareRelation::Blocked => false,
        }
    }

    #[inline]
    pub(crate) fn slide(
        &self,
        from: PaddedSquare,
        slide: SlideStep,
        ends: LandingRule,
        found: &mut impl FnMut(PaddedSquare),
    ) {
        let mut at = from;
        for _ in 0..slide.limit {
            at = at.step(slide.step);
            if !self.push_landing(at, ends, found) {
                return;
            }
        }
    }

    fn bend(
        &self,
        from: PaddedSquare,
        first: SlideStep,
        second: SlideStep,
        ends: LandingRule,
        found: &mut impl FnMut(PaddedSquare),
    ) {
        let mut at = from;
        for _ in 0..first.limit {
            at = at.step(first.step);
            if !self.board.at(at).is_empty() {
                return;
            }
            self.slide(at, second, ends, found);
        }
    }

    fn hop(
        &self,
        from: PaddedSquare,
        step: PaddedOffset,
        hop: HopperLanding,
        ends: LandingRule,
        found: &mut impl FnMut(PaddedSquare),
    ) {
        if let Some(to) = self.hopper_landing(from, step, hop) {
            self.push_landing(to, ends, found);
        }
    }

    /// The cell on which a hop in a direction ends, with any content.
    pub(super) fn hopper_landing(
        &self,
        from: PaddedSquare,
        step: PaddedOffset,
        hop: HopperLanding,
    ) -> Option<PaddedSquare> {
        match hop {
            HopperLanding::JustBehind { pieces } => {
                let last = (0..pieces).try_fold(from, |at, _| self.next_piece(at, step));
                last.map(|hurdle| hurdle.step(step))
            }
            HopperLanding::OnNextPiece => {
                self.next_piece(from, step).and_then(|hurdle| self.next_piece(hurdle, step))
            }
        }
    }

    /// The first cell in a direction that holds a piece.
    fn next_piece(&self, from: PaddedSquare, step: PaddedOffset) -> Option<PaddedSquare> {
        let mut at = from.step(step);
        while self.board.at(at).is_empty() {
            at = at.step(step);
        }
        self.board.at(at).is_piece().then_some(at)
    }
}
