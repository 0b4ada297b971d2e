//! Computes checks and pins by leaps and straight slides once for a position.
//!
//! The result holds for moves that only put a piece on another square; `enemy_threats` knows which moves do more.

use arrayvec::ArrayVec;

use super::attackers_fast::AttackerSet;
use super::side_to_move::SideToMove;
use crate::Side;
use crate::movement::SlideStep;
use crate::padded_board::{PaddedBoard, PaddedSquare, PaddedSquareSet};

/// Rays that can hold a pinned piece at most: one for every slide in the tables.
const MAX_PINS: usize = 64;

/// The checks against a King and the pins to it.
pub(crate) struct KingSafety {
    /// Cells a move must end on to parry every check; all cells if there is no check.
    parry_targets: PaddedSquareSet,
    pinned: PaddedSquareSet,
    /// Pinned pieces, each with the cells it may go to.
    pins: ArrayVec<(PaddedSquare, PaddedSquareSet), MAX_PINS>,
}

/// What a ray from the King finds.
enum KingRay {
    Nothing,
    /// A slider that gives check; the cells up to and including its own.
    Check(PaddedSquareSet),
    /// A slider that pins a piece; that piece, and the cells as above.
    Pin(PaddedSquare, PaddedSquareSet),
}

impl KingSafety {
    /// Checks and pins of the attackers against the enemy King.
    pub(crate) fn against(attackers: &AttackerSet, enemy: &SideToMove) -> Self {
        let king = enemy.enemy_king();
        let mut safety = Self {
            parry_targets: PaddedSquareSet::ALL,
            pinned: PaddedSquareSet::EMPTY,
            pins: ArrayVec::new(),
        };
        for leap in attackers.leaps() {
            let leaper = king.back(enemy.tables.leaps[leap]);
            if enemy.can_leap(leaper, leap) {
                safety.add_check(&PaddedSquareSet::of(leaper));
            }
        }
        for slide in attackers.slides() {
            let slides = |cell| enemy.can_slide(cell, slide);
            let ray = cast(enemy.board, enemy.side(), king, enemy.tables.slides[slide], slides);
            match ray {
                KingRay::Nothing => {}
                KingRay::Check(squares) => safety.add_check(&squares),
                KingRay::Pin(piece, squares) => safety.add_pin(piece, squares),
            }
        }
        safety
    }

    fn add_check(&mut self, parry_targets: &PaddedSquareSet) {
        self.parry_targets.intersect(parry_targets);
    }

    fn add_pin(&mut self, piece: PaddedSquare, squares: PaddedSquareSet) {
        self.pinned.insert(piece);
        self.pins.push((piece, squares));
    }

    /// Targets on which a move of the piece on a cell, other than the King, leaves the King safe,
    /// if it only puts the piece there.
    #[inline]
    pub(crate) fn safe_targets(&self, from: PaddedSquare) -> PaddedSquareSet {
        let mut squares = self.parry_targets;
        if self.pinned.contains(from) {
            let pins = self.pins.iter().filter(|(piece, _)| *piece == from);
            pins.for_each(|(_, ray)| squares.intersect(ray));
        }
        squares
    }
}

/// Follows a slide backwards from the King of the opponent of `slider_side`.
fn cast(
    board: &PaddedBoard,
    slider_side: Side,
    king: PaddedSquare,
    slide: SlideStep,
    slides: impl Fn(PaddedSquare) -> bool,
) -> KingRay {
    let mut squares = PaddedSquareSet::EMPTY;
    let mut blocker = None;
    let mut at = king;
    for _ in 0..slide.limit {
        at = at.back(slide.step);
        squares.insert(at);
        let code = board.at(at);
        if code.is_empty() {
            continue;
        }
        if !code.is_piece() {
            return KingRay::Nothing;
        }
        if code.side() == slider_side {
            return match blocker {
                _ if !slides(at) => KingRay::Nothing,
                None => KingRay::Check(squares),
                Some(piece) => KingRay::Pin(piece, squares),
            };
        }
        if blocker.replace(at).is_some() {
            return KingRay::Nothing;
        }
    }
    KingRay::Nothing
}
