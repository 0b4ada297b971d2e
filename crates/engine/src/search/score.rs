//! Scores: hundredths of a pawn, or how far a mate is.

use std::fmt;

/// More than any score.
pub(crate) const INFINITY: i32 = 32_000;
/// The side to move has mated: less by one for each half-move until then.
pub(crate) const MATE: i32 = 31_000;
const MATE_THRESHOLD: i32 = MATE - 1_000;

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// It mates in so many of its moves; or, if that is less than 1, is mated in so many of the opponent's.
    Mate(i32),
}

impl SearchScore {
    pub(crate) fn of(score: i32) -> Self {
        if is_mate(score) { Self::Mate(moves_to_mate(score)) } else { Self::Centipawns(score) }
    }
}

/// As the UCI protocol has it.
impl fmt::Display for SearchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(hundredths) => write!(f, "cp {hundredths}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// The side to move is mated after that many half-moves.
pub(crate) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether a score is a mate.
pub(crate) const fn is_mate(score: i32) -> bool {
    score.abs() >= MATE_THRESHOLD
}

/// In how many moves; less than 0 if the side to move is mated.
pub(crate) const fn moves_to_mate(score: i32) -> i32 {
    if score > 0 { (MATE - score + 1) / 2 } else { -(MATE + score) / 2 }
}

/// A score as the table keeps it: mates counted from the position, not from the root.
pub(crate) const fn to_tt(score: i32, ply: usize) -> i32 {
    if score >= MATE_THRESHOLD {
        score + ply as i32
    } else if score <= -MATE_THRESHOLD {
        score - ply as i32
    } else {
        score
    }
}

/// The reverse.
pub(crate) const fn from_tt(score: i32, ply: usize) -> i32 {
    if score >= MATE_THRESHOLD {
        score - ply as i32
    } else if score <= -MATE_THRESHOLD {
        score + ply as i32
    } else {
        score
    }
}
