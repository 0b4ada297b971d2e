//! Piece-square tables (PSQT): what a piece is worth on each square in the middlegame and in the
//! endgame, from the fitted weights or, for other types, from values and mobility.
//!
//! Not here: features of several pieces (`features`).

use adoube_rules::{ExchangeValues, Piece, PieceType, Side, Square, SquareIndex, Variant};

use super::geometry::{centre_distance, half_square, last_rank, relative_rank};
use super::mobility_bonus::{MobilityBonus, MobilityTables, NO_MOBILITY_BONUS, mobility_bonus};
use super::mobility_profile::MobilityProfile;
use super::tapered_score::TaperedScore;
use super::weights::EvalWeights;
use crate::piece_values::PieceValues;

/// Centipawns for each move that a square gives beyond the mean of the type.
const MOBILITY_PER_MOVE: f32 = 2.0;

/// Table of one type on the board of a variant, for a White piece.
struct TypeTable {
    value: i32,
    /// Mobility bonus of the type.
    mobility: MobilityBonus,
    is_colour_bound: bool,
    squares: Vec<(Square, TaperedScore)>,
}

/// Factor in tenths for values on the board of Grand Chess: deeper searches than those of the
/// self-play behind the values make more of pieces beside Pawns. Found by matches.
const SEARCH_VALUE_TENTHS: i32 = 14;

fn search_value(variant: Variant, values: &PieceValues, kind: PieceType) -> i32 {
    let value = values.of(variant, kind);
    if variant == Variant::Grand && !kind.is_king_or_pawn() {
        value * SEARCH_VALUE_TENTHS / 10
    } else {
        value
    }
}

/// Builds the table of a type; fitted squares go before estimates from mobility.
fn build_type_table(
    variant: Variant,
    values: &PieceValues,
    weights: &EvalWeights,
    kind: PieceType,
) -> TypeTable {
    let mobility = MobilityProfile::of(variant, kind);
    let (mean, mean_mobility) = (mobility.weighted_mean(), mobility.mean_mobility());
    let value = search_value(variant, values, kind);
    let type_value = if kind == PieceType::KING { 0 } else { value };
    let squares = mobility.squares.iter().map(|&(square, quiet, taken)| {
        let fitted = weights.square_score(variant, kind, half_square(variant, square.file, square.rank));
        let mut score = match kind {
            _ if fitted.is_some() => return (square, fitted.unwrap_or_default()),
            PieceType::KING => king_square_score(variant, square),
            PieceType::PAWN => pawn_square_score(variant, square),
            _ => TaperedScore::uniform(
                ((quiet + 1.5 * taken - mean) * MOBILITY_PER_MOVE) as i32 + placement_bonus(variant, square),
            ),
        };
        score += TaperedScore::uniform(type_value);
        (square, score)
    });
    let squares = squares.collect();
    TypeTable {
        value,
        mobility: mobility_bonus(mean_mobility),
        is_colour_bound: mobility.is_colour_bound(),
        squares,
    }
}

/// Placement bonus in centipawns: near the opponent and in the centre, off the first rank.
fn placement_bonus(variant: Variant, square: Square) -> i32 {
    let (files, ranks) = centre_distance(variant, square);
    let first_rank = if square.rank <= 1 { -8 } else { 0 };
    8 - 2 * (files + ranks) + first_rank
}

/// Square score of a King: at home in the middlegame, in the centre in the endgame.
fn king_square_score(variant: Variant, square: Square) -> TaperedScore {
    let (files, ranks) = centre_distance(variant, square);
    let midgame = -18 * (square.rank - 1).min(5) + 6 * files;
    TaperedScore { midgame, endgame: 20 - 6 * (files + ranks) }
}

/// Square score of a Pawn: the farther the better, in the middlegame rather in the centre.
fn pawn_square_score(variant: Variant, square: Square) -> TaperedScore {
    let (files, _) = centre_distance(variant, square);
    let steps = (square.rank - 2).max(0);
    let left = (last_rank(variant) - square.rank).max(0);
    TaperedScore {
        midgame: 3 * steps + (3 - files).max(0) * steps.min(2) * 3 - 4 * files.min(1),
        endgame: 2 * steps + 25 / (left + 1),
    }
}

/// Piece-square tables of a variant; scores are for White, those of Black's pieces negative.
pub(crate) struct PieceSquareTables {
    variant: Variant,
    values: PieceValues,
    /// By type and side; `None` until the type is added.
    tables: Vec<Option<PieceSquareRow>>,
    piece_values: ExchangeValues,
    mobility: MobilityTables,
    /// Types that stay on squares of one colour.
    colour_bound: [bool; PieceType::COUNT],
    weights: EvalWeights,
}

type PieceSquareRow = Box<[TaperedScore; SquareIndex::COUNT]>;

impl PieceSquareTables {
    /// Tables of a variant, without types yet.
    pub(crate) fn of(variant: Variant, values: PieceValues, weights: &EvalWeights) -> Self {
        let tables = (0..2 * PieceType::COUNT).map(|_| None).collect();
        let mobility = MobilityTables(vec![NO_MOBILITY_BONUS; PieceType::COUNT]);
        let (piece_values, colour_bound) = ([0; PieceType::COUNT], [false; PieceType::COUNT]);
        Self { variant, values, tables, piece_values, mobility, colour_bound, weights: weights.clone() }
    }

    pub(super) const fn variant(&self) -> Variant {
        self.variant
    }

    /// Builds the tables of a type before it is used.
    pub(crate) fn add_type(&mut self, kind: PieceType) {
        if self.tables[table_index(Piece::new(Side::White, kind))].is_some() {
            return;
        }
        let TypeTable { value, mobility, is_colour_bound, squares } =
            build_type_table(self.variant, &self.values, &self.weights, kind);
        self.colour_bound[kind.index()] = is_colour_bound;
        self.mobility.0[kind.index()] = mobility;
        self.piece_values[kind.index()] = value;
        for side in Side::BOTH {
            self.tables[table_index(Piece::new(side, kind))] = Some(self.table_for(side, &squares));
        }
    }

    fn table_for(&self, side: Side, squares: &[(Square, TaperedScore)]) -> PieceSquareRow {
        let mut table = Box::new([TaperedScore::default(); SquareIndex::COUNT]);
        for &(square, score) in squares {
            let rank = relative_rank(side, square.rank, last_rank(self.variant));
            if let Some(place) = SquareIndex::at(Square::new(square.file, rank)) {
                table[place.index()] = if side == Side::White { score } else { -score };
            }
        }
        table
    }

    /// Values of types, as far as they were added.
    pub(crate) const fn piece_values(&self) -> &ExchangeValues {
        &self.piece_values
    }

    /// Whether an added type stays on squares of one colour.
    pub(super) const fn is_colour_bound(&self, kind: PieceType) -> bool {
        self.colour_bound[kind.index()]
    }

    /// Mobility bonuses by type.
    pub(super) const fn mobility(&self) -> &MobilityTables {
        &self.mobility
    }

    /// Score of a piece of an added type, for White.
    #[inline]
    pub(crate) fn piece_score(&self, place: SquareIndex, piece: Piece) -> TaperedScore {
        let table = self.tables[table_index(piece)].as_ref();
        debug_assert!(table.is_some(), "{piece} is not known");
        table.map(|table| table[place.index()]).unwrap_or_default()
    }
}

#[inline]
const fn table_index(piece: Piece) -> usize {
    piece.kind.index() * 2 + piece.side.index()
}
