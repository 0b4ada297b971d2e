//! Types of a movement's parts (atoms): steps, paths and modes. They are written from White's view,
//! with `ranks` counted forward.

/// A step by files to the right and ranks forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct MoveVector {
    pub(crate) files: i8,
    pub(crate) ranks: i8,
}

impl MoveVector {
    pub(crate) const fn new(files: i8, ranks: i8) -> Self {
        Self { files, ranks }
    }

    /// The eight (or four) images of the vector under rotations and reflections of the board,
    /// sorted.
    pub(crate) fn symmetric(self) -> Vec<Self> {
        let (a, b) = (self.files, self.ranks);
        let mut all: Vec<_> = [(a, b), (b, a)]
            .into_iter()
            .flat_map(|(x, y)| [(x, y), (-x, y), (x, -y), (-x, -y)])
            .map(|(x, y)| Self::new(x, y))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether the vector, after `first`, leads further away from the start on both axes.
    pub(crate) const fn continues(self, first: Self) -> bool {
        self.files.signum() * first.files.signum() >= 0 && self.ranks.signum() * first.ranks.signum() >= 0
    }

    /// The same step from Black's view.
    #[must_use]
    pub(crate) const fn mirrored(self) -> Self {
        Self::new(self.files, -self.ranks)
    }
}

/// Whether an atom moves to empty squares, captures, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveMode {
    Both,
    QuietOnly,
    CaptureOnly,
}

impl MoveMode {
    pub(crate) const fn quiet(self) -> bool {
        !matches!(self, Self::CaptureOnly)
    }

    pub(crate) const fn captures(self) -> bool {
        !matches!(self, Self::QuietOnly)
    }
}

/// A step that is repeated over empty squares, at least once and at most `limit` times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PathLeg {
    pub(crate) step: MoveVector,
    pub(crate) limit: u8,
}

/// Where a hopper lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HopperLanding {
    /// On the square just behind the last of so many pieces.
    JustBehind { pieces: u8 },
    /// On the first piece behind one piece.
    OnNextPiece,
}

/// The path from start to target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathShape {
    /// One leg, which may stop after any of its steps.
    Straight(PathLeg),
    /// One leg, then another; it stops on the second only.
    Bent(PathLeg, PathLeg),
    /// In a straight line over other pieces.
    Over(MoveVector, HopperLanding),
}

/// One way to move in one direction. A movement is a list of atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MovementAtom {
    pub(crate) shape: PathShape,
    pub(crate) mode: MoveMode,
}
