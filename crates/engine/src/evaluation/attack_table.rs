//! Attack table of both sides: collects which squares are attacked how often and by what, and
//! counts king safety from the attacks on the zones around the Kings.

use adoube_rules::{AttackMap, BoardSearch, PieceType, Side, SquareIndex};

use super::features::{FeatureVector, KING_DANGER, KING_MOBILITY, WEAK_KING_SQUARE};

/// One value for each square.
type PerSquare<T> = [T; SquareIndex::COUNT];

/// Attacks of both sides.
pub(super) struct AttackTable {
    /// Squares that Pawns attack.
    pub(super) pawn_attacks: [PerSquare<bool>; 2],
    /// Number of attackers, Pawns and the King among them.
    pub(super) attack_count: [PerSquare<u8>; 2],
    /// Value of the least valuable attacker.
    pub(super) least_attacker: [PerSquare<i16>; 2],
    /// Squares next to that side's King.
    pub(super) king_zone: [PerSquare<bool>; 2],
    /// The same squares as a list.
    king_ring: [KingRing; 2],
    /// Pieces that attack the other side's King zone.
    pub(super) king_attackers: [usize; 2],
    /// Sum of their attacks, weighted by their values.
    pub(super) king_attack: [i32; 2],
}

/// Squares next to a King.
#[derive(Clone, Copy)]
struct KingRing {
    places: [SquareIndex; 8],
    len: usize,
}

impl AttackTable {
    /// A table without attacks.
    pub(super) fn new(board: &BoardSearch) -> Self {
        let king_ring = Side::BOTH.map(|side| KingRing { places: [board.king(side); 8], len: 0 });
        Self {
            pawn_attacks: [[false; SquareIndex::COUNT]; 2],
            attack_count: [[0; SquareIndex::COUNT]; 2],
            least_attacker: [[i16::MAX; SquareIndex::COUNT]; 2],
            king_zone: [[false; SquareIndex::COUNT]; 2],
            king_ring,
            king_attackers: [0; 2],
            king_attack: [0; 2],
        }
    }

    /// Adds the attacks of a side's King and Pawns, and its King zone.
    pub(super) fn add_king_and_pawn_attacks(&mut self, board: &BoardSearch, reach: &AttackMap, side: Side) {
        let own = side.index();
        for (from, piece) in board.pieces_of(side) {
            match piece.kind {
                PieceType::KING => reach.visit_targets(from, |to| {
                    self.king_zone[own][to.place.index()] = true;
                    self.attack_count[own][to.place.index()] += 1;
                    let ring = &mut self.king_ring[own];
                    if let Some(place) = ring.places.get_mut(ring.len) {
                        *place = to.place;
                        ring.len += 1;
                    }
                }),
                PieceType::PAWN => reach.visit_targets(from, |to| {
                    if to.can_capture {
                        self.pawn_attacks[own][to.place.index()] = true;
                        self.attack_count[own][to.place.index()] += 1;
                        self.least_attacker[own][to.place.index()] = 0;
                    }
                }),
                _ => {}
            }
        }
    }

    /// Counts the king safety features of a side, `sign` times.
    pub(super) fn count_king_safety(&self, side: Side, sign: i32, features: &mut FeatureVector) {
        let (own, other) = (side.index(), side.other().index());
        let KingRing { places, len } = self.king_ring[own];
        let attacks = |place: &&SquareIndex| self.attack_count[other][place.index()] > 0;
        let weak =
            places[..len].iter().filter(attacks).filter(|place| self.attack_count[own][place.index()] < 2);
        let weak = weak.count();
        features.add(WEAK_KING_SQUARE, 0, sign * weak as i32);
        if self.king_attackers[other] >= 2 {
            let danger = self.king_attack[other] as usize + 40 * weak;
            features.add(KING_DANGER, danger / 50, sign);
        }
        let free = places[..len].iter().filter(|place| !attacks(place)).count();
        features.add(KING_MOBILITY, free, sign);
    }
}
