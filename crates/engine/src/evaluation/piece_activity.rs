//! Counts what pieces do from where they stand: where they can go without being taken by a pawn, what they threaten, and how
//! much strikes near the Kings. Not here: what standing there adds by itself (`squares`).

use adoube_rules::{BoardSearch, Piece, PieceType, Place, Reach, Side, Worth};

use super::features::{
    EvalFeature, FeatureVector, HANGING, HANGING_PAWN, KING_DANGER, KING_MOBILITY, KING_ZONE_ATTACK,
    MOBILITY, MOBILITY_BISHOP, MOBILITY_CARDINAL, MOBILITY_KNIGHT, MOBILITY_MARSHAL, MOBILITY_QUEEN,
    MOBILITY_ROOK, PAWN_PROTECTED, SUPPORTED_PAWN, THREAT_BY_LESSER, THREAT_BY_PAWN, WEAK_KING_SQUARE,
};
use super::pawn_structure::PawnStructure;
use super::piece_square::{MobilityTables, relative_rank};

/// Squares in reach that are counted at most.
const MAX_MOBILITY: usize = 63;
/// What so many squares in reach are worth to a piece of some type.
pub(super) type MobilityBonus = [i16; MAX_MOBILITY + 1];
/// That of a type of which nothing is known.
pub(super) const NO_MOBILITY_BONUS: MobilityBonus = [0; MAX_MOBILITY + 1];
/// What room for moves is worth in the opening: by the root of how many there are, in hundredths of a pawn.
const MOBILITY_SCALE: f32 = 22.0;
/// By so much less must be what strikes a piece, in hundredths of a pawn, to strike it by less.
const LESSER_ATTACKER_MARGIN: i32 = 20;
/// The types whose room has weights of its own.
pub(crate) const WEIGHTED_TYPES: [PieceType; 6] = [
    PieceType::KNIGHT,
    PieceType::BISHOP,
    PieceType::ROOK,
    PieceType::QUEEN,
    PieceType::CARDINAL,
    PieceType::MARSHAL,
];
const MOBILITY_FEATURES: [EvalFeature; WEIGHTED_TYPES.len()] =
    [MOBILITY_KNIGHT, MOBILITY_BISHOP, MOBILITY_ROOK, MOBILITY_QUEEN, MOBILITY_CARDINAL, MOBILITY_MARSHAL];

/// A number for each place.
type PerSquare<T> = [T; Place::COUNT];

/// What strikes where, for each side.
pub(super) struct AttackTable {
    pub(super) pawn_attacks: [PerSquare<bool>; 2],
    /// How many pieces, Pawns and the King among them.
    pub(super) attack_count: [PerSquare<u8>; 2],
    /// What the cheapest of them is worth.
    least_attacker: [PerSquare<i16>; 2],
    /// What is next to that side's King.
    king_zone: [PerSquare<bool>; 2],
    king_ring: [KingRing; 2],
    /// Pieces that strike next to the other side's King.
    king_attackers: [usize; 2],
    king_attack: [i32; 2],
}

/// The places next to a King.
#[derive(Clone, Copy)]
struct KingRing {
    places: [Place; 8],
    len: usize,
}

/// What it takes to count.
pub(super) struct FeatureCounter<'a> {
    pub(super) board: &'a BoardSearch,
    pub(super) worth: &'a Worth,
    pub(super) mobility: &'a MobilityTables,
    pub(super) last_rank: i32,
    pub(super) pawns: &'a PawnStructure,
}

