//! Which piece a text takes in hand, whether or not the move is legal. Stricter than reading: what is not certain is
//! nothing, since under touch-move a piece that was taken in hand binds its player.

use super::candidate::{Candidate, Going, Likeness, Says, says_as_written};
use super::obstacle::obstacle;
use super::{likely_candidates, nearest};
use crate::notation::words::{Spelling, TypedLetters, Vocabulary};
use crate::position::Obstacle;
use crate::{Position, Square};

/// A piece taken in hand, and where to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Where the piece stands. An enemy's if the text names its square.
    pub from: Square,
    /// Where it was to go, if that is certain; castling names no such square.
    pub to: Option<Square>,
}

/// The piece that a typed move of the side to move takes in hand, if the text leaves no doubt about it.
///
/// - A start square that is typed out names what stands there, unless the text calls it something else. An empty one
///   names nothing.
/// - A type, or a Pawn's file, names the only such piece; of several the only one that moves that way at all, even if
///   something is in its way.
/// - Castling names the King.
/// - A square that the board does not have makes the text no move.
/// - Letters that mean different pieces in the two dialects name none, unless it is known which one the person writes.
pub fn attempt<'w>(
    position: &Position,
    text: &str,
    vocabulary: impl Into<Vocabulary<'w>>,
) -> Option<Attempt> {
    let Vocabulary { words, letters } = vocabulary.into();
    let in_dialect = |dialect| likely_candidates(position, text, Spelling { words, dialect });
    let (first, second) = letters.dialects(position.variant());
    let candidates = in_dialect(first);
    let meant = in_hand(position, &candidates);
    let Some(second) = second else { return meant };
    match (meant, in_hand(position, &in_dialect(second))) {
        (Some(meant), Some(other)) if meant != other && letters == TypedLetters::Undecided => None,
        (None, other) if !says_as_written(&candidates) => other,
        (meant, _) => meant,
    }
}

fn in_hand(position: &Position, candidates: &[Candidate]) -> Option<Attempt> {
    [Likeness::Coordinates, Likeness::AsWritten, Likeness::CaseIgnored].into_iter().find_map(|likeness| {
        let alike = candidates.iter().filter(|candidate| candidate.likeness == likeness);
        let tries: Vec<Try> = alike.flat_map(|candidate| tries(position, candidate)).collect();
        (!tries.is_empty()).then(|| certain(&tries))
    })?
}

/// One way to understand the text.
#[derive(Clone, Copy)]
struct Try {
    from: Square,
    to: Option<Square>,
    /// Whether the piece moves that way at all.
    moves_so: bool,
}

fn certain(tries: &[Try]) -> Option<Attempt> {
    let some_move_so = tries.iter().any(|tried| tried.moves_so);
    let mut meant = tries.iter().filter(|tried| tried.moves_so == some_move_so);
    let first = meant.next()?;
    let rest: Vec<&Try> = meant.collect();
    let same_target = rest.iter().all(|tried| tried.to == first.to);
    let same_piece = rest.iter().all(|tried| tried.from == first.from);
    same_piece.then_some(Attempt { from: first.from, to: first.to.filter(|_| same_target) })
}

fn tries(position: &Position, candidate: &Candidate) -> Vec<Try> {
    match &candidate.says {
        Says::Castling(_) => {
            let king = position.king(position.side_to_move());
            king.map(|from| Try { from, to: None, moves_so: true }).into_iter().collect()
        }
        Says::Going(going) => goings(position, going),
    }
}

fn goings(position: &Position, going: &Going) -> Vec<Try> {
    let region = position.region();
    let mut squares = [going.origin.square(), Some(going.to)].into_iter().flatten();
    if squares.any(|square| !region.contains(square)) {
        return Vec::new();
    }
    let to = Some(going.to);
    if let Some(from) = going.origin.square() {
        let there = position.piece_at(from);
        let named = there.filter(|piece| going.kind.is_none_or(|kind| kind == piece.kind));
        return named.map(|_| Try { from, to, moves_so: true }).into_iter().collect();
    }
    let movers = nearest::movers(position, going).map(|mover| mover.square);
    movers
        .map(|from| Try {
            from,
            to,
            moves_so: from != going.to && obstacle(position, from, going.to) != Obstacle::Movement,
        })
        .collect()
}
