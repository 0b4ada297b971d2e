//! A small network that judges positions of armies whose games are many enough to learn from: it says what pieces where they
//! stand together are worth beside what each adds alone. Not here: what each adds alone (`evaluation`), and how a network is
//! found (`learning`).
//!
//! Each side sees the board from its own end, and mirrored if its King is on the right half, so that what is learnt on one half
//! holds on the other. What a side sees is added up in numbers that are followed from move to move; those of the side to move
//! and those of the other are squared, weighed and added.

mod file;
mod inputs;
pub(crate) mod learning;
pub(crate) mod lessons;
#[cfg(test)]
mod tests;

use adoube_rules::{BoardSearch, PieceType, Side, Variant};

use self::inputs::Inputs;
use crate::chances::SCALE;

/// Numbers into which each side's view of a board is added up.
pub(crate) const WIDTH: usize = 256;
/// Networks for the last step, by how many pieces are left.
const STAGES: usize = 4;
/// What a number counts as 1, and at most; what a weight of the last step counts as 1.
const ONE: i16 = 255;
const WEIGHT: i16 = 256;
/// What a sum of numbers squared by weights counts as 1.
const WHOLE: i32 = ONE as i32 * ONE as i32 * WEIGHT as i32;
/// No weight of the last step is more than this, so that a number by a weight fits in two bytes, and what a side sees in four.
const LARGEST: i16 = 127;
const _: () = assert!(WIDTH as i64 * (ONE as i64 * ONE as i64 * LARGEST as i64) <= i32::MAX as i64);

type Numbers = [i16; WIDTH];

/// A network for the positions of one game.
pub(crate) struct Network {
    inputs: Inputs,
    /// What each input adds.
    rows: Vec<Numbers>,
    first: Numbers,
    /// What the numbers of the side to move and those of the other side weigh, by stage.
    last: [[Numbers; 2]; STAGES],
    /// What is added to that.
    more: [i32; STAGES],
}

/// The networks that are part of the program.
const CHESS: &[u8] = include_bytes!("../../../../assets/engine/chess.network");
const GRAND: &[u8] = include_bytes!("../../../../assets/engine/grand.network");

/// What both sides see, added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    numbers: [Numbers; 2],
    is_mirrored: [bool; 2],
    pieces: i32,
}

impl Network {
    /// The program's own one for that game.
    pub(crate) fn known(variant: Variant) -> Option<Self> {
        // A test reads them as they are in the program.
        Self::read(variant, if variant == Variant::Grand { GRAND } else { CHESS })
    }

    /// Whether it knows a type.
    pub(crate) const fn knows(&self, kind: PieceType) -> bool {
        self.inputs.knows(kind)
    }

    /// What the sides see.
    pub(crate) fn view(&self, board: &BoardSearch) -> View {
        let mut view =
            View { numbers: [self.first; 2], is_mirrored: [false; 2], pieces: board.pieces().count() as i32 };
        for side in Side::BOTH {
            self.look_anew(&mut view, board, side);
        }
        view
    }

    fn look_anew(&self, view: &mut View, board: &BoardSearch, side: Side) {
        let is_mirrored = self.inputs.is_mirrored(board.king(side));
        view.is_mirrored[side.index()] = is_mirrored;
        let numbers = &mut view.numbers[side.index()];
        *numbers = self.first;
        for input in self.inputs.seen(side, is_mirrored, board) {
            add(numbers, &self.rows[input]);
        }
    }

    /// What they see after the last move made.
    pub(crate) fn follow(&self, before: &View, after: &mut View, board: &BoardSearch) {
        after.clone_from(before);
        after.pieces += board.appeared().count() as i32 - board.vanished().count() as i32;
        for side in Side::BOTH {
            let is_mirrored = after.is_mirrored[side.index()];
            if self.inputs.is_mirrored(board.king(side)) != is_mirrored {
                self.look_anew(after, board, side);
                continue;
            }
            let numbers = &mut after.numbers[side.index()];
            for (place, piece) in board.vanished() {
                subtract(numbers, &self.rows[self.inputs.of(side, is_mirrored, place, piece)]);
            }
            for (place, piece) in board.appeared() {
                add(numbers, &self.rows[self.inputs.of(side, is_mirrored, place, piece)]);
            }
        }
    }

    /// What is to be added to what the pieces are worth alone for the side to move, in hundredths of a pawn.
    pub(crate) fn judge(&self, view: &View, to_move: Side) -> i32 {
        let stage = self.inputs.stage(view.pieces);
        let sides = [to_move, to_move.other()];
        let both = sides.into_iter().zip(&self.last[stage]);
        let seen = both.map(|(side, weights)| i64::from(weigh(&view.numbers[side.index()], weights)));
        let sum = seen.sum::<i64>() + i64::from(self.more[stage]);
        (sum as f32 / WHOLE as f32 * SCALE) as i32
    }
}

#[inline]
fn add(numbers: &mut Numbers, row: &Numbers) {
    numbers.iter_mut().zip(row).for_each(|(number, more)| *number = number.wrapping_add(*more));
}

#[inline]
fn subtract(numbers: &mut Numbers, row: &Numbers) {
    numbers.iter_mut().zip(row).for_each(|(number, less)| *number = number.wrapping_sub(*less));
}

/// The numbers, from nothing up to one, squared and weighed. Weights are so small that no product leaves its type.
#[inline]
fn weigh(numbers: &Numbers, weights: &Numbers) -> i32 {
    let products = numbers.iter().zip(weights).map(|(number, weight)| {
        let number = (*number).clamp(0, ONE);
        i32::from(number.wrapping_mul(*weight)) * i32::from(number)
    });
    products.sum()
}
