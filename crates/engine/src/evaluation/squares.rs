//! What each piece adds to a position by standing where it stands, in the opening and in the ending, in hundredths of a pawn.
//! Not here: what depends on several pieces (`evaluation`).

use adoube_rules::{Piece, PieceType, Place, Region, Side, Square, Variant, Worth};

use super::activity::{self, RoomOfType};
use super::mobility::Mobility;
use super::weights::{Weights, half_square};
use crate::values::Values;

/// What a move more is worth to a piece, in hundredths of a pawn, by what the type is worth without it.
const MOVE: f32 = 2.0;

/// An amount in the opening and one in the ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) opening: i32,
    pub(crate) ending: i32,
}

impl Amount {
    pub(crate) const fn both(amount: i32) -> Self {
        Self { opening: amount, ending: amount }
    }

    /// What it is for a side half-way between opening and ending, where it counts for White.
    pub(crate) const fn mean_for(self, side: Side) -> i32 {
        let white = i32::midpoint(self.opening, self.ending);
        match side {
            Side::White => white,
            Side::Black => -white,
        }
    }
}

impl std::ops::Neg for Amount {
    type Output = Self;

    fn neg(self) -> Self {
        Self { opening: -self.opening, ending: -self.ending }
    }
}

impl std::ops::AddAssign for Amount {
    fn add_assign(&mut self, other: Self) {
        self.opening += other.opening;
        self.ending += other.ending;
    }
}

impl std::ops::SubAssign for Amount {
    fn sub_assign(&mut self, other: Self) {
        self.opening -= other.opening;
        self.ending -= other.ending;
    }
}

/// What a type is worth on the board of a game, and what its squares add to that for a piece of White's.
struct OnBoard {
    worth: i32,
    /// What so many squares in reach add.
    room: RoomOfType,
    is_bound: bool,
    squares: Vec<(Square, Amount)>,
}

/// On the largest board whoever looks farther ahead than the games did that values come from makes more of pieces beside Pawns:
/// by so much, in tenths. Found by matches.
const FARTHER: i32 = 14;

fn worth_to_the_search(variant: Variant, values: &Values, kind: PieceType) -> i32 {
    let worth = values.of(variant, kind);
    if variant == Variant::Grand && !kind.is_king_or_pawn() { worth * FARTHER / 10 } else { worth }
}

/// What games have shown a type to be worth on each square goes before what its moves say.
fn find(variant: Variant, values: &Values, weights: &Weights, kind: PieceType) -> OnBoard {
    let mobility = Mobility::of(variant, kind);
    let (mean, mean_room) = (mobility.mean(), mobility.mean_room());
    let worth = worth_to_the_search(variant, values, kind);
    let of_type = if kind == PieceType::KING { 0 } else { worth };
    let squares = mobility.squares.iter().map(|&(square, quiet, taken)| {
        let shown = weights.on(variant, kind, half_square(variant, square.file, square.rank));
        let mut amount = match kind {
            _ if shown.is_some() => return (square, shown.unwrap_or_default()),
            PieceType::KING => king(variant, square),
            PieceType::PAWN => pawn(variant, square),
            _ => Amount::both(((quiet + 1.5 * taken - mean) * MOVE) as i32 + forward(variant, square)),
        };
        amount += Amount::both(of_type);
        (square, amount)
    });
    let squares = squares.collect();
    OnBoard { worth, room: activity::room(mean_room), is_bound: mobility.is_bound(), squares }
}

/// How far a square is from the middle of the board, in squares.
fn from_middle(variant: Variant, square: Square) -> (i32, i32) {
    let Region::Board { files, ranks } = variant.region() else { return (0, 0) };
    let off = |at: i32, of: u8| (2 * at + 1 - i32::from(of)).abs() / 2;
    (off(square.file, files), off(square.rank - 1, ranks))
}

/// The rank farthest from White's side of the board.
pub(super) fn last_rank(variant: Variant) -> i32 {
    match variant.region() {
        Region::Board { ranks, .. } => ranks.into(),
        Region::Unbounded => 0,
    }
}

