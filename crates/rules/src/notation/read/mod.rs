//! Reads typed moves, leniently where possible and without guessing: returns the legal moves that a
//! text means, or why there is none.
//!
//! A text is folded (`folding`) and freed of what surrounds its move (`remarks`). `grammar` collects everything it may
//! mean, `matching` compares each candidate with the legal moves, and if none is legal `nearest_refusal` explains the
//! nearest one. Where two alphabets of piece letters are possible a text is read in both (`dialects`).

mod candidate;
mod card_drop;
mod castling_fault;
mod diagnosis;
mod dialects;
pub(super) mod folding;
mod grammar;
mod matching;
mod nearest_refusal;
mod obstacle;
mod promotion;
mod remarks;
mod squares;
mod touch_attempt;

use std::ops::Range;

use self::candidate::{
    CandidateMeaning, CandidateMove, CandidateOrigin, CandidateSeparator, ReadingCandidate,
    ReadingConfidence, has_standard_spelling,
};
pub use self::card_drop::{DropReading, declines_drop, read_drop};
use self::dialects::DialectReading;
use self::folding::Glyph;
use self::matching::{CandidateFit, IndexedLegalMove, fit};
pub use self::promotion::read_promotion;
pub use self::remarks::{MoveNumber, Remarks, remarks};
pub use self::touch_attempt::{TouchAttempt, touch_attempt};
use super::move_refusal::MoveRefusal;
use super::vocabulary::{MoveVocabulary, Spelling, TypedLetters, VocabularyWithLetters};
use crate::variant::CastlingRule;
use crate::{Move, PieceDialect, PieceType, Position, Region};

/// Characters of the longest text that is read. No move needs more than half of them.
pub const MAX_TEXT: usize = 64;
/// Files whose names have one letter and no sign.
const ONE_LETTER_FILES: Range<i32> = 0..26;
/// Characters of the longest text after folding, which may replace one character by several.
const MAX_GLYPHS: usize = 2 * MAX_TEXT;

/// The reading of a typed text in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveReading {
    /// Exactly one legal move.
    Move(Move),
    /// Several legal moves, at least two, in the order of [`Position::legal_moves`].
    Several(Vec<Move>),
    /// At least one legal move, but only in the piece letters of the other dialect. The person has
    /// to confirm it.
    OtherLetters(Vec<Move>),
    /// A move that is not legal.
    Refused(MoveRefusal),
    /// The text does not look like a move.
    NotAMove,
}

/// Reads a typed move by the side to move.
///
/// It understands standard and coordinate notation in many spellings, and the piece names of the
/// given vocabulary. Legal moves alone decide between several meanings, except that
///
/// - two squares are a move in coordinates and nothing else, so that the text of [`Move`]s is exact;
/// - a text with capitals is read as notation uses them first (`Bxc3` is the Bishop's, if there is one; `bxc3` is a
///   Pawn's or a Bishop's);
/// - without a promotion a Pawn that may stay a Pawn stays one, and without a card none is dropped;
/// - two files alone (`ed`) are a Pawn's capture if one is legal, and else a word;
/// - a piece letter that means another piece in the other dialect is read as [`TypedLetters`] say.
pub fn read<'w>(
    position: &Position,
    text: &str,
    vocabulary: impl Into<VocabularyWithLetters<'w>>,
) -> MoveReading {
    let is_all_lower_case = folded(text).is_some_and(|glyphs| grammar::is_all_lower_case(&glyphs));
    dialects::read(position, vocabulary.into(), is_all_lower_case, |spelling| {
        read_in(position, text, spelling)
    })
}

