//! Reading what people type: forgiving where it can be, never guessing.
//!
//! A text is folded (`text`), what surrounds its move is taken off (`remarks`), everything it may say is collected
//! (`grammar`), each of these readings is held against the legal moves (`matching`), and if none is legal the nearest one's
//! fault is told (`nearest`). Where two alphabets of piece letters are possible a text is read in both (`dialects`).

mod attempt;
mod candidate;
mod castling;
mod diagnosis;
mod dialects;
mod dropping;
mod grammar;
mod matching;
mod nearest;
mod obstacle;
mod promoting;
mod remarks;
mod squares;
pub(super) mod text;

use std::ops::Range;

pub use self::attempt::{Attempt, attempt};
use self::candidate::{Candidate, Going, Likeness, Link, Origin, Says, says_as_written};
use self::dialects::Found;
pub use self::dropping::{DropReading, read_drop, says_pass};
use self::matching::{Fit, Legal, fit};
pub use self::promoting::read_promotion;
pub use self::remarks::{MoveNumber, Remarks, remarks};
use self::text::Glyph;
use super::refusal::Refusal;
use super::words::{Spelling, TypedLetters, Vocabulary, Words};
use crate::variant::Castling;
use crate::{Move, PieceDialect, PieceType, Position, Region};

/// Characters of the longest text that is looked at. No move needs more than half of them.
pub const MAX_TEXT: usize = 64;
/// Files whose names have one letter and no sign.
const ONE_LETTER_FILES: Range<i32> = 0..26;
/// Characters of the longest text after folding, which can write one sign out as several letters.
const MAX_GLYPHS: usize = 2 * MAX_TEXT;

/// What a typed text says in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Exactly this legal move.
    Move(Move),
    /// Any of these legal moves, at least two, in the order of [`Position::legal_moves`].
    Several(Vec<Move>),
    /// At least one legal move, but only in the piece letters of the other dialect. The person has to confirm it.
    OtherLetters(Vec<Move>),
    /// A move that is not legal.
    Refused(Refusal),
    /// Nothing that looks like a move.
    NotAMove,
}

/// Reads a typed move by the side to move.
///
/// It understands standard and coordinate notation in many spellings, and the names of pieces in the languages whose
/// words are given. What may be meant in several ways is decided by what is legal and by nothing else, except that
///
/// - two squares are a move in coordinates and nothing else, so that the text of [`Move`]s is exact;
/// - a text with capitals is read as notation uses them first (`Bxc3` is the Bishop's, if there is one; `bxc3` is a
///   Pawn's or a Bishop's);
/// - without a promotion a Pawn that may stay a Pawn stays one, and without a card none is dropped;
/// - two files alone (`ed`) are a Pawn's capture if one is legal, and else a word;
/// - a piece letter that means another piece in the other dialect is read as [`TypedLetters`] say.
pub fn read<'w>(position: &Position, text: &str, vocabulary: impl Into<Vocabulary<'w>>) -> Reading {
    let all_small = folded(text).is_some_and(|glyphs| grammar::is_all_small(&glyphs));
    dialects::read(position, vocabulary.into(), all_small, |spelling| read_in(position, text, spelling))
}

/// Reads a text in the letters of one dialect.
fn read_in(position: &Position, text: &str, spelling: Spelling<'_>) -> Found {
    let candidates = likely_candidates(position, text, spelling);
    let says_as_written = says_as_written(&candidates);
    let found = |reading, likeness| Found { reading, likeness, says_as_written };
    if candidates.is_empty() {
        return found(Reading::NotAMove, Likeness::CaseIgnored);
    }
    let legal: Vec<Legal> =
        position.legal_moves().into_iter().filter_map(|intended| Legal::of(position, intended)).collect();
    if legal.is_empty() {
        return found(Reading::Refused(Refusal::GameOver), Likeness::CaseIgnored);
    }
    for likeness in [Likeness::Coordinates, Likeness::AsWritten, Likeness::CaseIgnored] {
        let alike = || candidates.iter().filter(|candidate| candidate.likeness == likeness);
        match meant(position, &legal, alike()).as_slice() {
            [] if alike().any(|candidate| is_clear(position, candidate)) => break,
            [] => {}
            [only] => return found(Reading::Move(*only), likeness),
            several => return found(Reading::Several(several.to_vec()), likeness),
        }
    }
    if folded(text).is_some_and(|glyphs| remarks::is_two_files(&glyphs)) {
        return found(Reading::NotAMove, Likeness::CaseIgnored);
    }
    let refusal = nearest::refusal(position, &legal, &candidates);
    found(refusal.map_or(Reading::NotAMove, Reading::Refused), Likeness::CaseIgnored)
}

/// The dialect that a text shows its writer to use, if only one of them has its piece letter: A or M.
pub fn letters_shown(position: &Position, text: &str, words: &Words) -> Option<PieceDialect> {
    let (first, second) = TypedLetters::Undecided.dialects(position.variant());
    let is_in = |dialect| {
        let candidates = likely_candidates(position, text, Spelling { words, dialect });
        says_as_written(&candidates)
    };
    match (is_in(first), is_in(second?)) {
        (true, false) => Some(first),
        (false, true) => second,
        _ => None,
    }
}

