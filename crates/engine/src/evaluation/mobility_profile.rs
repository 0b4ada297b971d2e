//! Computes the mobility profile of a piece type: how many moves and captures it has from each
//! square, measured on sample boards by the rules' own move generator.
//!
//! Not here: what mobility is worth (`piece_square`, `mobility_bonus`, `piece_values`).

use adoube_rules::{Piece, PieceDemo, PieceType, Side, Square, Variant};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Sample boards on which each type is measured.
const SAMPLE_BOARDS: usize = 24;
/// Percent of squares that are occupied, by sample board: from the opening to the ending.
const OCCUPANCY_PERCENT: [u64; 4] = [45, 33, 22, 12];
/// Pieces that the opponent may have moved last, for a Joker.
const JOKER_COPIES: [PieceType; 6] = [
    PieceType::QUEEN,
    PieceType::ROOK,
    PieceType::BISHOP,
    PieceType::KNIGHT,
    PieceType::PAWN,
    PieceType::PAWN,
];

/// Mean mobility of a type from each square of a board.
#[derive(Clone, Debug)]
pub(crate) struct MobilityProfile {
    /// By square, in the order of the region: mean moves to empty squares, and mean captures.
    pub(super) squares: Vec<(Square, f32, f32)>,
    is_colour_bound: bool,
}

impl MobilityProfile {
    /// Measures a White piece of that type on the board of a variant.
    pub(crate) fn of(variant: Variant, kind: PieceType) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let boards: Vec<PieceDemo> = (0..SAMPLE_BOARDS)
            .map(|board| {
                random_board(variant, OCCUPANCY_PERCENT[board % OCCUPANCY_PERCENT.len()], &mut random)
            })
            .collect();
        let mut is_colour_bound = true;
        let colour = |square: Square| (square.file + square.rank).rem_euclid(2);
        let squares = variant.region().squares().map(|square| {
            let (mut moves, mut captures) = (0, 0);
            let mut tried = 0;
            for deeds in boards.iter().filter_map(|board| board.moves(kind, square)) {
                tried += 1;
                for deed in deeds {
                    is_colour_bound &= colour(deed.to) == colour(square);
                    captures += deed.captures.len();
                    moves += usize::from(deed.captures.is_empty());
                }
            }
            let mean = |count: usize| count as f32 / tried.max(1) as f32;
            (square, mean(moves), mean(captures))
        });
        let squares = squares.collect();
        Self { squares, is_colour_bound }
    }

    /// Whether it stays on squares of one colour, as far as the sample boards show.
    pub(crate) const fn is_colour_bound(&self) -> bool {
        self.is_colour_bound
    }

    /// Mean number of moves from a square.
    pub(crate) fn mean_mobility(&self) -> f32 {
        let sum: f32 = self.squares.iter().map(|(_, moves, captures)| moves + captures).sum();
        sum / self.squares.len().max(1) as f32
    }

    /// Mean number of moves from a square, where a capture counts one and a half.
    pub(crate) fn weighted_mean(&self) -> f32 {
        let sum: f32 = self.squares.iter().map(|(_, moves, captures)| moves + 1.5 * captures).sum();
        sum / self.squares.len().max(1) as f32
    }
}

/// A sample board with pawns of both sides, to block and to be captured; squares beyond a smaller
/// board cannot be entered.
fn random_board(variant: Variant, occupancy: u64, random: &mut ChaCha8Rng) -> PieceDemo {
    let region = variant.region();
    let outside = Variant::Grand.region().squares().filter(|square| !region.contains(*square));
    let mut pieces: Vec<(Square, Piece)> =
        outside.map(|square| (square, Piece::new(Side::White, PieceType::BLOCK))).collect();
    for square in region.squares() {
        let number = random.next_u64();
        if number % 100 < occupancy {
            let side = Side::BOTH[(number >> 32) as usize % 2];
            pieces.push((square, Piece::new(side, PieceType::PAWN)));
        }
    }
    let copied = JOKER_COPIES[random.next_u64() as usize % JOKER_COPIES.len()];
    PieceDemo::new(pieces).after(copied)
}
