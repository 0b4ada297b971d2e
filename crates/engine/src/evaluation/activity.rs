//! Counts what pieces do from where they stand: where they can go without being taken by a pawn, what they threaten, and how
//! much strikes near the Kings. Not here: what standing there adds by itself (`squares`).

use adoube_rules::{BoardSearch, Piece, PieceType, Place, Reach, Side, Worth};

use super::features::{
    ATTACK, BY_LESS, BY_PAWN, Counts, DANGER, Feature, GUARDED, KING_ROOM, PAWN_UNGUARDED, ROOM,
    ROOM_OF_BISHOP, ROOM_OF_CARDINAL, ROOM_OF_KNIGHT, ROOM_OF_MARSHAL, ROOM_OF_QUEEN, ROOM_OF_ROOK,
    SUPPORTED, UNGUARDED, WEAK,
};
use super::pawns::Pawns;
use super::squares::{Room, seen_by};

/// Squares in reach that are counted at most.
const MOST: usize = 63;
/// What so many squares in reach are worth to a piece of some type.
pub(super) type RoomOfType = [i16; MOST + 1];
/// That of a type of which nothing is known.
pub(super) const NO_ROOM: RoomOfType = [0; MOST + 1];
/// What room for moves is worth in the opening: by the root of how many there are, in hundredths of a pawn.
const ROOM_FOR: f32 = 22.0;
/// By so much less must be what strikes a piece, in hundredths of a pawn, to strike it by less.
const LESS: i32 = 20;
/// The types whose room has weights of its own.
pub(crate) const KNOWN: [PieceType; 6] = [
    PieceType::KNIGHT,
    PieceType::BISHOP,
    PieceType::ROOK,
    PieceType::QUEEN,
    PieceType::CARDINAL,
    PieceType::MARSHAL,
];
const ROOM_OF: [Feature; KNOWN.len()] =
    [ROOM_OF_KNIGHT, ROOM_OF_BISHOP, ROOM_OF_ROOK, ROOM_OF_QUEEN, ROOM_OF_CARDINAL, ROOM_OF_MARSHAL];

/// A number for each place.
type OnPlaces<T> = [T; Place::COUNT];

/// What strikes where, for each side.
pub(super) struct Struck {
    pub(super) by_pawn: [OnPlaces<bool>; 2],
    /// How many pieces, Pawns and the King among them.
    pub(super) count: [OnPlaces<u8>; 2],
    /// What the cheapest of them is worth.
    cheapest: [OnPlaces<i16>; 2],
    /// What is next to that side's King.
    near_king: [OnPlaces<bool>; 2],
    ring: [Ring; 2],
    /// Pieces that strike next to the other side's King.
    attackers: [usize; 2],
    attack: [i32; 2],
}

/// The places next to a King.
#[derive(Clone, Copy)]
struct Ring {
    places: [Place; 8],
    len: usize,
}

/// What it takes to count.
pub(super) struct Counting<'a> {
    pub(super) board: &'a BoardSearch,
    pub(super) worth: &'a Worth,
    pub(super) room: &'a Room,
    pub(super) last_rank: i32,
    pub(super) pawns: &'a Pawns,
}

