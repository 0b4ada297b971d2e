//! Squares of the padded board as eight-bit indices, sets of them, and offsets between them.
//!
//! Code and comments call them cells, to tell them from [`Square`], which callers of the crate use.

use crate::Square;

/// Cells from one rank to the next: ten files and the padding beside them, which neighbouring ranks
/// share.
const STRIDE: i32 = 14;
/// The cell of `a1`: four ranks of padding below it, and four cells before.
const ORIGIN: i32 = 60;
/// Files and ranks of the largest board.
const LARGEST: i32 = 10;

/// A cell of the padded board. With four cells of padding on every side the largest board needs
/// exactly 256, so that an eight-bit index is always inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PaddedSquare(u8);

/// The difference of two cells.
pub(crate) type PaddedOffset = i8;

/// The square of each cell. A table, because searches convert often and division is slow.
static SQUARES: [Square; PaddedSquare::COUNT] = {
    let mut squares = [Square::new(0, 0); PaddedSquare::COUNT];
    let mut cell = 0;
    while cell < PaddedSquare::COUNT {
        let place = cell as i32 - ORIGIN;
        squares[cell] = Square::new(place.rem_euclid(STRIDE), place.div_euclid(STRIDE) + 1);
        cell += 1;
    }
    squares
};

/// Number of displacements between cells of the largest board, see [`PaddedSquare::displacement`].
pub(crate) const DISPLACEMENTS: usize = (2 * SPREAD * LARGEST) as usize;
/// Displacement from one rank to the next: more than twice the largest difference of files.
const SPREAD: i32 = 2 * LARGEST;

/// The index of each cell from which displacements are computed.
static SPREAD_OUT: [u8; PaddedSquare::COUNT] = {
    let mut numbers = [0; PaddedSquare::COUNT];
    let mut rank = 0;
    while rank < LARGEST {
        let mut file = 0;
        while file < LARGEST {
            numbers[PaddedSquare::at(Square::new(file, rank + 1)).index()] = (rank * SPREAD + file) as u8;
            file += 1;
        }
        rank += 1;
    }
    numbers
};

impl PaddedSquare {
    pub(crate) const COUNT: usize = 256;
    /// A cell that is on no board, in place of an optional one.
    pub(crate) const NOWHERE: Self = Self(0);

    /// The cell of a square of the largest board.
    pub(crate) const fn at(square: Square) -> Self {
        Self((ORIGIN + (square.rank - 1) * STRIDE + square.file) as u8)
    }

    /// The cell of a square, if the largest board has it.
    pub(crate) fn on_largest(square: Square) -> Option<Self> {
        let inside = (0..LARGEST).contains(&square.file) && (1..=LARGEST).contains(&square.rank);
        inside.then(|| Self::at(square))
    }

    /// The square of a cell.
    #[inline]
    pub(crate) const fn square(self) -> Square {
        SQUARES[self.index()]
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell with an index.
    pub(crate) const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// The offset of so many files and ranks, at most four each.
    pub(crate) const fn difference(files: i32, ranks: i32) -> PaddedOffset {
        (ranks * STRIDE + files) as PaddedOffset
    }

    /// The displacement to a cell of the board: a number that identifies the difference of files
    /// and ranks.
    #[inline]
    pub(crate) const fn displacement(self, to: Self) -> usize {
        DISPLACEMENTS / 2 + SPREAD_OUT[to.index()] as usize - SPREAD_OUT[self.index()] as usize
    }

    /// The displacement of so many files and ranks, each less than a board has.
    pub(crate) const fn displacement_by(files: i32, ranks: i32) -> usize {
        (DISPLACEMENTS as i32 / 2 + ranks * SPREAD + files) as usize
    }

    /// The cell at an offset.
    #[inline]
    #[must_use]
    pub(crate) const fn step(self, step: PaddedOffset) -> Self {
        Self(self.0.wrapping_add_signed(step))
    }

    /// The cell from which the offset leads here.
    #[inline]
    #[must_use]
    pub(crate) const fn back(self, step: PaddedOffset) -> Self {
        Self(self.0.wrapping_sub(step as u8))
    }
}

/// A set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PaddedSquareSet([u64; 4]);

impl PaddedSquareSet {
    pub(crate) const EMPTY: Self = Self([0; 4]);
    pub(crate) const ALL: Self = Self([u64::MAX; 4]);

    /// The set of one cell.
    pub(crate) const fn of(cell: PaddedSquare) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    #[inline]
    pub(crate) const fn contains(&self, cell: PaddedSquare) -> bool {
        self.0[(cell.0 >> 6) as usize] & (1 << (cell.0 & 63)) != 0
    }

    /// Adds a cell and returns whether it is new.
    #[inline]
    pub(crate) const fn insert(&mut self, cell: PaddedSquare) -> bool {
        let new = !self.contains(cell);
        self.0[(cell.0 >> 6) as usize] |= 1 << (cell.0 & 63);
        new
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// Its cells in ascending order.
    #[inline]
    pub(crate) fn iter(mut self) -> impl Iterator<Item = PaddedSquare> {
        let mut word = 0;
        std::iter::from_fn(move || {
            while self.0[word] == 0 {
                word += 1;
                if word == self.0.len() {
                    word = 0;
                    return None;
                }
            }
            let lowest = self.0[word].trailing_zeros() as u8;
            self.0[word] &= self.0[word] - 1;
            Some(PaddedSquare((word as u8) << 6 | lowest))
        })
    }

    /// The cells for which a predicate holds.
    #[must_use]
    pub(crate) fn only(self, mut holds: impl FnMut(PaddedSquare) -> bool) -> Self {
        let mut kept = Self::EMPTY;
        for cell in self.iter().filter(|&cell| holds(cell)) {
            kept.insert(cell);
        }
        kept
    }

    /// The difference of two sets.
    #[must_use]
    pub(crate) fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine &= !theirs);
        self
    }

    /// Adds the cells of another set.
    #[inline]
    pub(crate) fn unite(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }

    /// Keeps only the cells that are in the other set too.
    pub(crate) fn intersect(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine &= theirs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Region;

    #[test]
    fn squares_have_cells_of_their_own_and_room_around_them() {
        let region = Region::Board { files: 10, ranks: 10 };
        let mut seen = PaddedSquareSet::EMPTY;
        for square in region.squares() {
            assert_eq!(PaddedSquare::at(square).square(), square);
            assert!(seen.insert(PaddedSquare::at(square)));
        }
        for square in region.squares() {
            for files in -4..=4 {
                for ranks in -4..=4 {
                    let reached = PaddedSquare::at(square).step(PaddedSquare::difference(files, ranks));
                    assert_eq!(seen.contains(reached), region.contains(square.offset(files, ranks)));
                    assert_eq!(
                        reached.back(PaddedSquare::difference(files, ranks)),
                        PaddedSquare::at(square)
                    );
                    if region.contains(square.offset(files, ranks)) {
                        let displacement = PaddedSquare::at(square).displacement(reached);
                        assert_eq!(displacement, PaddedSquare::displacement_by(files, ranks));
                    }
                }
            }
        }
    }
}