/// The castling that may be meant by the King's move to its Rook's square: `Kh1`, "King takes h1". In chess that is no move,
/// so the writer has to be asked; in Chess960 it is how castling is written, and [`read`] reads it.
pub fn castling_by_rook(position: &Position, text: &str, words: &Words) -> Option<Move> {
    if position.variant().castling() != Castling::TwoSquares {
        return None;
    }
    let candidates = likely_candidates(position, text, Spelling::of(words));
    let names_rook = |made: &Move| {
        let rook = position.castling_rook(made);
        candidates.iter().any(|candidate| match candidate.says {
            Says::Going(going) => going.kind == Some(PieceType::KING) && Some(going.to) == rook,
            Says::Castling(_) => false,
        })
    };
    position.legal_moves().into_iter().find(names_rook)
}

/// Whether a text is written like a move in this position's game, whoever's turn it is and whatever stands where.
pub fn reads_as_move<'w>(position: &Position, text: &str, vocabulary: impl Into<Vocabulary<'w>>) -> bool {
    let remarks = remarks::remarks(text);
    if remarks.is_question || remarks.is_word {
        return false;
    }
    let Vocabulary { words, letters } = vocabulary.into();
    let is_written_so = |candidate: &Candidate| match candidate.says {
        Says::Castling(_) => true,
        // Two small letters before a square are a word as a rule, and there is nobody here whose piece could be meant.
        Says::Going(going) => is_short_of_words(position, &going),
    };
    let (first, second) = letters.dialects(position.variant());
    [Some(first), second].into_iter().flatten().any(|dialect| {
        candidates(text, Spelling { words, dialect }, position.region()).iter().any(is_written_so)
    })
}

/// A text as it is looked at: in small letters without accents, with one kind of space and of dash, without what cannot
/// be seen.
pub fn plain(text: &str) -> String {
    text::fold(text).iter().map(|glyph| glyph.folded).collect()
}

/// Everything a text may say in this position; nothing if it is too long to be looked at.
fn likely_candidates(position: &Position, text: &str, spelling: Spelling<'_>) -> Vec<Candidate> {
    let mut candidates = candidates(text, spelling, position.region());
    candidates.retain(|candidate| is_likely(position, candidate));
    candidates
}

/// Everything a text may say. Letters of another script count as the Latin ones they look like if it says nothing else.
fn candidates(text: &str, spelling: Spelling<'_>, region: Region) -> Vec<Candidate> {
    let said = |fold: fn(&str) -> Vec<Glyph>| {
        let glyphs = folded_by(fold, text).unwrap_or_default();
        grammar::candidates(&glyphs, spelling, region)
    };
    let plain = said(text::fold);
    if plain.is_empty() && !text.is_ascii() { said(text::fold_lookalikes) } else { plain }
}

/// The move of a text made plain, unless it is too long to be looked at.
fn folded(text: &str) -> Option<Vec<Glyph>> {
    folded_by(text::fold, text)
}

fn folded_by(fold: fn(&str) -> Vec<Glyph>, text: &str) -> Option<Vec<Glyph>> {
    if text.chars().nth(MAX_TEXT).is_some() {
        return None;
    }
    let glyphs = fold(text);
    (glyphs.len() <= MAX_GLYPHS).then(|| remarks::split(&glyphs).0.to_vec())
}

/// Whether readings less sure than this one count for nothing even if it is not legal: `b1c3` of a blocked Knight is
/// not a Bishop's move, nor `Bxc3` of a blocked Bishop the b-pawn's.
fn is_clear(position: &Position, candidate: &Candidate) -> bool {
    match candidate.likeness {
        Likeness::Coordinates => true,
        Likeness::AsWritten | Likeness::CaseIgnored => has_mover(position, candidate),
    }
}

/// The legal moves that any of these readings means, in their order.
fn meant<'a>(
    position: &Position,
    legal: &[Legal],
    candidates: impl Iterator<Item = &'a Candidate>,
) -> Vec<Move> {
    let mut meant: Vec<Move> = Vec::new();
    for candidate in candidates {
        if let Fit::Meant(moves) = fit(position, legal, candidate) {
            meant.extend(moves.iter().map(|legal| legal.intended));
        }
    }
    meant.sort_unstable();
    meant.dedup();
    meant
}

/// Whether small letters can stand for a piece here. A single one can if the game has the type; two letters, or one
/// with a file or rank, only if the mover has such a piece: people also type words.
fn is_likely(position: &Position, candidate: &Candidate) -> bool {
    let Says::Going(going) = candidate.says else { return true };
    if position.region() == Region::Unbounded && going.origin.square().is_none() {
        // People also type `mp3`, which is no file of several letters and no capture if no piece is there to move.
        let is_far = !ONE_LETTER_FILES.contains(&going.to.file);
        let is_glued = going.kind == Some(PieceType::PAWN)
            && going.link == Link::To
            && going.origin.file.is_some_and(|file| file != going.to.file);
        if (is_far || is_glued) && !has_mover(position, candidate) {
            return false;
        }
    }
    is_short_of_words(position, &going) || has_mover(position, candidate)
}

/// Whether no more than a single small letter, of a type the game has, stands for a piece.
fn is_short_of_words(position: &Position, going: &Going) -> bool {
    let in_game = |kind: PieceType| position.variant().types().contains(kind) && kind.code().len() == 1;
    match going.small_letters {
        0 => true,
        1 => going.origin == Origin::default() && going.kind.is_some_and(in_game),
        _ => false,
    }
}

/// Whether the side to move has a piece such as the text names, where it says.
fn has_mover(position: &Position, candidate: &Candidate) -> bool {
    match &candidate.says {
        Says::Castling(_) => true,
        Says::Going(going) => nearest::movers(position, going).next().is_some(),
    }
}

#[cfg(test)]
mod tests;
