//! Which moves keep the own King safe, found once per position instead of by making each move.
//!
//! It knows of the leaps and straight rides of enemies only, and of moves that do no more than put a piece on another
//! square; which those are is for `enemy` to know.

use arrayvec::ArrayVec;

use super::army::Army;
use super::turn::Turn;
use crate::Side;
use crate::board::{Board, Cell, Cells};
use crate::movement::Ride;

/// Rays that can hold a pinned piece at most: one for every ride in the tables.
const MAX_PINS: usize = 64;

/// The checks against a King and the pins to it.
pub(crate) struct KingSafety {
    /// Squares a move must end on to parry every check; all without a check.
    parries: Cells,
    pinned: Cells,
    /// A pinned piece and the squares it may go to.
    pins: ArrayVec<(Cell, Cells), MAX_PINS>,
}

/// What a ray from the King meets.
enum Ray {
    Nothing,
    /// A rider with nothing between; the squares up to and including its own.
    Check(Cells),
    /// A rider behind one piece of the King's side; that piece, and the squares as above.
    Pin(Cell, Cells),
}

impl KingSafety {
    /// What keeps the King of `army`'s opponent safe.
    pub(crate) fn against(army: &Army, enemy: &Turn) -> Self {
        let king = enemy.enemy_king();
        let mut safety = Self { parries: Cells::ALL, pinned: Cells::EMPTY, pins: ArrayVec::new() };
        for leap in army.leaps() {
            let leaper = king.back(enemy.tables.leaps[leap]);
            if enemy.can_leap(leaper, leap) {
                safety.add_check(&Cells::of(leaper));
            }
        }
        for ride in army.rides() {
            let rides = |cell| enemy.can_ride(cell, ride);
            let ray = cast(enemy.board, enemy.side(), king, enemy.tables.rides[ride], rides);
            match ray {
                Ray::Nothing => {}
                Ray::Check(squares) => safety.add_check(&squares),
                Ray::Pin(piece, squares) => safety.add_pin(piece, squares),
            }
        }
        safety
    }

    fn add_check(&mut self, parries: &Cells) {
        self.parries.intersect(parries);
    }

    fn add_pin(&mut self, piece: Cell, squares: Cells) {
        self.pinned.insert(piece);
        self.pins.push((piece, squares));
    }

    /// Where a move that only puts the piece on that cell, not the King, on another square may end to keep the King safe.
    #[inline]
    pub(crate) fn may_end(&self, from: Cell) -> Cells {
        let mut squares = self.parries;
        if self.pinned.contains(from) {
            let pins = self.pins.iter().filter(|(piece, _)| *piece == from);
            pins.for_each(|(_, ray)| squares.intersect(ray));
        }
        squares
    }
}

/// Follows a ride backwards from the King of `rider_side`'s opponent.
fn cast(board: &Board, rider_side: Side, king: Cell, ride: Ride, rides: impl Fn(Cell) -> bool) -> Ray {
    let mut squares = Cells::EMPTY;
    let mut blocker = None;
    let mut at = king;
    for _ in 0..ride.limit {
        at = at.back(ride.step);
        squares.insert(at);
        let code = board.at(at);
        if code.is_empty() {
            continue;
        }
        if !code.is_piece() {
            return Ray::Nothing;
        }
        if code.side() == rider_side {
            return match blocker {
                _ if !rides(at) => Ray::Nothing,
                None => Ray::Check(squares),
                Some(piece) => Ray::Pin(piece, squares),
            };
        }
        if blocker.replace(at).is_some() {
            return Ray::Nothing;
        }
    }
    Ray::Nothing
}
