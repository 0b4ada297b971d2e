//! One text in two dialects of piece letters: `Cf1` is the Cardinal's or the Marshal's. A move is never guessed: which
//! reading counts is decided by what is legal and by what is known of the person's habit, and where that is not enough
//! the person is asked.

use super::MoveReading;
use super::candidate::ReadingConfidence;
use crate::notation::vocabulary::{Spelling, TypedLetters, VocabularyWithLetters};
use crate::{Move, Position};

/// What a text says in one dialect.
pub(super) struct DialectReading {
    pub(super) reading: MoveReading,
    /// How sure its legal moves are meant.
    pub(super) confidence: ReadingConfidence,
    /// Whether the text can be read as this dialect writes moves, legal or not.
    pub(super) has_standard_spelling: bool,
}

/// Reads a text in every dialect it may be in.
pub(super) fn read(
    position: &Position,
    vocabulary: VocabularyWithLetters<'_>,
    is_all_lower_case: bool,
    read_in: impl Fn(Spelling<'_>) -> DialectReading,
) -> MoveReading {
    let VocabularyWithLetters { words, letters } = vocabulary;
    let (first, second) = letters.dialects(position.variant());
    let found = read_in(Spelling { words, dialect: first });
    let Some(second) = second else { return found.reading };
    let other = read_in(Spelling { words, dialect: second });
    if found.reading == other.reading {
        return found.reading;
    }
    let asks = letters == TypedLetters::Undecided;
    combine(found, other, asks, is_all_lower_case)
}

/// One reading out of two that differ; `first` is in the likelier dialect.
fn combine(first: DialectReading, other: DialectReading, asks: bool, is_all_lower_case: bool) -> MoveReading {
    let (moves, others) = (legal(&first.reading), legal(&other.reading));
    if others.is_empty() {
        let other_says_more = moves.is_empty() && other.has_standard_spelling && !first.has_standard_spelling;
        return if other_says_more { other.reading } else { first.reading };
    }
    if moves.is_empty() {
        return if first.has_standard_spelling {
            MoveReading::OtherLetters(others.to_vec())
        } else {
            other.reading
        };
    }
    // `Axb5` is the Archbishop's as surely as `Bxb5` is the Bishop's and not the b-pawn's.
    if other.confidence < first.confidence {
        return other.reading;
    }
    // `axb5` is how records write the Pawn's move. That a piece of the other dialect could go there, too, is no doubt.
    let adds_to_small_text = is_all_lower_case && moves.iter().all(|made| others.contains(made));
    if !asks || adds_to_small_text {
        return first.reading;
    }
    let mut both = [moves, others].concat();
    both.sort_unstable();
    both.dedup();
    MoveReading::Several(both)
}

/// The legal moves that a reading means.
fn legal(reading: &MoveReading) -> &[Move] {
    match reading {
        MoveReading::Move(only) => std::slice::from_ref(only),
        MoveReading::Several(moves) | MoveReading::OtherLetters(moves) => moves,
        MoveReading::Refused(_) | MoveReading::NotAMove => &[],
    }
}