/// A rank as that side counts them.
pub(super) const fn seen_by(side: Side, rank: i32, last_rank: i32) -> i32 {
    match side {
        Side::White => rank,
        Side::Black => last_rank + 1 - rank,
    }
}

/// Pieces act where the opponent is, and where they can soon be anywhere.
fn forward(variant: Variant, square: Square) -> i32 {
    let (files, ranks) = from_middle(variant, square);
    let home = if square.rank <= 1 { -8 } else { 0 };
    8 - 2 * (files + ranks) + home
}

/// At home behind its pawns while there are many pieces, in the middle when there are few.
fn king(variant: Variant, square: Square) -> Amount {
    let (files, ranks) = from_middle(variant, square);
    let opening = -18 * (square.rank - 1).min(5) + 6 * files;
    Amount { opening, ending: 20 - 6 * (files + ranks) }
}

/// The farther the better, and in the middle at first.
fn pawn(variant: Variant, square: Square) -> Amount {
    let (files, _) = from_middle(variant, square);
    let steps = (square.rank - 2).max(0);
    let left = (last_rank(variant) - square.rank).max(0);
    Amount {
        opening: 3 * steps + (3 - files).max(0) * steps.min(2) * 3 - 4 * files.min(1),
        ending: 2 * steps + 25 / (left + 1),
    }
}

/// What each piece of a game adds for White; what adds for Black is less than nothing.
pub(crate) struct Squares {
    variant: Variant,
    values: Values,
    /// By type and side.
    rows: Vec<Option<Row>>,
    worth: Worth,
    room: Room,
    /// Types that stay on squares of one colour.
    bound: [bool; PieceType::COUNT],
    weights: Weights,
}

/// What room for moves is worth to pieces, by type.
pub(super) struct Room(Vec<RoomOfType>);

impl Room {
    /// To a piece of a known type that has so many squares to go to.
    #[inline]
    pub(super) fn of(&self, kind: PieceType, places: usize) -> i32 {
        self.0[kind.index()][activity::counted(places)].into()
    }
}

type Row = Box<[Amount; Place::COUNT]>;

impl Squares {
    /// Of a game on a board, of no types yet.
    pub(crate) fn of(variant: Variant, values: Values, weights: &Weights) -> Self {
        let rows = (0..2 * PieceType::COUNT).map(|_| None).collect();
        let room = Room(vec![activity::NO_ROOM; PieceType::COUNT]);
        let (worth, bound) = ([0; PieceType::COUNT], [false; PieceType::COUNT]);
        Self { variant, values, rows, worth, room, bound, weights: weights.clone() }
    }

    pub(super) const fn variant(&self) -> Variant {
        self.variant
    }

    /// Finds out about a type before it is asked for.
    pub(crate) fn know(&mut self, kind: PieceType) {
        if self.rows[row(Piece::new(Side::White, kind))].is_some() {
            return;
        }
        let OnBoard { worth, room, is_bound, squares } =
            find(self.variant, &self.values, &self.weights, kind);
        self.bound[kind.index()] = is_bound;
        self.room.0[kind.index()] = room;
        self.worth[kind.index()] = worth;
        for side in Side::BOTH {
            self.rows[row(Piece::new(side, kind))] = Some(self.row_of(side, &squares));
        }
    }

    fn row_of(&self, side: Side, squares: &[(Square, Amount)]) -> Row {
        let mut seen = Box::new([Amount::default(); Place::COUNT]);
        for &(square, amount) in squares {
            let rank = seen_by(side, square.rank, last_rank(self.variant));
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
    pub(super) const fn is_bound(&self, kind: PieceType) -> bool {
        self.bound[kind.index()]
    }

    /// What room for moves is worth.
    pub(super) const fn room(&self) -> &Room {
        &self.room
    }

    /// What a piece of a known type adds for White.
    #[inline]
    pub(crate) fn of_piece(&self, place: Place, piece: Piece) -> Amount {
        let row = self.rows[row(piece)].as_ref();
        debug_assert!(row.is_some(), "{piece} is not known");
        row.map(|row| row[place.index()]).unwrap_or_default()
    }
}

#[inline]
const fn row(piece: Piece) -> usize {
    piece.kind.index() * 2 + piece.side.index()
}
