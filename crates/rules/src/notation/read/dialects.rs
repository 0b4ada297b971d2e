//! One text in two dialects of piece letters: `Cf1` is the Cardinal's or the Marshal's. A move is never guessed: which
//! reading counts is decided by what is legal and by what is known of the person's habit, and where that is not enough
//! the person is asked.

use super::Reading;
use super::candidate::Likeness;
use crate::notation::words::{Spelling, TypedLetters, Vocabulary};
use crate::{Move, Position};

/// What a text says in one dialect.
pub(super) struct Found {
    pub(super) reading: Reading,
    /// How sure its legal moves are meant.
    pub(super) likeness: Likeness,
    /// Whether the text can be read as this dialect writes moves, legal or not.
    pub(super) says_as_written: bool,
}

/// Reads a text in every dialect it may be in.
pub(super) fn read(
    position: &Position,
    vocabulary: Vocabulary<'_>,
    all_small: bool,
    read_in: impl Fn(Spelling<'_>) -> Found,
) -> Reading {
    let Vocabulary { words, letters } = vocabulary;
    let (first, second) = letters.dialects(position.variant());
    let found = read_in(Spelling { words, dialect: first });
    let Some(second) = second else { return found.reading };
    let other = read_in(Spelling { words, dialect: second });
    if found.reading == other.reading {
        return found.reading;
    }
    let asks = letters == TypedLetters::Undecided;
    combined(found, other, asks, all_small)
}

/// One reading out of two that differ; `first` is in the likelier dialect.
fn combined(first: Found, other: Found, asks: bool, all_small: bool) -> Reading {
    let (moves, others) = (legal(&first.reading), legal(&other.reading));
    if others.is_empty() {
        let other_says_more = moves.is_empty() && other.says_as_written && !first.says_as_written;
        return if other_says_more { other.reading } else { first.reading };
    }
    if moves.is_empty() {
        return if first.says_as_written { Reading::OtherLetters(others.to_vec()) } else { other.reading };
    }
    // `Axb5` is the Archbishop's as surely as `Bxb5` is the Bishop's and not the b-pawn's.
    if other.likeness < first.likeness {
        return other.reading;
    }
    // `axb5` is how records write the Pawn's move. That a piece of the other dialect could go there, too, is no doubt.
    let adds_to_small_text = all_small && moves.iter().all(|made| others.contains(made));
    if !asks || adds_to_small_text {
        return first.reading;
    }
    let mut both = [moves, others].concat();
    both.sort_unstable();
    both.dedup();
    Reading::Several(both)
}

/// The legal moves that a reading means.
fn legal(reading: &Reading) -> &[Move] {
    match reading {
        Reading::Move(only) => std::slice::from_ref(only),
        Reading::Several(moves) | Reading::OtherLetters(moves) => moves,
        Reading::Refused(_) | Reading::NotAMove => &[],
    }
}
