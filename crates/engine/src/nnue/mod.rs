//! A small network that judges positions of armies whose games are many enough to learn from: it says what pieces where they
//! stand together are worth beside what each adds alone. Not here: what each adds alone (`evaluation`), and how a network is
//! found (`learning`).
//!
//! Each side sees the board from its own end, and mirrored if its King is on the right half, so that what is learnt on one half
//! holds on the other. What a side sees is added up in numbers that are followed from move to move; those of the side to move
//! and those of the other are squared, weighed and added.

pub mod architecture;
pub mod file;
pub mod input_map;
#[cfg(test)]
mod tests;

use adoube_rules::{BoardSearch, PieceType, Side, Variant};

use self::architecture::{AccumulatorHalf, OUTPUT_BUCKETS, OUTPUT_SCALE, QA};
use self::input_map::InputMap;
use crate::win_probability::SCALE;

/// A network for the positions of one game.
pub struct EvalNetwork {
    pub input_map: InputMap,
    /// What each input adds.
    pub input_weights: Vec<AccumulatorHalf>,
    pub input_bias: AccumulatorHalf,
    /// What the numbers of the side to move and those of the other side weigh, by stage.
    pub output_weights: [[AccumulatorHalf; 2]; OUTPUT_BUCKETS],
    /// What is added to that.
    pub output_bias: [i32; OUTPUT_BUCKETS],
}

/// The networks that are part of the program.
const CHESS_NETWORK: &[u8] = include_bytes!("../../../../assets/engine/chess.network");
const GRAND_NETWORK: &[u8] = include_bytes!("../../../../assets/engine/grand.network");

/// What both sides see, added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator {
    halves: [AccumulatorHalf; 2],
    is_mirrored: [bool; 2],
    piece_count: i32,
}

impl EvalNetwork {
    /// The program's own one for that game.
    pub fn built_in(variant: Variant) -> Option<Self> {
        // A test reads them as they are in the program.
        Self::read(variant, if variant == Variant::Grand { GRAND_NETWORK } else { CHESS_NETWORK })
    }

    /// Whether it knows a type.
    pub const fn supports(&self, kind: PieceType) -> bool {
        self.input_map.supports(kind)
    }

    /// What the sides see.
    pub fn refresh(&self, board: &BoardSearch) -> Accumulator {
        let mut view = Accumulator {
            halves: [self.input_bias; 2],
            is_mirrored: [false; 2],
            piece_count: board.pieces().count() as i32,
        };
        for side in Side::BOTH {
            self.refresh_half(&mut view, board, side);
        }
        view
    }

    fn refresh_half(&self, view: &mut Accumulator, board: &BoardSearch, side: Side) {
        let is_mirrored = self.input_map.is_mirrored(board.king(side));
        view.is_mirrored[side.index()] = is_mirrored;
        let numbers = &mut view.halves[side.index()];
        *numbers = self.input_bias;
        for input in self.input_map.active_inputs(side, is_mirrored, board) {
            add_row(numbers, &self.input_weights[input]);
        }
    }

    /// What they see after the last move made.
    pub fn update(&self, before: &Accumulator, after: &mut Accumulator, board: &BoardSearch) {
        after.clone_from(before);
        after.piece_count += board.appeared().count() as i32 - board.vanished().count() as i32;
        for side in Side::BOTH {
            let is_mirrored = after.is_mirrored[side.index()];
            if self.input_map.is_mirrored(board.king(side)) != is_mirrored {
                self.refresh_half(after, board, side);
                continue;
            }
            let numbers = &mut after.halves[side.index()];
            for (place, piece) in board.vanished() {
                subtract_row(
                    numbers,
                    &self.input_weights[self.input_map.input_index(side, is_mirrored, place, piece)],
                );
            }
            for (place, piece) in board.appeared() {
                add_row(
                    numbers,
                    &self.input_weights[self.input_map.input_index(side, is_mirrored, place, piece)],
                );
            }
        }
    }

    /// What is to be added to what the pieces are worth alone for the side to move, in hundredths of a pawn.
    pub fn forward(&self, view: &Accumulator, to_move: Side) -> i32 {
        let stage = self.input_map.output_bucket(view.piece_count);
        let sides = [to_move, to_move.other()];
        let both = sides.into_iter().zip(&self.output_weights[stage]);
        let seen =
            both.map(|(side, weights)| i64::from(squared_clipped_relu(&view.halves[side.index()], weights)));
        let sum = seen.sum::<i64>() + i64::from(self.output_bias[stage]);
        (sum as f32 / OUTPUT_SCALE as f32 * SCALE) as i32
    }
}

#[inline]
fn add_row(numbers: &mut AccumulatorHalf, row: &AccumulatorHalf) {
    numbers.iter_mut().zip(row).for_each(|(number, more)| *number = number.wrapping_add(*more));
}

#[inline]
fn subtract_row(numbers: &mut AccumulatorHalf, row: &AccumulatorHalf) {
    numbers.iter_mut().zip(row).for_each(|(number, less)| *number = number.wrapping_sub(*less));
}

/// The numbers, from nothing up to one, squared and weighed. Weights are so small that no product leaves its type.
#[inline]
fn squared_clipped_relu(numbers: &AccumulatorHalf, weights: &AccumulatorHalf) -> i32 {
    let products = numbers.iter().zip(weights).map(|(number, weight)| {
        let number = (*number).clamp(0, QA);
        i32::from(number.wrapping_mul(*weight)) * i32::from(number)
    });
    products.sum()
}
