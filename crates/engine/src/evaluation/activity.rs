//! What pieces do from where they stand: where they can go without being taken by a pawn, what they threaten, and how much
//! strikes near the Kings. Not here: what standing there adds by itself (`squares`).

use adoube_rules::{BoardSearch, PieceType, Place, Reach, Side, Worth};

use super::Amount;
use super::squares::Room;

/// Squares in reach that are counted at most.
const MOST: usize = 63;
/// What so many squares in reach are worth to a piece of some type.
pub(super) type RoomOfType = [i16; MOST + 1];
/// That of a type of which nothing is known.
pub(super) const NO_ROOM: RoomOfType = [0; MOST + 1];
// The weights were fitted to the results of 60,000 positions from games of the engine against itself, and rounded.

/// What room for moves is worth in the opening: by the root of how many there are, in hundredths of a pawn.
const ROOM: f32 = 22.0;
/// A piece that a pawn strikes, that one of less worth strikes, and that nobody guards; and of a hundred of its worth.
const BY_PAWN: (i32, i32) = (36, 5);
const BY_LESS: (i32, i32) = (12, 3);
const UNGUARDED: (i32, i32) = (32, 1);
/// How dangerous it is when so many pieces strike near the King, in hundredths.
const DANGER: [i32; 8] = [0, 10, 40, 100, 115, 120, 120, 120];

/// A number for each place.
type OnPlaces<T> = [T; Place::COUNT];

/// What strikes where, for each side.
struct Struck {
    by_pawn: [OnPlaces<bool>; 2],
    /// How many pieces, Pawns and the King among them.
    count: [OnPlaces<u8>; 2],
    /// What the cheapest of them is worth.
    cheapest: [OnPlaces<i16>; 2],
    /// What is next to that side's King.
    near_king: [OnPlaces<bool>; 2],
}

/// What a side adds.
#[derive(Default)]
struct Found {
    amount: Amount,
    /// Pieces that strike next to the opponent's King, and how much of them.
    attackers: usize,
    attack: i32,
}

/// What the pieces of White do, less what those of Black do.
pub(super) fn judge(board: &BoardSearch, worth: &Worth, room: &Room) -> Amount {
    let mut struck = Struck::none();
    let found = board.as_seen_by(Side::White, |white| {
        board.as_seen_by(Side::Black, |black| {
            struck.see_kings_and_pawns(board, white, Side::White);
            struck.see_kings_and_pawns(board, black, Side::Black);
            let white = struck.see_pieces(board, white, Side::White, worth, room);
            [white, struck.see_pieces(board, black, Side::Black, worth, room)]
        })
    });
    let mut sum = Amount::default();
    for (side, found) in Side::BOTH.into_iter().zip(found) {
        let mut amount = found.amount;
        let attack = found.attack * DANGER[found.attackers.min(DANGER.len() - 1)] / 100;
        amount += Amount { opening: attack, ending: attack / 5 };
        amount -= struck.threatened(board, side, worth);
        if side == Side::White { sum += amount } else { sum -= amount }
    }
    sum
}

impl Struck {
    fn none() -> Self {
        Self {
            by_pawn: [[false; Place::COUNT]; 2],
            count: [[0; Place::COUNT]; 2],
            cheapest: [[i16::MAX; Place::COUNT]; 2],
            near_king: [[false; Place::COUNT]; 2],
        }
    }

    fn see_kings_and_pawns(&mut self, board: &BoardSearch, reach: &Reach, side: Side) {
        let own = side.index();
        for (from, piece) in board.pieces_of(side) {
            match piece.kind {
                PieceType::KING => reach.from(from, |to| {
                    self.near_king[own][to.place.index()] = true;
                    self.count[own][to.place.index()] += 1;
                }),
                PieceType::PAWN => reach.from(from, |to| {
                    if to.strikes {
                        self.by_pawn[own][to.place.index()] = true;
                        self.count[own][to.place.index()] += 1;
                        self.cheapest[own][to.place.index()] = 0;
                    }
                }),
                _ => {}
            }
        }
    }

    fn see_pieces(
        &mut self,
        board: &BoardSearch,
        reach: &Reach,
        side: Side,
        worth: &Worth,
        room: &Room,
    ) -> Found {
        let (own, other) = (side.index(), side.other().index());
        let mut found = Found::default();
        let (by_pawn, near_king) = (&self.by_pawn[other], &self.near_king[other]);
        let (count, cheapest) = (&mut self.count[own], &mut self.cheapest[own]);
        for (from, piece) in board.pieces_of(side) {
            if piece.kind.is_king_or_pawn() {
                continue;
            }
            let worth = worth[piece.kind.index()];
            let (mut places, mut near) = (0, 0);
            reach.from(from, |to| {
                let at = to.place.index();
                places += usize::from(!to.guards && !by_pawn[at]);
                if to.strikes {
                    count[at] = count[at].saturating_add(1);
                    cheapest[at] = cheapest[at].min(worth as i16);
                    near += i32::from(near_king[at] && !by_pawn[at]);
                }
            });
            let room = room.of(piece.kind, places);
            found.amount += Amount { opening: room, ending: room * 5 / 4 };
            if near > 0 {
                found.attackers += 1;
                found.attack += near * (6 + worth / 15);
            }
        }
        found
    }

    /// What a side is about to lose, about.
    fn threatened(&self, board: &BoardSearch, side: Side, worth: &Worth) -> Amount {
        let (own, other) = (side.index(), side.other().index());
        let mut amount = Amount::default();
        for (place, piece) in board.pieces_of(side) {
            let at = place.index();
            if piece.kind == PieceType::KING || self.count[other][at] == 0 {
                continue;
            }
            let worth = worth[piece.kind.index()];
            let of = |(least, share): (i32, i32)| Amount::both(least + worth * share / 100);
            if piece.kind != PieceType::PAWN && self.by_pawn[other][at] {
                amount += of(BY_PAWN);
            } else if i32::from(self.cheapest[other][at]) + 20 < worth {
                amount += of(BY_LESS);
            } else if self.count[own][at] == 0 {
                amount += of(UNGUARDED);
            }
        }
        amount
    }
}

/// What so much room is worth where there is on average so much.
pub(super) fn room(mean: f32) -> RoomOfType {
    std::array::from_fn(|places| (ROOM * ((places as f32).sqrt() - mean.sqrt())) as i16)
}

/// The place in what [`room`] gives.
pub(super) fn counted(places: usize) -> usize {
    places.min(MOST)
}
