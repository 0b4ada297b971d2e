//! Static evaluation of a position on a board: piece-square tables and weighted features, tapered
//! between middlegame and endgame, and the network where there is one for the pieces.
//!
//! - `features`: what is counted, in `pawn_structure`, `piece_activity`, `outposts` and `attack_table`.
//! - `weights`: what the features are worth; `piece_square`: what pieces are worth on each square.
//! - `accumulator_stack`: incremental update along the search.
//!
//! Not here: values of types (`piece_values`) and the network itself (`nnue`).

pub mod accumulator_stack;
mod attack_table;
pub mod features;
pub mod geometry;
mod mobility_bonus;
pub(crate) mod mobility_profile;
mod outposts;
mod pawn_structure;
mod piece_activity;
mod piece_square;
pub mod tapered_score;
#[cfg(test)]
mod tests;
pub mod weighted_types;
pub mod weights;

use adoube_rules::{
    BoardSearch, ExchangeValues, Piece, PieceType, Position, PromotionMode, Side, Square, SquareIndex,
    Variant,
};

use self::features::{COLOUR_BOUND_PAIR, FeatureVector, TEMPO};
use self::geometry::{last_rank, relative_rank};
use self::pawn_structure::PawnStructure;
use self::piece_activity::FeatureCounter;
use self::piece_square::PieceSquareTables;
use self::tapered_score::TaperedScore;
use self::weights::{EvalWeights, WEIGHT_SCALE};
use crate::nnue::EvalNetwork;
use crate::piece_values::PieceValues;

/// Phase of the opening; 0 is the endgame.
pub const PHASE_MAX: i32 = 256;

/// Static evaluation for the positions of a variant.
pub struct Evaluation {
    piece_square: PieceSquareTables,
    weights: EvalWeights,
    /// About the value of all pieces but Kings and Pawns at the start, by which the phase is
    /// measured.
    opening_material: i32,
    last_rank: i32,
    network: Option<EvalNetwork>,
}

impl Evaluation {
    /// Evaluation for a variant with a board.
    pub fn of(variant: Variant, values: PieceValues) -> Self {
        Self::with_weights(variant, values, EvalWeights::built_in(variant))
    }

    /// Evaluation with other weights.
    pub fn with_weights(variant: Variant, values: PieceValues, weights: EvalWeights) -> Self {
        let opening_material = if variant == Variant::Grand { 13_000 } else { 6_600 };
        let piece_square = PieceSquareTables::of(variant, values, &weights);
        let network = EvalNetwork::built_in(variant);
        Self { piece_square, weights, opening_material, last_rank: last_rank(variant), network }
    }

    /// Whether it is for that variant.
    pub fn is_for(&self, variant: Variant) -> bool {
        self.piece_square.variant() == variant
    }

    /// Prepares the tables of all types that may stand on the board from that position on.
    pub fn prepare(&mut self, position: &Position) {
        for_each_possible_type(position, |kind| self.piece_square.add_type(kind));
    }

    /// The network, if it knows all types that may stand on the board from that position on.
    pub fn network_for(&self, position: &Position) -> Option<&EvalNetwork> {
        let network = self.network.as_ref()?;
        let mut knows = true;
        for_each_possible_type(position, |kind| knows &= network.supports(kind));
        knows.then_some(network)
    }

    /// Values of types, for static exchange evaluation and move ordering.
    pub const fn piece_values(&self) -> &ExchangeValues {
        self.piece_square.piece_values()
    }

    /// Piece-square score of a position for White, added up anew.
    pub fn full_update(&self, board: &BoardSearch) -> TaperedScore {
        let mut sum = TaperedScore::default();
        board.pieces().for_each(|(place, piece)| sum += self.piece_square.piece_score(place, piece));
        sum
    }

    /// Incremental update of the piece-square score after the last move.
    #[inline]
    pub fn incremental_update(&self, mut sum: TaperedScore, board: &BoardSearch) -> TaperedScore {
        board.vanished().for_each(|(place, piece)| sum -= self.piece_square.piece_score(place, piece));
        board.appeared().for_each(|(place, piece)| sum += self.piece_square.piece_score(place, piece));
        sum
    }

    /// Static evaluation in centipawns for the side to move; `sum` is the piece-square score of the
    /// position.
    pub fn evaluate(&self, sum: TaperedScore, board: &BoardSearch) -> i32 {
        let (features, phase) = self.count_features(board);
        let weighted = self.weights.score(&features);
        let midgame = sum.midgame * WEIGHT_SCALE + weighted.midgame;
        let endgame = sum.endgame * WEIGHT_SCALE + weighted.endgame;
        let white = (midgame * phase + endgame * (PHASE_MAX - phase)) / (PHASE_MAX * WEIGHT_SCALE);
        if board.side_to_move() == Side::White { white } else { -white }
    }

    /// Counts the features for White, and the phase of the game, up to [`PHASE_MAX`].
    pub fn count_features(&self, board: &BoardSearch) -> (FeatureVector, i32) {
        let mut features = FeatureVector::zero();
        let mut pawns = PawnStructure::new(self.last_rank);
        let mut material = 0;
        for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
            let mut colours = [false; 2];
            for (place, piece) in board.pieces_of(side) {
                match piece.kind {
                    PieceType::KING => {}
                    PieceType::PAWN => pawns.add(side, place),
                    kind => {
                        material += self.piece_square.piece_values()[kind.index()];
                        if self.piece_square.is_colour_bound(kind) {
                            let square = place.square();
                            colours[(square.file + square.rank) as usize % 2] = true;
                        }
                    }
                }
            }
            features.add(COLOUR_BOUND_PAIR, 0, sign * i32::from(colours == [true; 2]));
        }
        for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
            pawns.count_features(board, side, sign, &mut features);
        }
        let (piece_values, mobility) = (self.piece_square.piece_values(), self.piece_square.mobility());
        FeatureCounter { board, piece_values, mobility, last_rank: self.last_rank, pawns: &pawns }
            .count(&mut features);
        features.add(TEMPO, 0, if board.side_to_move() == Side::White { 1 } else { -1 });
        (features, material.min(self.opening_material) * PHASE_MAX / self.opening_material)
    }

    /// Piece-square score of a piece of a prepared type, for White.
    pub fn piece_score(&self, place: SquareIndex, piece: Piece) -> TaperedScore {
        self.piece_square.piece_score(place, piece)
    }

    /// Relative rank of a square for a side.
    pub const fn relative_rank(&self, side: Side, square: Square) -> i32 {
        relative_rank(side, square.rank, self.last_rank)
    }

    /// The weights of the features.
    pub const fn weights(&self) -> &EvalWeights {
        &self.weights
    }

    /// Whether a side has more than King and Pawns, so that it is rarely in zugzwang.
    pub fn has_non_pawn_material(board: &BoardSearch, side: Side) -> bool {
        board.pieces_of(side).any(|(_, Piece { kind, .. })| !kind.is_king_or_pawn())
    }
}

/// Calls `found` with each type that stands on the board or may come there by promotion, some of
/// them several times.
fn for_each_possible_type(position: &Position, mut found: impl FnMut(PieceType)) {
    position.pieces().for_each(|(_, piece)| found(piece.kind));
    for side in Side::BOTH {
        position.pool(side).iter().for_each(|kind| found(*kind));
    }
    match position.promotion_mode() {
        PromotionMode::All => PieceType::all().for_each(found),
        PromotionMode::Initial => position.initial_types().iter().for_each(found),
        PromotionMode::Captured => {}
    }
}
