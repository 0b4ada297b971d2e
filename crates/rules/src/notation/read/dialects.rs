//! Reads one text in two dialects of piece letters, where `Cf1` is a move of the Cardinal or of the
//! Marshal, and chooses between the readings.
//!
//! Legal moves and the known habit of a person decide which reading counts. Where that is not enough, the person is asked.

use super::MoveReading;
use super::candidate::ReadingConfidence;
use crate::notation::vocabulary::{Spelling, TypedLetters, VocabularyWithLetters};
use crate::{Move, Position};

/// The reading of a text in one dialect.
pub(super) struct DialectReading {
    pub(super) reading: MoveReading,
    /// The confidence in its legal moves.
    pub(super) confidence: ReadingConfidence,
    /// Whether the text is a move as the dialect writes it, legal or not.
    pub(super) has_standard_spelling: bool,
}

/// Reads a text in every dialect it may use.
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

/// Combines two different readings; `first` is in the likelier dialect.
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
    // `Axb5` is a move of the Archbishop as surely as `Bxb5` is one of the Bishop and not of the
    // b-pawn.
    if other.confidence < first.confidence {
        return other.reading;
    }
    // `axb5` is how records write the move of the Pawn. A piece of the other dialect with the same
    // target makes it no less certain.
    let adds_to_small_text = is_all_lower_case && moves.iter().all(|made| others.contains(made));
    if !asks || adds_to_small_text {
        return first.reading;
    }
    let mut both = [moves, others].concat();
    both.sort_unstable();
    both.dedup();
    MoveReading::Several(both)
}

/// The legal moves of a reading.
fn legal(reading: &MoveReading) -> &[Move] {
    match reading {
        MoveReading::Move(only) => std::slice::from_ref(only),
        MoveReading::Several(moves) | MoveReading::OtherLetters(moves) => moves,
        MoveReading::Refused(_) | MoveReading::NotAMove => &[],
    }
}