/// Reads a text in the letters of one dialect.
fn read_in(position: &Position, text: &str, spelling: Spelling<'_>) -> DialectReading {
    let candidates = likely_candidates(position, text, spelling);
    let has_standard_spelling = has_standard_spelling(&candidates);
    let found = |reading, confidence| DialectReading { reading, confidence, has_standard_spelling };
    if candidates.is_empty() {
        return found(MoveReading::NotAMove, ReadingConfidence::CaseIgnored);
    }
    let legal: Vec<IndexedLegalMove> = position
        .legal_moves()
        .into_iter()
        .filter_map(|intended| IndexedLegalMove::of(position, intended))
        .collect();
    if legal.is_empty() {
        return found(MoveReading::Refused(MoveRefusal::GameOver), ReadingConfidence::CaseIgnored);
    }
    for confidence in
        [ReadingConfidence::Coordinates, ReadingConfidence::AsWritten, ReadingConfidence::CaseIgnored]
    {
        let alike = || candidates.iter().filter(|candidate| candidate.confidence == confidence);
        match meant(position, &legal, alike()).as_slice() {
            [] if alike().any(|candidate| excludes_less_certain(position, candidate)) => break,
            [] => {}
            [only] => return found(MoveReading::Move(*only), confidence),
            several => return found(MoveReading::Several(several.to_vec()), confidence),
        }
    }
    if folded(text).is_some_and(|glyphs| remarks::is_two_files(&glyphs)) {
        return found(MoveReading::NotAMove, ReadingConfidence::CaseIgnored);
    }
    let refusal = nearest_refusal::refusal(position, &legal, &candidates);
    found(refusal.map_or(MoveReading::NotAMove, MoveReading::Refused), ReadingConfidence::CaseIgnored)
}

/// The dialect that a text shows its writer to use, if only one dialect has its piece letter: A or
/// M.
pub fn shown_dialect(position: &Position, text: &str, words: &MoveVocabulary) -> Option<PieceDialect> {
    let (first, second) = TypedLetters::Undecided.dialects(position.variant());
    let is_in = |dialect| {
        let candidates = likely_candidates(position, text, Spelling { words, dialect });
        has_standard_spelling(&candidates)
    };
    match (is_in(first), is_in(second?)) {
        (true, false) => Some(first),
        (false, true) => second,
        _ => None,
    }
}

/// The castling that a King's move to the square of its Rook may mean: `Kh1`, "King takes h1". In
/// chess it is no move, so the writer has to be asked; in Chess960 it is how castling is written,
/// and [`read`] reads it.
pub fn castling_by_rook(position: &Position, text: &str, words: &MoveVocabulary) -> Option<Move> {
    if position.variant().castling() != CastlingRule::TwoSquares {
        return None;
    }
    let candidates = likely_candidates(position, text, Spelling::of(words));
    let names_rook = |made: &Move| {
        let rook = position.castling_rook(made);
        candidates.iter().any(|candidate| match candidate.meaning {
            CandidateMeaning::Move(candidate_move) => {
                candidate_move.kind == Some(PieceType::KING) && Some(candidate_move.to) == rook
            }
            CandidateMeaning::Castling(_) => false,
        })
    };
    position.legal_moves().into_iter().find(names_rook)
}

/// Whether a text is written like a move of the variant, regardless of the pieces on the board and
/// the side to move.
pub fn looks_like_move<'w>(
    position: &Position,
    text: &str,
    vocabulary: impl Into<VocabularyWithLetters<'w>>,
) -> bool {
    let remarks = remarks::remarks(text);
    if remarks.is_question || remarks.is_word {
        return false;
    }
    let VocabularyWithLetters { words, letters } = vocabulary.into();
    let matches_san = |candidate: &ReadingCandidate| match candidate.meaning {
        CandidateMeaning::Castling(_) => true,
        // Two small letters before a square are usually a word, and no piece is known here that
        // they could mean.
        CandidateMeaning::Move(candidate_move) => lacks_words(position, &candidate_move),
    };
    let (first, second) = letters.dialects(position.variant());
    [Some(first), second].into_iter().flatten().any(|dialect| {
        candidates(text, Spelling { words, dialect }, position.region()).iter().any(matches_san)
    })
}

/// The folded text: lower case without accents, one kind of space and of dash, no invisible
/// characters.
pub fn fold_text(text: &str) -> String {
    folding::fold(text).iter().map(|glyph| glyph.folded).collect()
}

/// The likely candidates of a text in a position; none if the text is too long.
fn likely_candidates(position: &Position, text: &str, spelling: Spelling<'_>) -> Vec<ReadingCandidate> {
    let mut candidates = candidates(text, spelling, position.region());
    candidates.retain(|candidate| is_likely(position, candidate));
    candidates
}

