//! What each piece adds to a position by standing where it stands, in the opening and in the ending, in hundredths of a pawn.
//! Not here: what depends on several pieces (`evaluation`).

use adoube_rules::{Piece, PieceType, Place, Side, Square, Variant, Worth};

use super::geometry::{centre_distance, half_square, last_rank, relative_rank};
use super::mobility_bonus::{MobilityBonus, MobilityTables, NO_MOBILITY_BONUS, mobility_bonus};
use super::mobility_profile::MobilityProfile;
use super::tapered_score::TaperedScore;
use super::weights::EvalWeights;
use crate::piece_values::PieceValues;

/// What a move more is worth to a piece, in hundredths of a pawn, by what the type is worth without it.
const MOBILITY_PER_MOVE: f32 = 2.0;

/// What a type is worth on the board of a game, and what its squares add to that for a piece of White's.
struct TypeTable {
    worth: i32,
    /// What so many squares in reach add.
    mobility: MobilityBonus,
    is_colour_bound: bool,
    squares: Vec<(Square, TaperedScore)>,
}

/// On the largest board whoever looks farther ahead than the games did that values come from makes more of pieces beside Pawns:
/// by so much, in tenths. Found by matches.
const SEARCH_VALUE_TENTHS: i32 = 14;

fn search_value(variant: Variant, values: &PieceValues, kind: PieceType) -> i32 {
    let worth = values.of(variant, kind);
    if variant == Variant::Grand && !kind.is_king_or_pawn() {
        worth * SEARCH_VALUE_TENTHS / 10
    } else {
        worth
    }
}

/// What games have shown a type to be worth on each square goes before what its moves say.
fn build_type_table(
    variant: Variant,
    values: &PieceValues,
    weights: &EvalWeights,
    kind: PieceType,
) -> TypeTable {
    let mobility = MobilityProfile::of(variant, kind);
    let (mean, mean_room) = (mobility.weighted_mean(), mobility.mean_mobility());
    let worth = search_value(variant, values, kind);
    let of_type = if kind == PieceType::KING { 0 } else { worth };
    let squares = mobility.squares.iter().map(|&(square, quiet, taken)| {
        let shown = weights.square_score(variant, kind, half_square(variant, square.file, square.rank));
        let mut amount = match kind {
            _ if shown.is_some() => return (square, shown.unwrap_or_default()),
            PieceType::KING => king_square_score(variant, square),
            PieceType::PAWN => pawn_square_score(variant, square),
            _ => TaperedScore::uniform(
                ((quiet + 1.5 * taken - mean) * MOBILITY_PER_MOVE) as i32 + placement_bonus(variant, square),
            ),
        };
        amount += TaperedScore::uniform(of_type);
        (square, amount)
    });
    let squares = squares.collect();
    TypeTable {
        worth,
        mobility: mobility_bonus(mean_room),
        is_colour_bound: mobility.is_colour_bound(),
        squares,
    }
}

/// Pieces act where the opponent is, and where they can soon be anywhere.
fn placement_bonus(variant: Variant, square: Square) -> i32 {
    let (files, ranks) = centre_distance(variant, square);
    let home = if square.rank <= 1 { -8 } else { 0 };
    8 - 2 * (files + ranks) + home
}

/// At home behind its pawns while there are many pieces, in the middle when there are few.
fn king_square_score(variant: Variant, square: Square) -> TaperedScore {
    let (files, ranks) = centre_distance(variant, square);
    let opening = -18 * (square.rank - 1).min(5) + 6 * files;
    TaperedScore { midgame: opening, endgame: 20 - 6 * (files + ranks) }
}

/// The farther the better, and in the middle at first.
fn pawn_square_score(variant: Variant, square: Square) -> TaperedScore {
    let (files, _) = centre_distance(variant, square);
    let steps = (square.rank - 2).max(0);
    let left = (last_rank(variant) - square.rank).max(0);
    TaperedScore {
        midgame: 3 * steps + (3 - files).max(0) * steps.min(2) * 3 - 4 * files.min(1),
        endgame: 2 * steps + 25 / (left + 1),
    }
}

/// What each piece of a game adds for White; what adds for Black is less than nothing.
pub(crate) struct PieceSquareTables {
    variant: Variant,
    values: PieceValues,
    /// By type and side.
    tables: Vec<Option<PieceSquareRow>>,
    worth: Worth,
    mobility: MobilityTables,
    /// Types that stay on squares of one colour.
    colour_bound: [bool; PieceType::COUNT],
    weights: EvalWeights,
}

type PieceSquareRow = Box<[TaperedScore; Place::COUNT]>;

impl PieceSquareTables {
    /// Of a game on a board, of no types yet.
    pub(crate) fn of(variant: Variant, values: PieceValues, weights: &EvalWeights) -> Self {
        let rows = (0..2 * PieceType::COUNT).map(|_| None).collect();
        let room = MobilityTables(vec![NO_MOBILITY_BONUS; PieceType::COUNT]);
        let (worth, bound) = ([0; PieceType::COUNT], [false; PieceType::COUNT]);
        Self {
            variant,
            values,
            tables: rows,
            worth,
            mobility: room,
            colour_bound: bound,
            weights: weights.clone(),
        }
    }

    pub(super) const fn variant(&self) -> Variant {
        self.variant
    }

    /// Finds out about a type before it is asked for.
    pub(crate) fn add_type(&mut self, kind: PieceType) {
        if self.tables[table_index(Piece::new(Side::White, kind))].is_some() {
            return;
        }
        let TypeTable { worth, mobility: room, is_colour_bound: is_bound, squares } =
            build_type_table(self.variant, &self.values, &self.weights, kind);
        self.colour_bound[kind.index()] = is_bound;
        self.mobility.0[kind.index()] = room;
        self.worth[kind.index()] = worth;
        for side in Side::BOTH {
            self.tables[table_index(Piece::new(side, kind))] = Some(self.table_for(side, &squares));
        }
    }

    fn table_for(&self, side: Side, squares: &[(Square, TaperedScore)]) -> PieceSquareRow {
        let mut seen = Box::new([TaperedScore::default(); Place::COUNT]);
        for &(square, amount) in squares {
            let rank = relative_rank(side, square.rank, last_rank(self.variant));
            if let Some(place) = Place::at(Square::new(square.file, rank)) {
                seen[place.index()] = if side == Side::White { amount } else { -amount };
            }
        }
        seen
    }

    /// What types are worth anywhere, as far as they are known.
    pub(crate) const fn worth(&self) -> &Worth {
        &self.worth
    }

    /// Whether a known type stays on squares of one colour.
    pub(super) const fn is_colour_bound(&self, kind: PieceType) -> bool {
        self.colour_bound[kind.index()]
    }

    /// What room for moves is worth.
    pub(super) const fn mobility(&self) -> &MobilityTables {
        &self.mobility
    }

    /// What a piece of a known type adds for White.
    #[inline]
    pub(crate) fn piece_score(&self, place: Place, piece: Piece) -> TaperedScore {
        let row = self.tables[table_index(piece)].as_ref();
        debug_assert!(row.is_some(), "{piece} is not known");
        row.map(|row| row[place.index()]).unwrap_or_default()
    }
}

#[inline]
const fn table_index(piece: Piece) -> usize {
    piece.kind.index() * 2 + piece.side.index()
}
