//! What a text says a Pawn becomes that has gone where it is promoted: `Q`, `=Q`, "Queen", "promotes to Queen".

use super::candidate::Likeness;
use super::diagnosis::placed;
use super::dialects::{self, Found};
use super::grammar::{self, Named};
use super::text::Glyph;
use super::{Reading, folded, nearest};
use crate::notation::words::{Spelling, Vocabulary};
use crate::{Move, PieceType, Position, Square};

/// Reads the choice of a promotion alone, for the move between these squares. Drops are not among the moves it may mean.
///
/// Two small letters are a code only if that piece can be chosen: people also type words.
pub fn read_promotion<'w>(
    position: &Position,
    squares: (Square, Square),
    text: &str,
    vocabulary: impl Into<Vocabulary<'w>>,
) -> Reading {
    let Some(glyphs) = folded(text) else { return Reading::NotAMove };
    dialects::read(position, vocabulary.into(), false, |spelling| {
        let reading = read_choice(position, squares, &glyphs, spelling);
        let says_as_written = reading != Reading::NotAMove;
        Found { reading, likeness: Likeness::AsWritten, says_as_written }
    })
}

fn read_choice(
    position: &Position,
    (from, to): (Square, Square),
    glyphs: &[Glyph],
    spelling: Spelling<'_>,
) -> Reading {
    let Some(mover) = placed(position, from) else { return Reading::NotAMove };
    let named = grammar::pieces_alone(glyphs, spelling);
    let goes_there = |made: &Move| (made.from, made.to) == (from, to) && made.drop.is_none();
    let legal: Vec<Move> = position.legal_moves().into_iter().filter(goes_there).collect();
    // What is not promoted stays what it is.
    let becomes = |made: &Move| made.choice.unwrap_or(mover.piece.kind);
    let is_named = |made: &&Move| named.iter().any(|named| named.kind == becomes(made));
    let meant: Vec<Move> = legal.iter().filter(is_named).copied().collect();
    match meant.as_slice() {
        [only] => Reading::Move(*only),
        [] => {
            let in_game = |kind: PieceType| position.variant().types().contains(kind);
            let is_likely = |named: &&Named| match named.small_letters {
                0 => true,
                1 => in_game(named.kind),
                _ => false,
            };
            match named.iter().find(is_likely) {
                Some(wanted) if !legal.is_empty() => {
                    Reading::Refused(nearest::no_such_choice(mover, to, wanted.kind, &legal))
                }
                _ => Reading::NotAMove,
            }
        }
        _ => Reading::Several(meant),
    }
}