/// All candidates of a text. Only if there are none, letters of other scripts are read as the Latin
/// ones they look like.
fn candidates(text: &str, spelling: Spelling<'_>, region: Region) -> Vec<ReadingCandidate> {
    let said = |fold: fn(&str) -> Vec<Glyph>| {
        let glyphs = folded_by(fold, text).unwrap_or_default();
        grammar::candidates(&glyphs, spelling, region)
    };
    let plain = said(folding::fold);
    if plain.is_empty() && !text.is_ascii() { said(folding::fold_lookalikes) } else { plain }
}

/// The folded move of a text, without remarks; none if the text is too long.
fn folded(text: &str) -> Option<Vec<Glyph>> {
    folded_by(folding::fold, text)
}

fn folded_by(fold: fn(&str) -> Vec<Glyph>, text: &str) -> Option<Vec<Glyph>> {
    if text.chars().nth(MAX_TEXT).is_some() {
        return None;
    }
    let glyphs = fold(text);
    (glyphs.len() <= MAX_GLYPHS).then(|| remarks::split(&glyphs).0.to_vec())
}

/// Whether a candidate excludes less certain ones even if it is not legal: `b1c3` of a blocked
/// Knight is not a move of a Bishop, nor `Bxc3` of a blocked Bishop one of the b-pawn.
fn excludes_less_certain(position: &Position, candidate: &ReadingCandidate) -> bool {
    match candidate.confidence {
        ReadingConfidence::Coordinates => true,
        ReadingConfidence::AsWritten | ReadingConfidence::CaseIgnored => has_mover(position, candidate),
    }
}

/// The legal moves that match any of the candidates, in their order.
fn meant<'a>(
    position: &Position,
    legal: &[IndexedLegalMove],
    candidates: impl Iterator<Item = &'a ReadingCandidate>,
) -> Vec<Move> {
    let mut meant: Vec<Move> = Vec::new();
    for candidate in candidates {
        if let CandidateFit::Matches(moves) = fit(position, legal, candidate) {
            meant.extend(moves.iter().map(|legal| legal.intended));
        }
    }
    meant.sort_unstable();
    meant.dedup();
    meant
}

/// Whether a candidate is likely to be a move and not a word. A single small letter can stand for a
/// piece if the variant has the type; two letters, or one with a file or rank, only if the side to
/// move has such a piece.
fn is_likely(position: &Position, candidate: &ReadingCandidate) -> bool {
    let CandidateMeaning::Move(candidate_move) = candidate.meaning else { return true };
    if position.region() == Region::Unbounded && candidate_move.origin.square().is_none() {
        // People also type `mp3`, which is no file of several letters and no capture unless a piece
        // could make it.
        let is_far = !ONE_LETTER_FILES.contains(&candidate_move.to.file);
        let is_glued = candidate_move.kind == Some(PieceType::PAWN)
            && candidate_move.separator == CandidateSeparator::To
            && candidate_move.origin.file.is_some_and(|file| file != candidate_move.to.file);
        if (is_far || is_glued) && !has_mover(position, candidate) {
            return false;
        }
    }
    lacks_words(position, &candidate_move) || has_mover(position, candidate)
}

/// Whether at most a single small letter, of a type the variant has, stands for a piece.
fn lacks_words(position: &Position, candidate_move: &CandidateMove) -> bool {
    let in_game = |kind: PieceType| position.variant().types().contains(kind) && kind.code().len() == 1;
    match candidate_move.small_letters {
        0 => true,
        1 => candidate_move.origin == CandidateOrigin::default() && candidate_move.kind.is_some_and(in_game),
        _ => false,
    }
}

/// Whether the side to move has a piece that agrees with the candidate.
fn has_mover(position: &Position, candidate: &ReadingCandidate) -> bool {
    match &candidate.meaning {
        CandidateMeaning::Castling(_) => true,
        CandidateMeaning::Move(candidate_move) => {
            nearest_refusal::matching_pieces(position, candidate_move).next().is_some()
        }
    }
}

#[cfg(test)]
mod tests;
