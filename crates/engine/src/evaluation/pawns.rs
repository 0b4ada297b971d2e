//! Counts what depends on pawns alone, and on Kings near them. Not here: what pawns strike (`activity`).

use adoube_rules::{BoardSearch, Place, Side, Square};

use super::features::{BLOCKED, Counts, DOUBLED, ISOLATED, KING_APART, PASSED, SHELTER, STORM};
use super::squares::seen_by;

/// Files and ranks of the largest board, and one on each side.
const FILES: usize = 12;
/// A pawn with fewer steps left than that is near to the last rank.
const NEAR: i32 = 6;

/// Which of both colours a square has.
pub(super) const fn colour(square: Square) -> usize {
    (square.file + square.rank) as usize % 2
}

/// Pawns by file: for each side the rank of the foremost and of the rearmost, as Black counts them for Black.
pub(super) struct Pawns {
    files: [[(i32, i32); FILES]; 2],
    count: [[u8; FILES]; 2],
    /// How many there are on squares of each colour.
    coloured: [[i32; 2]; 2],
    last_rank: i32,
}

/// Moves of a King from one square to another.
pub(super) fn apart(one: Square, other: Square) -> i32 {
    (one.file - other.file).abs().max((one.rank - other.rank).abs())
}

impl Pawns {
    pub(super) const fn none(last_rank: i32) -> Self {
        Self { files: [[(0, i32::MAX); FILES]; 2], count: [[0; FILES]; 2], coloured: [[0; 2]; 2], last_rank }
    }

    pub(super) fn add(&mut self, side: Side, place: Place) {
        let square = place.square();
        let rank = seen_by(side, square.rank, self.last_rank);
        let file = (square.file + 1) as usize % FILES;
        let (foremost, rearmost) = &mut self.files[side.index()][file];
        *foremost = (*foremost).max(rank);
        *rearmost = (*rearmost).min(rank);
        self.count[side.index()][file] += 1;
        self.coloured[side.index()][colour(square)] += 1;
    }

    /// Pawns of a side on squares of a colour.
    pub(super) const fn coloured(&self, side: Side, colour: usize) -> i32 {
        self.coloured[side.index()][colour]
    }

    /// Pawns of a side on a file.
    pub(super) fn on_file(&self, side: Side, file: i32) -> u8 {
        self.count[side.index()][(file + 1) as usize % FILES]
    }

    /// Whether the other side has a pawn ahead of a rank, as this side counts ranks, on a file: its rearmost is the last that
    /// could stop one.
    fn is_faced(&self, side: Side, file: usize, rank: i32) -> bool {
        let (_, rearmost) = self.files[side.other().index()][file % FILES];
        rearmost != i32::MAX && self.last_rank + 1 - rearmost > rank
    }

    /// Whether the other side has a pawn on one of the next files that may still come to strike a square.
    pub(super) fn may_strike(&self, side: Side, square: Square) -> bool {
        let rank = seen_by(side, square.rank, self.last_rank);
        [square.file, square.file + 2].into_iter().any(|file| self.is_faced(side, file as usize, rank))
    }

    /// Whether a side has a pawn beside or behind a square, on one of the next files.
    pub(super) fn may_support(&self, side: Side, square: Square) -> bool {
        let rank = seen_by(side, square.rank, self.last_rank);
        let own = &self.files[side.index()];
        [square.file, square.file + 2].into_iter().any(|file| own[file as usize % FILES].1 <= rank)
    }

    /// Whether no pawn of the other side is ahead of the square, on its file or the next ones.
    pub(super) fn is_passed(&self, side: Side, square: Square) -> bool {
        let rank = seen_by(side, square.rank, self.last_rank);
        !self.is_faced(side, (square.file + 1) as usize, rank) && !self.may_strike(side, square)
    }

    /// Counts a side's pawns, `sign` times.
    pub(super) fn count(&self, board: &BoardSearch, side: Side, sign: i32, counts: &mut Counts) {
        let [king, their_king] = [side, side.other()].map(|side| board.king(side).square());
        let own = &self.files[side.index()];
        let numbers = &self.count[side.index()];
        for file in 1..FILES - 1 {
            let (foremost, _) = own[file];
            if numbers[file] == 0 {
                continue;
            }
            counts.add(DOUBLED, 0, sign * (i32::from(numbers[file]) - 1));
            let is_isolated = numbers[file - 1] == 0 && numbers[file + 1] == 0;
            counts.add(ISOLATED, 0, sign * i32::from(is_isolated));
            if (file - 1..=file + 1).any(|near| self.is_faced(side, near, foremost)) {
                continue;
            }
            let left = (self.last_rank - foremost).max(1);
            counts.add(PASSED, left as usize - 1, sign);
            // Whose King is nearer to the square in front of it decides most endings.
            let next = Square::new(file as i32 - 1, seen_by(side, foremost + 1, self.last_rank));
            let near = sign * (NEAR - left).max(0);
            counts.add(KING_APART, 0, near * apart(their_king, next).min(6));
            counts.add(KING_APART, 1, near * apart(king, next).min(6));
            if Place::at(next).is_some_and(|place| board.piece_at(place).is_some()) {
                counts.add(BLOCKED, 0, near);
            }
        }
        self.count_before_king(side, king, sign, counts);
    }

    /// Counts the pawns of both sides in front of a King at home.
    fn count_before_king(&self, side: Side, king: Square, sign: i32, counts: &mut Counts) {
        let rank = seen_by(side, king.rank, self.last_rank);
        if rank > 2 {
            return;
        }
        let (own, theirs) = (&self.files[side.index()], &self.files[side.other().index()]);
        for file in king.file..=king.file + 2 {
            let file = (file as usize).min(FILES - 1);
            let (_, rearmost) = own[file];
            let ahead = rearmost.saturating_sub(rank);
            counts.add(SHELTER, if (1..=2).contains(&ahead) { ahead as usize - 1 } else { 2 }, sign);
            let (foremost, _) = theirs[file];
            let ahead = self.last_rank + 1 - foremost - rank;
            if foremost > 0 && (1..=4).contains(&ahead) {
                counts.add(STORM, ahead as usize - 1, sign);
            }
        }
    }
}