impl FeatureCounter<'_> {
    /// Counts what the pieces of both sides do.
    pub(super) fn count(&self, counts: &mut FeatureVector) {
        let board = self.board;
        let mut struck = AttackTable::new(board);
        board.as_seen_by(Side::White, |white| {
            board.as_seen_by(Side::Black, |black| {
                struck.add_king_and_pawn_attacks(board, white, Side::White);
                struck.add_king_and_pawn_attacks(board, black, Side::Black);
                self.count_pieces(&mut struck, white, Side::White, 1, counts);
                self.count_pieces(&mut struck, black, Side::Black, -1, counts);
            });
        });
        for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
            self.count_threats(&struck, side, sign, counts);
            self.count_placement(&struck, side, sign, counts);
            struck.count_king_safety(side, sign, counts);
        }
    }

    fn count_pieces(
        &self,
        struck: &mut AttackTable,
        reach: &Reach,
        side: Side,
        sign: i32,
        counts: &mut FeatureVector,
    ) {
        let (own, other) = (side.index(), side.other().index());
        let (by_pawn, near_king) = (&struck.pawn_attacks[other], &struck.king_zone[other]);
        let (count, cheapest) = (&mut struck.attack_count[own], &mut struck.least_attacker[own]);
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
            match WEIGHTED_TYPES.iter().position(|kind| *kind == piece.kind) {
                Some(known) => counts.add(MOBILITY_FEATURES[known], places, sign),
                None => counts.add(MOBILITY, 0, sign * self.mobility.bonus(piece.kind, places)),
            }
            if near > 0 {
                attackers += 1;
                attack += near * (6 + worth / 15);
            }
        }
        if attackers > 0 {
            counts.add(KING_ZONE_ATTACK, attackers - 1, sign * attack);
        }
        struck.king_attackers[own] = attackers;
        struck.king_attack[own] = attack;
    }

    /// Counts what a side is about to lose, and what its pawns guard.
    fn count_threats(&self, struck: &AttackTable, side: Side, sign: i32, counts: &mut FeatureVector) {
        let (own, other) = (side.index(), side.other().index());
        for (place, Piece { kind, .. }) in self.board.pieces_of(side) {
            let at = place.index();
            if kind == PieceType::KING {
                continue;
            }
            if struck.pawn_attacks[own][at] {
                if kind == PieceType::PAWN {
                    let left = self.last_rank - relative_rank(side, place.square().rank, self.last_rank);
                    counts.add(SUPPORTED_PAWN, (left.max(1) - 1) as usize, sign);
                } else {
                    counts.add(PAWN_PROTECTED, 0, sign);
                }
            }
            if struck.attack_count[other][at] == 0 {
                continue;
            }
            let is_unguarded = struck.attack_count[own][at] == 0;
            let worth = self.worth[kind.index()];
            let threat = if kind == PieceType::PAWN {
                counts.add(HANGING_PAWN, 0, sign * i32::from(is_unguarded));
                continue;
            } else if struck.pawn_attacks[other][at] {
                THREAT_BY_PAWN
            } else if i32::from(struck.least_attacker[other][at]) + LESSER_ATTACKER_MARGIN < worth {
                THREAT_BY_LESSER
            } else if is_unguarded {
                HANGING
            } else {
                continue;
            };
            counts.add(threat, 0, sign);
            counts.add(threat, 1, sign * worth / 100);
        }
    }
}

impl AttackTable {
    fn new(board: &BoardSearch) -> Self {
        let ring = Side::BOTH.map(|side| KingRing { places: [board.king(side); 8], len: 0 });
        Self {
            pawn_attacks: [[false; Place::COUNT]; 2],
            attack_count: [[0; Place::COUNT]; 2],
            least_attacker: [[i16::MAX; Place::COUNT]; 2],
            king_zone: [[false; Place::COUNT]; 2],
            king_ring: ring,
            king_attackers: [0; 2],
            king_attack: [0; 2],
        }
    }

    fn add_king_and_pawn_attacks(&mut self, board: &BoardSearch, reach: &Reach, side: Side) {
        let own = side.index();
        for (from, piece) in board.pieces_of(side) {
            match piece.kind {
                PieceType::KING => reach.from(from, |to| {
                    self.king_zone[own][to.place.index()] = true;
                    self.attack_count[own][to.place.index()] += 1;
                    let ring = &mut self.king_ring[own];
                    if let Some(place) = ring.places.get_mut(ring.len) {
                        *place = to.place;
                        ring.len += 1;
                    }
                }),
                PieceType::PAWN => reach.from(from, |to| {
                    if to.strikes {
                        self.pawn_attacks[own][to.place.index()] = true;
                        self.attack_count[own][to.place.index()] += 1;
                        self.least_attacker[own][to.place.index()] = 0;
                    }
                }),
                _ => {}
            }
        }
    }

    fn count_king_safety(&self, side: Side, sign: i32, counts: &mut FeatureVector) {
        let (own, other) = (side.index(), side.other().index());
        let KingRing { places, len } = self.king_ring[own];
        let struck = |place: &&Place| self.attack_count[other][place.index()] > 0;
        let weak =
            places[..len].iter().filter(struck).filter(|place| self.attack_count[own][place.index()] < 2);
        let weak = weak.count();
        counts.add(WEAK_KING_SQUARE, 0, sign * weak as i32);
        if self.king_attackers[other] >= 2 {
            let danger = self.king_attack[other] as usize + 40 * weak;
            counts.add(KING_DANGER, danger / 50, sign);
        }
        let free = places[..len].iter().filter(|place| !struck(place)).count();
        counts.add(KING_MOBILITY, free, sign);
    }
}

/// What so much room is worth where there is on average so much.
pub(super) fn mobility_bonus(mean: f32) -> MobilityBonus {
    std::array::from_fn(|places| (MOBILITY_SCALE * ((places as f32).sqrt() - mean.sqrt())) as i16)
}

/// The place in what [`room`] gives.
pub(super) fn mobility_index(places: usize) -> usize {
    places.min(MAX_MOBILITY)
}
