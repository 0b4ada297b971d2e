//! NNUE: a small, efficiently updatable network that corrects the evaluation of positions with the
//! usual pieces.
//!
//! Each side sees the board from its own end, mirrored if its King is on the right half. Its active
//! inputs are added up in one half of the accumulator, which is updated from move to move. The
//! hidden layer of both sides goes through a squared clipped ReLU to one output, which is added to
//! what the pieces are worth on their squares.
//!
//! Not here: piece-square tables (`evaluation`), and how a network is trained
//! (`adoube-engine-lab`).

pub mod architecture;
pub mod file;
pub mod input_map;
#[cfg(test)]
mod tests;

use adoube_rules::{BoardSearch, PieceType, Side, Variant};

use self::architecture::{AccumulatorHalf, OUTPUT_BUCKETS, OUTPUT_SCALE, QA};
use self::input_map::InputMap;
use crate::win_probability::SCALE;

/// Quantised network for the positions of a variant.
pub struct EvalNetwork {
    /// Which input stands for which piece.
    pub input_map: InputMap,
    /// Input weights: the row that an active input adds to the hidden layer.
    pub input_weights: Vec<AccumulatorHalf>,
    /// Bias of the hidden layer.
    pub input_bias: AccumulatorHalf,
    /// Output weights of the side to move and of the other side, by output bucket.
    pub output_weights: [[AccumulatorHalf; 2]; OUTPUT_BUCKETS],
    /// Output bias, by output bucket.
    pub output_bias: [i32; OUTPUT_BUCKETS],
}

/// The networks that the engine is built with.
const CHESS_NETWORK: &[u8] = include_bytes!("../../../../assets/engine/chess.network");
const GRAND_NETWORK: &[u8] = include_bytes!("../../../../assets/engine/grand.network");

/// Accumulator: hidden layer of both sides before the activation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator {
    halves: [AccumulatorHalf; 2],
    is_mirrored: [bool; 2],
    piece_count: i32,
}

impl EvalNetwork {
    /// The network that the engine is built with for the board of a variant.
    pub fn built_in(variant: Variant) -> Option<Self> {
        // A test reads the networks that are built in.
        Self::read(variant, if variant == Variant::Grand { GRAND_NETWORK } else { CHESS_NETWORK })
    }

    /// Whether it knows pieces of that type.
    pub const fn supports(&self, kind: PieceType) -> bool {
        self.input_map.supports(kind)
    }

    /// Accumulator refresh: the accumulator of a position, added up anew.
    pub fn refresh(&self, board: &BoardSearch) -> Accumulator {
        let mut accumulator = Accumulator {
            halves: [self.input_bias; 2],
            is_mirrored: [false; 2],
            piece_count: board.pieces().count() as i32,
        };
        for side in Side::BOTH {
            self.refresh_half(&mut accumulator, board, side);
        }
        accumulator
    }

    fn refresh_half(&self, accumulator: &mut Accumulator, board: &BoardSearch, side: Side) {
        let is_mirrored = self.input_map.is_mirrored(board.king(side));
        accumulator.is_mirrored[side.index()] = is_mirrored;
        let half = &mut accumulator.halves[side.index()];
        *half = self.input_bias;
        for input in self.input_map.active_inputs(side, is_mirrored, board) {
            add_row(half, &self.input_weights[input]);
        }
    }

    /// Incremental update after the last move; a side whose King has crossed the middle is
    /// refreshed.
    pub fn update(&self, before: &Accumulator, after: &mut Accumulator, board: &BoardSearch) {
        after.clone_from(before);
        after.piece_count += board.appeared().count() as i32 - board.vanished().count() as i32;
        for side in Side::BOTH {
            let is_mirrored = after.is_mirrored[side.index()];
            if self.input_map.is_mirrored(board.king(side)) != is_mirrored {
                self.refresh_half(after, board, side);
                continue;
            }
            let half = &mut after.halves[side.index()];
            for (place, piece) in board.vanished() {
                subtract_row(
                    half,
                    &self.input_weights[self.input_map.input_index(side, is_mirrored, place, piece)],
                );
            }
            for (place, piece) in board.appeared() {
                add_row(
                    half,
                    &self.input_weights[self.input_map.input_index(side, is_mirrored, place, piece)],
                );
            }
        }
    }

    /// Forward pass: centipawns to add to the piece-square score of the side to move.
    pub fn forward(&self, accumulator: &Accumulator, to_move: Side) -> i32 {
        let bucket = self.input_map.output_bucket(accumulator.piece_count);
        let sides = [to_move, to_move.other()];
        let both = sides.into_iter().zip(&self.output_weights[bucket]);
        let sums = both.map(|(side, weights)| {
            i64::from(squared_clipped_relu(&accumulator.halves[side.index()], weights))
        });
        let sum = sums.sum::<i64>() + i64::from(self.output_bias[bucket]);
        (sum as f32 / OUTPUT_SCALE as f32 * SCALE) as i32
    }
}

#[inline]
fn add_row(half: &mut AccumulatorHalf, row: &AccumulatorHalf) {
    half.iter_mut().zip(row).for_each(|(number, more)| *number = number.wrapping_add(*more));
}

#[inline]
fn subtract_row(half: &mut AccumulatorHalf, row: &AccumulatorHalf) {
    half.iter_mut().zip(row).for_each(|(number, less)| *number = number.wrapping_sub(*less));
}

/// Squared clipped ReLU of one side's hidden layer times its output weights. Weights are so small
/// that no product overflows.
#[inline]
fn squared_clipped_relu(half: &AccumulatorHalf, weights: &AccumulatorHalf) -> i32 {
    let products = half.iter().zip(weights).map(|(number, weight)| {
        let number = (*number).clamp(0, QA);
        i32::from(number.wrapping_mul(*weight)) * i32::from(number)
    });
    products.sum()
}
