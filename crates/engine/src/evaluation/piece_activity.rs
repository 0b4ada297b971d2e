//! Counts piece activity for the evaluation: mobility to squares that no pawn attacks, attacks on
//! the King zone, and threats.
//!
//! Not here: placement of pieces (`outposts`) and piece-square tables (`piece_square`).

use adoube_rules::{AttackMap, BoardSearch, ExchangeValues, Piece, PieceType, Side};

use super::attack_table::AttackTable;
use super::features::{
    EvalFeature, FeatureVector, HANGING, HANGING_PAWN, KING_ZONE_ATTACK, MOBILITY, MOBILITY_BISHOP,
    MOBILITY_CARDINAL, MOBILITY_KNIGHT, MOBILITY_MARSHAL, MOBILITY_QUEEN, MOBILITY_ROOK, PAWN_PROTECTED,
    SUPPORTED_PAWN, THREAT_BY_LESSER, THREAT_BY_PAWN,
};
use super::geometry::relative_rank;
use super::mobility_bonus::MobilityTables;
use super::pawn_structure::PawnStructure;
use super::weighted_types::WEIGHTED_TYPES;

/// Centipawns by which an attacker must be less valuable than the piece for a threat by a lesser
/// piece.
const LESSER_ATTACKER_MARGIN: i32 = 20;
const MOBILITY_FEATURES: [EvalFeature; WEIGHTED_TYPES.len()] =
    [MOBILITY_KNIGHT, MOBILITY_BISHOP, MOBILITY_ROOK, MOBILITY_QUEEN, MOBILITY_CARDINAL, MOBILITY_MARSHAL];

/// Counts the features that need attack tables.
pub(super) struct FeatureCounter<'a> {
    pub(super) board: &'a BoardSearch,
    pub(super) piece_values: &'a ExchangeValues,
    pub(super) mobility: &'a MobilityTables,
    pub(super) last_rank: i32,
    pub(super) pawns: &'a PawnStructure,
}

impl FeatureCounter<'_> {
    /// Counts the features of both sides.
    pub(super) fn count(&self, features: &mut FeatureVector) {
        let board = self.board;
        let mut attacks = AttackTable::new(board);
        board.for_side(Side::White, |white| {
            board.for_side(Side::Black, |black| {
                attacks.add_king_and_pawn_attacks(board, white, Side::White);
                attacks.add_king_and_pawn_attacks(board, black, Side::Black);
                self.count_pieces(&mut attacks, white, Side::White, 1, features);
                self.count_pieces(&mut attacks, black, Side::Black, -1, features);
            });
        });
        for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
            self.count_threats(&attacks, side, sign, features);
            self.count_placement(&attacks, side, sign, features);
            attacks.count_king_safety(side, sign, features);
        }
    }

    fn count_pieces(
        &self,
        attacks: &mut AttackTable,
        reach: &AttackMap,
        side: Side,
        sign: i32,
        features: &mut FeatureVector,
    ) {
        let (own, other) = (side.index(), side.other().index());
        let (pawn_attacks, king_zone) = (&attacks.pawn_attacks[other], &attacks.king_zone[other]);
        let (count, least_attacker) = (&mut attacks.attack_count[own], &mut attacks.least_attacker[own]);
        let (mut attackers, mut attack) = (0, 0);
        for (from, piece) in self.board.pieces_of(side) {
            if piece.kind.is_king_or_pawn() {
                continue;
            }
            let value = self.piece_values[piece.kind.index()];
            let (mut squares, mut zone_attacks) = (0, 0);
            reach.visit_targets(from, |to| {
                let at = to.place.index();
                squares += usize::from(!to.is_guarded && !pawn_attacks[at]);
                if to.can_capture {
                    count[at] = count[at].saturating_add(1);
                    least_attacker[at] = least_attacker[at].min(value as i16);
                    zone_attacks += i32::from(king_zone[at] && !pawn_attacks[at]);
                }
            });
            match WEIGHTED_TYPES.iter().position(|kind| *kind == piece.kind) {
                Some(known) => features.add(MOBILITY_FEATURES[known], squares, sign),
                None => features.add(MOBILITY, 0, sign * self.mobility.bonus(piece.kind, squares)),
            }
            if zone_attacks > 0 {
                attackers += 1;
                attack += zone_attacks * (6 + value / 15);
            }
        }
        if attackers > 0 {
            features.add(KING_ZONE_ATTACK, attackers - 1, sign * attack);
        }
        attacks.king_attackers[own] = attackers;
        attacks.king_attack[own] = attack;
    }

    /// Threats against a side: pieces attacked by pawns or lesser pieces, hanging pieces; and
    /// pieces and pawns that own pawns protect.
    fn count_threats(&self, attacks: &AttackTable, side: Side, sign: i32, features: &mut FeatureVector) {
        let (own, other) = (side.index(), side.other().index());
        for (place, Piece { kind, .. }) in self.board.pieces_of(side) {
            let at = place.index();
            if kind == PieceType::KING {
                continue;
            }
            if attacks.pawn_attacks[own][at] {
                if kind == PieceType::PAWN {
                    let left = self.last_rank - relative_rank(side, place.square().rank, self.last_rank);
                    features.add(SUPPORTED_PAWN, (left.max(1) - 1) as usize, sign);
                } else {
                    features.add(PAWN_PROTECTED, 0, sign);
                }
            }
            if attacks.attack_count[other][at] == 0 {
                continue;
            }
            let is_hanging = attacks.attack_count[own][at] == 0;
            let value = self.piece_values[kind.index()];
            let threat = if kind == PieceType::PAWN {
                features.add(HANGING_PAWN, 0, sign * i32::from(is_hanging));
                continue;
            } else if attacks.pawn_attacks[other][at] {
                THREAT_BY_PAWN
            } else if i32::from(attacks.least_attacker[other][at]) + LESSER_ATTACKER_MARGIN < value {
                THREAT_BY_LESSER
            } else if is_hanging {
                HANGING
            } else {
                continue;
            };
            features.add(threat, 0, sign);
            features.add(threat, 1, sign * value / 100);
        }
    }
}
