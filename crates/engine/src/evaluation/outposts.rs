//! Counts placement features of the evaluation: outposts, rooks on open files, bad bishops,
//! distance of minor pieces from their King, and phalanx, backward and free passed pawns.
//!
//! Not here: features of pawns alone (`pawn_structure`) and threats (`piece_activity`).

use adoube_rules::{Piece, PieceType, Side, Square, SquareIndex};

use super::attack_table::AttackTable;
use super::features::{
    BACKWARD_PAWN, BAD_BISHOP_PAWNS, FREE_PASSED_PAWN, FeatureVector, MINOR_KING_DISTANCE, OUTPOST,
    PHALANX_PAWN, ROOK_ON_OPEN_FILE,
};
use super::geometry::{king_distance, relative_rank, square_colour};
use super::piece_activity::FeatureCounter;

impl FeatureCounter<'_> {
    /// Counts the placement features of a side, `sign` times.
    pub(super) fn count_placement(
        &self,
        attacks: &AttackTable,
        side: Side,
        sign: i32,
        features: &mut FeatureVector,
    ) {
        let king = self.board.king(side).square();
        for (place, Piece { kind, .. }) in self.board.pieces_of(side) {
            let square = place.square();
            match kind {
                PieceType::PAWN => self.count_pawn_placement(attacks, side, square, sign, features),
                PieceType::ROOK => {
                    let [own, theirs] =
                        [side, side.other()].map(|side| self.pawns.on_file(side, square.file));
                    if own == 0 {
                        features.add(ROOK_ON_OPEN_FILE, usize::from(theirs == 0), sign);
                    }
                }
                PieceType::KNIGHT | PieceType::BISHOP => {
                    let number = usize::from(kind == PieceType::BISHOP);
                    let is_protected = attacks.pawn_attacks[side.index()][place.index()];
                    if is_protected && !self.pawns.is_attackable_by_pawn(side, square) {
                        features.add(OUTPOST, number, sign);
                    }
                    features.add(MINOR_KING_DISTANCE, number, sign * king_distance(king, square));
                    if kind == PieceType::BISHOP {
                        features.add(
                            BAD_BISHOP_PAWNS,
                            0,
                            sign * self.pawns.count_of_colour(side, square_colour(square)),
                        );
                    }
                }
                _ => {}
            }
        }
    }

    fn count_pawn_placement(
        &self,
        attacks: &AttackTable,
        side: Side,
        square: Square,
        sign: i32,
        features: &mut FeatureVector,
    ) {
        let (other, rank) = (side.other(), relative_rank(side, square.rank, self.last_rank));
        let left = (self.last_rank - rank).max(1) as usize - 1;
        let neighbour = SquareIndex::at(Square::new(square.file + 1, square.rank));
        if neighbour.and_then(|place| self.board.piece_at(place)) == Some(Piece::new(side, PieceType::PAWN)) {
            features.add(PHALANX_PAWN, left, sign);
        }
        let next = Square::new(square.file, relative_rank(side, rank + 1, self.last_rank));
        let Some(next) = SquareIndex::at(next) else { return };
        if attacks.pawn_attacks[other.index()][next.index()] && !self.pawns.has_supporting_pawn(side, square)
        {
            features.add(BACKWARD_PAWN, 0, sign);
        }
        if self.pawns.is_passed(side, square) && attacks.attack_count[other.index()][next.index()] == 0 {
            features.add(FREE_PASSED_PAWN, left, sign);
        }
    }
}
