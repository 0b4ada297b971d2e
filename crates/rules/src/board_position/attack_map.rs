//! Visits the cells that a piece can reach and the own pieces it guards, as input of an evaluation.
//!
//! Not here: whether a move is legal, and what powers capture off the target.

use super::side_to_move::SideToMove;
use crate::movement::{LandingRule, SlideStep, SquareRelation};
use crate::padded_board::{PaddedSquare, PieceCode};
use crate::powers::{self, Power};

impl SideToMove<'_> {
    /// Calls `found` with every cell that a piece of the side to move reaches, including those of
    /// own pieces, which it guards. A cell may be reported twice. A piece that may not move reaches
    /// nothing.
    #[inline]
    pub(crate) fn reach(&self, from: PaddedSquare, found: &mut impl FnMut(PaddedSquare, LandingRule)) {
        let code = self.board.at(from);
        if self.is_immovable(from, code) {
            return;
        }
        let Some(acting) = self.acting_as(code) else { return };
        match self.tables.power(acting) {
            Some(Power::Edgehog) => self.visit_movement(acting, from, &mut |to, ends| {
                if powers::can_edgehog_move(self, from, to) {
                    found(to, ends);
                }
            }),
            Some(Power::Windmill) => {
                powers::targets(self, acting, from, &mut |to| {
                    found(to, LandingRule { quiet: true, captures: true });
                });
            }
            _ => self.visit_movement(acting, from, found),
        }
    }

    #[inline]
    fn visit_movement(
        &self,
        code: PieceCode,
        from: PaddedSquare,
        found: &mut impl FnMut(PaddedSquare, LandingRule),
    ) {
        let movement = self.tables.movement(code);
        for &(step, ends) in &movement.leaps {
            self.visit_target(from.step(step), ends, found);
        }
        for &(slide, ends) in &movement.slides {
            self.visit_slide(from, slide, ends, found);
        }
        for &(step, hop, ends) in &movement.hops {
            if let Some(to) = self.hopper_landing(from, step, hop) {
                self.visit_target(to, ends, found);
            }
        }
        for &(first, second, ends) in &movement.bent_slides {
            let mut at = from;
            for _ in 0..first.limit {
                at = at.step(first.step);
                if !self.board.at(at).is_empty() {
                    break;
                }
                self.visit_slide(at, second, ends, found);
            }
        }
    }

    /// Reports a cell. Returns whether a slide goes on beyond it.
    #[inline]
    fn visit_target(
        &self,
        to: PaddedSquare,
        ends: LandingRule,
        found: &mut impl FnMut(PaddedSquare, LandingRule),
    ) -> bool {
        let (there, relation) = (self.board.at(to), self.relation_to(to));
        let is_guarded = || there.is_piece() && there.side() == self.side();
        let safe_targets = match relation {
            SquareRelation::Empty => true,
            SquareRelation::Capturable => ends.captures,
            SquareRelation::Blocked => ends.captures && is_guarded(),
        };
        if safe_targets {
            found(to, ends);
        }
        relation == SquareRelation::Empty
    }

    #[inline]
    fn visit_slide(
        &self,
        from: PaddedSquare,
        slide: SlideStep,
        ends: LandingRule,
        found: &mut impl FnMut(PaddedSquare, LandingRule),
    ) {
        let mut at = from;
        for _ in 0..slide.limit {
            at = at.step(slide.step);
            if !self.visit_target(at, ends, found) {
                return;
            }
        }
    }
}
