//! Counts how well pieces and pawns stand among pawns and the squares that are struck. Not here: what pawns alone make
//! (`pawns`), and what pieces threaten (`activity`).

use adoube_rules::{Piece, PieceType, Place, Side, Square};

use super::activity::{Counting, Struck};
use super::features::{BACKWARD, BESIDE, Counts, FROM_KING, ON_FILE, OUTPOST, SAME_COLOUR, UNSTOPPED};
use super::pawns::{apart, colour};
use super::squares::seen_by;

impl Counting<'_> {
    /// Counts where a side's pieces and pawns stand, `sign` times.
    pub(super) fn count_posts(&self, struck: &Struck, side: Side, sign: i32, counts: &mut Counts) {
        let king = self.board.king(side).square();
        for (place, Piece { kind, .. }) in self.board.pieces_of(side) {
            let square = place.square();
            match kind {
                PieceType::PAWN => self.count_pawn(struck, side, square, sign, counts),
                PieceType::ROOK => {
                    let [own, theirs] =
                        [side, side.other()].map(|side| self.pawns.on_file(side, square.file));
                    if own == 0 {
                        counts.add(ON_FILE, usize::from(theirs == 0), sign);
                    }
                }
                PieceType::KNIGHT | PieceType::BISHOP => {
                    let number = usize::from(kind == PieceType::BISHOP);
                    let is_guarded = struck.by_pawn[side.index()][place.index()];
                    if is_guarded && !self.pawns.may_strike(side, square) {
                        counts.add(OUTPOST, number, sign);
                    }
                    counts.add(FROM_KING, number, sign * apart(king, square));
                    if kind == PieceType::BISHOP {
                        counts.add(SAME_COLOUR, 0, sign * self.pawns.coloured(side, colour(square)));
                    }
                }
                _ => {}
            }
        }
    }

    fn count_pawn(&self, struck: &Struck, side: Side, square: Square, sign: i32, counts: &mut Counts) {
        let (other, rank) = (side.other(), seen_by(side, square.rank, self.last_rank));
        let left = (self.last_rank - rank).max(1) as usize - 1;
        let beside = Place::at(Square::new(square.file + 1, square.rank));
        if beside.and_then(|place| self.board.piece_at(place)) == Some(Piece::new(side, PieceType::PAWN)) {
            counts.add(BESIDE, left, sign);
        }
        let next = Square::new(square.file, seen_by(side, rank + 1, self.last_rank));
        let Some(next) = Place::at(next) else { return };
        if struck.by_pawn[other.index()][next.index()] && !self.pawns.may_support(side, square) {
            counts.add(BACKWARD, 0, sign);
        }
        if self.pawns.is_passed(side, square) && struck.count[other.index()][next.index()] == 0 {
            counts.add(UNSTOPPED, left, sign);
        }
    }
}
