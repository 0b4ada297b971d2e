//! Scores of a search, centipawns or the distance to mate: their bounds, and conversions for the
//! transposition table and for display.

use std::fmt;

/// Above every score.
pub(crate) const INFINITY: i32 = 32_000;
/// Mate score at distance 0; each ply of distance takes 1.
pub(crate) const MATE: i32 = 31_000;
const MATE_THRESHOLD: i32 = MATE - 1_000;

/// Score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchScore {
    /// Centipawns: hundredths of a pawn.
    Centipawns(i32),
    /// The side to move mates in that many of its moves; below 1, it is mated in that many of the
    /// opponent's.
    Mate(i32),
}

impl SearchScore {
    pub(crate) fn of(score: i32) -> Self {
        if is_mate(score) { Self::Mate(moves_to_mate(score)) } else { Self::Centipawns(score) }
    }
}

/// As UCI writes it: `cp 35`, `mate -2`.
impl fmt::Display for SearchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(hundredths) => write!(f, "cp {hundredths}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// Score of being mated at that ply.
pub(crate) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether a score is a mate score.
pub(crate) const fn is_mate(score: i32) -> bool {
    score.abs() >= MATE_THRESHOLD
}

/// Distance to mate in moves; 0 or below if the side to move is mated.
pub(crate) const fn moves_to_mate(score: i32) -> i32 {
    if score > 0 { (MATE - score + 1) / 2 } else { -(MATE + score) / 2 }
}

/// Score for the transposition table: mate distance counted from the node, not from the root.
pub(crate) const fn to_tt(score: i32, ply: usize) -> i32 {
    if score >= MATE_THRESHOLD {
        score + ply as i32
    } else if score <= -MATE_THRESHOLD {
        score - ply as i32
    } else {
        score
    }
}

/// Score from the transposition table: mate distance counted from the root again.
pub(crate) const fn from_tt(score: i32, ply: usize) -> i32 {
    if score >= MATE_THRESHOLD {
        score - ply as i32
    } else if score <= -MATE_THRESHOLD {
        score + ply as i32
    } else {
        score
    }
}