impl Counting<'_> {
    /// Counts what the pieces of both sides do.
    pub(super) fn count(&self, counts: &mut Counts) {
        let board = self.board;
        let mut struck = Struck::none(board);
        board.as_seen_by(Side::White, |white| {
            board.as_seen_by(Side::Black, |black| {
                struck.see_kings_and_pawns(board, white, Side::White);
                struck.see_kings_and_pawns(board, black, Side::Black);
                self.see_pieces(&mut struck, white, Side::White, 1, counts);
                self.see_pieces(&mut struck, black, Side::Black, -1, counts);
            });
        });
        for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
            self.count_threatened(&struck, side, sign, counts);
            self.count_posts(&struck, side, sign, counts);
            struck.count_about_king(side, sign, counts);
        }
    }

    fn see_pieces(&self, struck: &mut Struck, reach: &Reach, side: Side, sign: i32, counts: &mut Counts) {
        let (own, other) = (side.index(), side.other().index());
        let (by_pawn, near_king) = (&struck.by_pawn[other], &struck.near_king[other]);
        let (count, cheapest) = (&mut struck.count[own], &mut struck.cheapest[own]);
        let (mut attackers, mut attack) = (0, 0);
        for (from, piece) in self.board.pieces_of(side) {
            if piece.kind.is_king_or_pawn() {
                continue;
            }
            let worth = self.worth[piece.kind.index()];
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
            match KNOWN.iter().position(|kind| *kind == piece.kind) {
                Some(known) => counts.add(ROOM_OF[known], places, sign),
                None => counts.add(ROOM, 0, sign * self.room.of(piece.kind, places)),
            }
            if near > 0 {
                attackers += 1;
                attack += near * (6 + worth / 15);
            }
        }
        if attackers > 0 {
            counts.add(ATTACK, attackers - 1, sign * attack);
        }
        struck.attackers[own] = attackers;
        struck.attack[own] = attack;
    }

    /// Counts what a side is about to lose, and what its pawns guard.
    fn count_threatened(&self, struck: &Struck, side: Side, sign: i32, counts: &mut Counts) {
        let (own, other) = (side.index(), side.other().index());
        for (place, Piece { kind, .. }) in self.board.pieces_of(side) {
            let at = place.index();
            if kind == PieceType::KING {
                continue;
            }
            if struck.by_pawn[own][at] {
                if kind == PieceType::PAWN {
                    let left = self.last_rank - seen_by(side, place.square().rank, self.last_rank);
                    counts.add(SUPPORTED, (left.max(1) - 1) as usize, sign);
                } else {
                    counts.add(GUARDED, 0, sign);
                }
            }
            if struck.count[other][at] == 0 {
                continue;
            }
            let is_unguarded = struck.count[own][at] == 0;
            let worth = self.worth[kind.index()];
            let threat = if kind == PieceType::PAWN {
                counts.add(PAWN_UNGUARDED, 0, sign * i32::from(is_unguarded));
                continue;
            } else if struck.by_pawn[other][at] {
                BY_PAWN
            } else if i32::from(struck.cheapest[other][at]) + LESS < worth {
                BY_LESS
            } else if is_unguarded {
                UNGUARDED
            } else {
                continue;
            };
            counts.add(threat, 0, sign);
            counts.add(threat, 1, sign * worth / 100);
        }
    }
}

impl Struck {
    fn none(board: &BoardSearch) -> Self {
        let ring = Side::BOTH.map(|side| Ring { places: [board.king(side); 8], len: 0 });
        Self {
            by_pawn: [[false; Place::COUNT]; 2],
            count: [[0; Place::COUNT]; 2],
            cheapest: [[i16::MAX; Place::COUNT]; 2],
            near_king: [[false; Place::COUNT]; 2],
            ring,
            attackers: [0; 2],
            attack: [0; 2],
        }
    }

    fn see_kings_and_pawns(&mut self, board: &BoardSearch, reach: &Reach, side: Side) {
        let own = side.index();
        for (from, piece) in board.pieces_of(side) {
            match piece.kind {
                PieceType::KING => reach.from(from, |to| {
                    self.near_king[own][to.place.index()] = true;
                    self.count[own][to.place.index()] += 1;
                    let ring = &mut self.ring[own];
                    if let Some(place) = ring.places.get_mut(ring.len) {
                        *place = to.place;
                        ring.len += 1;
                    }
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

    fn count_about_king(&self, side: Side, sign: i32, counts: &mut Counts) {
        let (own, other) = (side.index(), side.other().index());
        let Ring { places, len } = self.ring[own];
        let struck = |place: &&Place| self.count[other][place.index()] > 0;
        let weak = places[..len].iter().filter(struck).filter(|place| self.count[own][place.index()] < 2);
        let weak = weak.count();
        counts.add(WEAK, 0, sign * weak as i32);
        if self.attackers[other] >= 2 {
            let danger = self.attack[other] as usize + 40 * weak;
            counts.add(DANGER, danger / 50, sign);
        }
        let free = places[..len].iter().filter(|place| !struck(place)).count();
        counts.add(KING_ROOM, free, sign);
    }
}

/// What so much room is worth where there is on average so much.
pub(super) fn room(mean: f32) -> RoomOfType {
    std::array::from_fn(|places| (ROOM_FOR * ((places as f32).sqrt() - mean.sqrt())) as i16)
}

/// The place in what [`room`] gives.
pub(super) fn counted(places: usize) -> usize {
    places.min(MOST)
}
