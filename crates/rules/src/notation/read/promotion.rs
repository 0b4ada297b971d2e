//! Reads a text that names a promotion choice alone, for a move whose squares are known: `Q`, `=Q`,
//! "Queen", "promotes to Queen".

use super::candidate::ReadingConfidence;
use super::diagnosis::placed;
use super::dialects::{self, DialectReading};
use super::folding::Glyph;
use super::grammar::{self, NamedPiece};
use super::{MoveReading, folded, nearest_refusal};
use crate::notation::vocabulary::{Spelling, VocabularyWithLetters};
use crate::{Move, PieceType, Position, Square};

/// Reads a promotion choice alone, for a move between two squares. Moves with drops are excluded.
///
/// Two small letters are a code only if the piece can be chosen: people also type words.
pub fn read_promotion<'w>(
    position: &Position,
    squares: (Square, Square),
    text: &str,
    vocabulary: impl Into<VocabularyWithLetters<'w>>,
) -> MoveReading {
    let Some(glyphs) = folded(text) else { return MoveReading::NotAMove };
    dialects::read(position, vocabulary.into(), false, |spelling| {
        let reading = read_choice(position, squares, &glyphs, spelling);
        let has_standard_spelling = reading != MoveReading::NotAMove;
        DialectReading { reading, confidence: ReadingConfidence::AsWritten, has_standard_spelling }
    })
}

fn read_choice(
    position: &Position,
    (from, to): (Square, Square),
    glyphs: &[Glyph],
    spelling: Spelling<'_>,
) -> MoveReading {
    let Some(mover) = placed(position, from) else { return MoveReading::NotAMove };
    let named = grammar::pieces_alone(glyphs, spelling);
    let goes_there = |made: &Move| (made.from, made.to) == (from, to) && made.drop.is_none();
    let legal: Vec<Move> = position.legal_moves().into_iter().filter(goes_there).collect();
    // A move without a promotion keeps the type.
    let becomes = |made: &Move| made.choice.unwrap_or(mover.piece.kind);
    let is_named = |made: &&Move| named.iter().any(|named| named.kind == becomes(made));
    let meant: Vec<Move> = legal.iter().filter(is_named).copied().collect();
    match meant.as_slice() {
        [only] => MoveReading::Move(*only),
        [] => {
            let in_game = |kind: PieceType| position.variant().types().contains(kind);
            let is_likely = |named: &&NamedPiece| match named.small_letters {
                0 => true,
                1 => in_game(named.kind),
                _ => false,
            };
            match named.iter().find(is_likely) {
                Some(wanted) if !legal.is_empty() => {
                    MoveReading::Refused(nearest_refusal::refuse_unavailable(mover, to, wanted.kind, &legal))
                }
                _ => MoveReading::NotAMove,
            }
        }
        _ => MoveReading::Several(meant),
    }
}
