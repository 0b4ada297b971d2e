//! Piece activity: mobility to squares that no pawn attacks, attacks on the King zone, and threats.
//!
//! Not here: placement of pieces (`outposts`) and piece-square tables (`piece_square`).

use adoube_rules::{BoardSearch, Piece, PieceType, Reach, Side, Worth};

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
    pub(super) worth: &'a Worth,
    pub(super) mobility: &'a MobilityTables,
    pub(super) last_rank: i32,
    pub(super) pawns: &'a PawnStructure,
}

impl FeatureCounter<'_> {
    /// Counts the features of both sides.
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

    /// Threats against a side: pieces attacked by pawns or lesser pieces, hanging pieces; and
    /// pieces and pawns that own pawns protect.
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
