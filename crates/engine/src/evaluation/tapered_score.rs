//! Tapered evaluation: a score for the middlegame and one for the endgame, between which the phase of the game interpolates.

use adoube_rules::Side;

/// A score in the middlegame and one in the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaperedScore {
    /// Score in the middlegame, in centipawns.
    pub midgame: i32,
    /// Score in the endgame, in centipawns.
    pub endgame: i32,
}

impl TaperedScore {
    /// The same score in every phase.
    pub const fn uniform(amount: i32) -> Self {
        Self { midgame: amount, endgame: amount }
    }

    /// The score of a side half-way between middlegame and endgame, where this one is White's.
    pub const fn mean_for(self, side: Side) -> i32 {
        let white = i32::midpoint(self.midgame, self.endgame);
        match side {
            Side::White => white,
            Side::Black => -white,
        }
    }
}

impl std::ops::Neg for TaperedScore {
    type Output = Self;

    fn neg(self) -> Self {
        Self { midgame: -self.midgame, endgame: -self.endgame }
    }
}

impl std::ops::AddAssign for TaperedScore {
    fn add_assign(&mut self, other: Self) {
        self.midgame += other.midgame;
        self.endgame += other.endgame;
    }
}

impl std::ops::SubAssign for TaperedScore {
    fn sub_assign(&mut self, other: Self) {
        self.midgame -= other.midgame;
        self.endgame -= other.endgame;
    }
}
