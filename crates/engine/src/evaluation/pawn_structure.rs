//! Counts pawn structure for the evaluation: doubled, isolated and passed pawns, and pawn shield
//! and pawn storm before the Kings.
//!
//! Not here: what pawns attack (`attack_table`).

use adoube_rules::{BoardSearch, Side, Square, SquareIndex};

use super::features::{
    BLOCKED_PASSED_PAWN, DOUBLED_PAWN, FeatureVector, ISOLATED_PAWN, KING_PASSED_DISTANCE, PASSED_PAWN,
    PAWN_SHIELD, PAWN_STORM,
};
use super::geometry::{king_distance, relative_rank, square_colour};

/// Files of the largest board, with an empty one on each side.
const PADDED_FILES: usize = 12;
/// Steps from promotion below which a passed pawn counts as near.
const NEAR_PROMOTION: i32 = 6;

/// Pawns by file: for each side the greatest and the least relative rank.
pub(super) struct PawnStructure {
    extremes: [[(i32, i32); PADDED_FILES]; 2],
    per_file: [[u8; PADDED_FILES]; 2],
    /// Number of pawns on squares of each colour.
    by_colour: [[i32; 2]; 2],
    last_rank: i32,
}

impl PawnStructure {
    pub(super) const fn new(last_rank: i32) -> Self {
        Self {
            extremes: [[(0, i32::MAX); PADDED_FILES]; 2],
            per_file: [[0; PADDED_FILES]; 2],
            by_colour: [[0; 2]; 2],
            last_rank,
        }
    }

    pub(super) fn add(&mut self, side: Side, place: SquareIndex) {
        let square = place.square();
        let rank = relative_rank(side, square.rank, self.last_rank);
        let file = (square.file + 1) as usize % PADDED_FILES;
        let (foremost, rearmost) = &mut self.extremes[side.index()][file];
        *foremost = (*foremost).max(rank);
        *rearmost = (*rearmost).min(rank);
        self.per_file[side.index()][file] += 1;
        self.by_colour[side.index()][square_colour(square)] += 1;
    }

    /// Pawns of a side on squares of a colour.
    pub(super) const fn count_of_colour(&self, side: Side, colour: usize) -> i32 {
        self.by_colour[side.index()][colour]
    }

    /// Pawns of a side on a file.
    pub(super) fn on_file(&self, side: Side, file: i32) -> u8 {
        self.per_file[side.index()][(file + 1) as usize % PADDED_FILES]
    }

    /// Whether the other side has a pawn ahead of a relative rank on a file: its rearmost is the
    /// last that could stop one.
    fn has_opposing_pawn(&self, side: Side, file: usize, rank: i32) -> bool {
        let (_, rearmost) = self.extremes[side.other().index()][file % PADDED_FILES];
        rearmost != i32::MAX && self.last_rank + 1 - rearmost > rank
    }

    /// Whether a pawn of the other side on an adjacent file may still attack a square.
    pub(super) fn is_attackable_by_pawn(&self, side: Side, square: Square) -> bool {
        let rank = relative_rank(side, square.rank, self.last_rank);
        [square.file, square.file + 2]
            .into_iter()
            .any(|file| self.has_opposing_pawn(side, file as usize, rank))
    }

    /// Whether a side has a pawn beside or behind a square on an adjacent file.
    pub(super) fn has_supporting_pawn(&self, side: Side, square: Square) -> bool {
        let rank = relative_rank(side, square.rank, self.last_rank);
        let own = &self.extremes[side.index()];
        [square.file, square.file + 2].into_iter().any(|file| own[file as usize % PADDED_FILES].1 <= rank)
    }

    /// Passed pawn: no pawn of the other side ahead on the same or an adjacent file.
    pub(super) fn is_passed(&self, side: Side, square: Square) -> bool {
        let rank = relative_rank(side, square.rank, self.last_rank);
        !self.has_opposing_pawn(side, (square.file + 1) as usize, rank)
            && !self.is_attackable_by_pawn(side, square)
    }

    /// Counts the pawn features of a side, `sign` times.
    pub(super) fn count_features(
        &self,
        board: &BoardSearch,
        side: Side,
        sign: i32,
        features: &mut FeatureVector,
    ) {
        let [king, their_king] = [side, side.other()].map(|side| board.king(side).square());
        let own = &self.extremes[side.index()];
        let per_file = &self.per_file[side.index()];
        for file in 1..PADDED_FILES - 1 {
            let (foremost, _) = own[file];
            if per_file[file] == 0 {
                continue;
            }
            features.add(DOUBLED_PAWN, 0, sign * (i32::from(per_file[file]) - 1));
            let is_isolated = per_file[file - 1] == 0 && per_file[file + 1] == 0;
            features.add(ISOLATED_PAWN, 0, sign * i32::from(is_isolated));
            if (file - 1..=file + 1).any(|near| self.has_opposing_pawn(side, near, foremost)) {
                continue;
            }
            let ranks_left = (self.last_rank - foremost).max(1);
            features.add(PASSED_PAWN, ranks_left as usize - 1, sign);
            // The King nearer to the square in front of a passed pawn decides most endgames.
            let next = Square::new(file as i32 - 1, relative_rank(side, foremost + 1, self.last_rank));
            let near = sign * (NEAR_PROMOTION - ranks_left).max(0);
            features.add(KING_PASSED_DISTANCE, 0, near * king_distance(their_king, next).min(6));
            features.add(KING_PASSED_DISTANCE, 1, near * king_distance(king, next).min(6));
            if SquareIndex::at(next).is_some_and(|place| board.piece_at(place).is_some()) {
                features.add(BLOCKED_PASSED_PAWN, 0, near);
            }
        }
        self.count_pawn_shield(side, king, sign, features);
    }

    /// Pawn shield and pawn storm before a King at home.
    fn count_pawn_shield(&self, side: Side, king: Square, sign: i32, features: &mut FeatureVector) {
        let rank = relative_rank(side, king.rank, self.last_rank);
        if rank > 2 {
            return;
        }
        let (own, theirs) = (&self.extremes[side.index()], &self.extremes[side.other().index()]);
        for file in king.file..=king.file + 2 {
            let file = (file as usize).min(PADDED_FILES - 1);
            let (_, rearmost) = own[file];
            let ahead = rearmost.saturating_sub(rank);
            features.add(PAWN_SHIELD, if (1..=2).contains(&ahead) { ahead as usize - 1 } else { 2 }, sign);
            let (foremost, _) = theirs[file];
            let ahead = self.last_rank + 1 - foremost - rank;
            if foremost > 0 && (1..=4).contains(&ahead) {
                features.add(PAWN_STORM, ahead as usize - 1, sign);
            }
        }
    }
}
