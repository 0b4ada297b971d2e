//! Finds the piece that a typed move touches, whether the move is legal or not.
//!
//! Stricter than reading: under touch-move a touched piece binds its player, so an uncertain text touches nothing.

use super::candidate::{
    CandidateMeaning, CandidateMove, ReadingCandidate, ReadingConfidence, has_standard_spelling,
};
use super::obstacle::obstacle;
use super::{likely_candidates, nearest_refusal};
use crate::notation::vocabulary::{Spelling, TypedLetters, VocabularyWithLetters};
use crate::position::Obstacle;
use crate::{Position, Square};

/// The piece that a typed move touches, and its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TouchAttempt {
    /// The square of the piece. It is an enemy piece if the text names its square.
    pub from: Square,
    /// The target, if it is certain. Castling has none.
    pub to: Option<Square>,
}

/// The piece that a typed move of the side to move touches, if the text leaves no doubt about it.
///
/// - A start square that is typed out names what stands there, unless the text calls it something else. An empty one
///   names nothing.
/// - A type, or a Pawn's file, names the only such piece; of several the only one that moves that way at all, even if
///   something is in its way.
/// - Castling names the King.
/// - A square that the board does not have makes the text no move.
/// - Letters that mean different pieces in the two dialects name none, unless it is known which one the person writes.
pub fn touch_attempt<'w>(
    position: &Position,
    text: &str,
    vocabulary: impl Into<VocabularyWithLetters<'w>>,
) -> Option<TouchAttempt> {
    let VocabularyWithLetters { words, letters } = vocabulary.into();
    let in_dialect = |dialect| likely_candidates(position, text, Spelling { words, dialect });
    let (first, second) = letters.dialects(position.variant());
    let candidates = in_dialect(first);
    let meant = in_hand(position, &candidates);
    let Some(second) = second else { return meant };
    match (meant, in_hand(position, &in_dialect(second))) {
        (Some(meant), Some(other)) if meant != other && letters == TypedLetters::Undecided => None,
        (None, other) if !has_standard_spelling(&candidates) => other,
        (meant, _) => meant,
    }
}

fn in_hand(position: &Position, candidates: &[ReadingCandidate]) -> Option<TouchAttempt> {
    [ReadingConfidence::Coordinates, ReadingConfidence::AsWritten, ReadingConfidence::CaseIgnored]
        .into_iter()
        .find_map(|confidence| {
            let alike = candidates.iter().filter(|candidate| candidate.confidence == confidence);
            let attempt_readings: Vec<AttemptReading> =
                alike.flat_map(|candidate| attempt_readings(position, candidate)).collect();
            (!attempt_readings.is_empty()).then(|| certain(&attempt_readings))
        })?
}

/// One reading of the text.
#[derive(Clone, Copy)]
struct AttemptReading {
    from: Square,
    to: Option<Square>,
    /// Whether the target lies in the movement of the piece, obstacles apart.
    matches_movement: bool,
}

fn certain(attempt_readings: &[AttemptReading]) -> Option<TouchAttempt> {
    let some_move_so = attempt_readings.iter().any(|tried| tried.matches_movement);
    let mut meant = attempt_readings.iter().filter(|tried| tried.matches_movement == some_move_so);
    let first = meant.next()?;
    let rest: Vec<&AttemptReading> = meant.collect();
    let same_target = rest.iter().all(|tried| tried.to == first.to);
    let same_piece = rest.iter().all(|tried| tried.from == first.from);
    same_piece.then_some(TouchAttempt { from: first.from, to: first.to.filter(|_| same_target) })
}

fn attempt_readings(position: &Position, candidate: &ReadingCandidate) -> Vec<AttemptReading> {
    match &candidate.meaning {
        CandidateMeaning::Castling(_) => {
            let king = position.king(position.side_to_move());
            king.map(|from| AttemptReading { from, to: None, matches_movement: true }).into_iter().collect()
        }
        CandidateMeaning::Move(candidate_move) => goings(position, candidate_move),
    }
}

fn goings(position: &Position, candidate_move: &CandidateMove) -> Vec<AttemptReading> {
    let region = position.region();
    let mut squares = [candidate_move.origin.square(), Some(candidate_move.to)].into_iter().flatten();
    if squares.any(|square| !region.contains(square)) {
        return Vec::new();
    }
    let to = Some(candidate_move.to);
    if let Some(from) = candidate_move.origin.square() {
        let there = position.piece_at(from);
        let named = there.filter(|piece| candidate_move.kind.is_none_or(|kind| kind == piece.kind));
        return named.map(|_| AttemptReading { from, to, matches_movement: true }).into_iter().collect();
    }
    let matching_pieces =
        nearest_refusal::matching_pieces(position, candidate_move).map(|mover| mover.square);
    matching_pieces
        .map(|from| AttemptReading {
            from,
            to,
            matches_movement: from != candidate_move.to
                && obstacle(position, from, candidate_move.to) != Obstacle::Movement,
        })
        .collect()
}
