//! Vocabulary of typed moves: holds the words of languages, as the caller provides them, and piece
//! letters, and finds them in a text.
//!
//! The crate knows no language. Only the codes of the catalogue and the figurines need no words.

use unicode_normalization::UnicodeNormalization;

use super::read::folding::{Glyph, LetterCase, fold};
use crate::{PieceDialect, PieceType, Variant};

/// The meaning of a word in a typed move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveWord {
    /// A piece, by its name or by a letter or two.
    Piece(PieceType),
    /// "takes"
    Takes,
    /// "converts"
    Converts,
    /// Prepositions before a square: "to", "from", "on".
    To,
    /// "castles", to either side.
    Castle,
    /// "castles kingside"
    CastleKingside,
    /// "castles queenside"
    CastleQueenside,
    /// "promotes to", "becomes"
    Promotes,
    /// "en passant"
    EnPassant,
    /// "drop", before a card that is put into play, or at the end.
    Drop,
    /// "pass": no card is put into play.
    Pass,
    /// "check", "checkmate": does not identify a move.
    Check,
}

/// The piece letters a typed move may use. Only Grand Chess has pieces for which other programs use
/// other letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TypedLetters {
    /// Those of this project alone, for texts of programs and records.
    #[default]
    Own,
    /// Both dialects, for a person whose habit is unknown. Where both allow a move, the person is
    /// asked.
    Undecided,
    /// Usually one dialect, a person's habit.
    Usually(PieceDialect),
}

impl TypedLetters {
    /// The dialects a text may use, the likelier first.
    pub(super) fn dialects(self, variant: Variant) -> (PieceDialect, Option<PieceDialect>) {
        let first = match self {
            Self::Own | Self::Undecided => PieceDialect::Own,
            Self::Usually(dialect) => dialect,
        };
        let has_both = variant.types().contains(PieceType::MARSHAL);
        (first, Some(first.other()).filter(|_| has_both && self != Self::Own))
    }
}

/// A vocabulary together with the piece letters a text may use.
#[derive(Clone, Copy, Debug)]
pub struct VocabularyWithLetters<'w> {
    pub(super) words: &'w MoveVocabulary,
    pub(super) letters: TypedLetters,
}

/// The vocabulary with the piece letters of this project.
impl<'w> From<&'w MoveVocabulary> for VocabularyWithLetters<'w> {
    fn from(words: &'w MoveVocabulary) -> Self {
        words.with_letters(TypedLetters::Own)
    }
}

/// A vocabulary with the piece letters of one dialect.
#[derive(Clone, Copy)]
pub(super) struct Spelling<'w> {
    pub(super) words: &'w MoveVocabulary,
    pub(super) dialect: PieceDialect,
}

/// Words of at most so many letters are piece letters, as in `Sf3`; longer ones are names.
const MAX_LETTERS: usize = 2;

/// The words of typed moves with their meanings. A word may have several meanings; the legal moves
/// decide between them.
///
/// Case, accents, hyphens and spaces make no difference. Umlauts may be typed as `ae`, `oe`, `ue`
/// or without dots, the sharp s as `ss`.
#[derive(Clone, Debug, Default)]
pub struct MoveVocabulary {
    letters: Vec<(Vec<char>, PieceType)>,
    phrases: Vec<(Vec<char>, MoveWord)>,
}

impl MoveVocabulary {
    /// Collects words. Texts without letters are left out, and single letters that name no piece
    /// (`x`, `=`, `O-O` and `0-0` need no words).
    pub fn new(words: impl IntoIterator<Item = (String, MoveWord)>) -> Self {
        let mut all = Self::default();
        for (text, word) in words {
            all.add(&text, word);
            let spelt_out = spell_out_umlauts(&text);
            if spelt_out != text {
                all.add(&spelt_out, word);
            }
        }
        all
    }

    fn add(&mut self, text: &str, word: MoveWord) {
        let glued: Vec<char> =
            fold(text).iter().map(|glyph| glyph.folded).filter(|c| c.is_alphanumeric()).collect();
        if !glued.iter().any(|c| c.is_alphabetic()) {
            return;
        }
        match word {
            MoveWord::Piece(kind) if glued.len() <= MAX_LETTERS => push_new(&mut self.letters, (glued, kind)),
            MoveWord::Piece(_) => push_new(&mut self.phrases, (glued, word)),
            _ if glued.len() > 1 => push_new(&mut self.phrases, (glued, word)),
            _ => {}
        }
    }

    /// The vocabulary with piece letters.
    pub const fn with_letters(&self, letters: TypedLetters) -> VocabularyWithLetters<'_> {
        VocabularyWithLetters { words: self, letters }
    }

    /// The whole words of `text` from `at`, with their ends.
    pub(super) fn phrases_at(&self, text: &[Glyph], at: usize) -> Vec<(MoveWord, usize)> {
        let is_letter = |place: Option<usize>| {
            place.and_then(|place| text.get(place)).is_some_and(|glyph| glyph.folded.is_alphabetic())
        };
        if is_letter(at.checked_sub(1)) {
            return Vec::new();
        }
        let ends =
            self.phrases.iter().filter_map(|(phrase, word)| Some((*word, phrase_end(text, at, phrase)?)));
        ends.filter(|&(_, end)| !is_letter(Some(end))).collect()
    }
}

impl<'w> Spelling<'w> {
    /// The vocabulary with the piece letters of this project.
    pub(super) const fn of(words: &'w MoveVocabulary) -> Self {
        Self { words, dialect: PieceDialect::Own }
    }

    /// The piece types that the letters of `text` from `at` can stand for, with their ends: the
    /// codes of the dialect and the letters of the languages.
    pub(super) fn letters_at(self, text: &[Glyph], at: usize) -> Vec<(PieceType, usize)> {
        let rest = text.get(at..).unwrap_or_default();
        let latin = rest.iter().take_while(|glyph| !glyph.is_lookalike).count();
        let rest = rest.get(..latin).unwrap_or_default();
        let mut found = Vec::new();
        for kind in PieceType::all() {
            let code = self.dialect.code(kind);
            if starts_with(rest, code.chars().map(|c| c.to_ascii_lowercase())) {
                push_new(&mut found, (kind, at + code.len()));
            }
        }
        for (letters, kind) in &self.words.letters {
            // A language that uses the code uses it in this dialect, too.
            let is_code = letters.iter().copied().eq(kind.code().chars().map(|c| c.to_ascii_lowercase()));
            if !is_code && starts_with(rest, letters.iter().copied()) {
                push_new(&mut found, (*kind, at + letters.len()));
            }
        }
        found
    }
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, entry: T) {
    if !list.contains(&entry) {
        list.push(entry);
    }
}

fn starts_with(text: &[Glyph], mut letters: impl Iterator<Item = char>) -> bool {
    let mut glyphs = text.iter();
    letters.all(|letter| glyphs.next().is_some_and(|glyph| glyph.folded == letter))
}

/// The end of a phrase whose parts may be joined or separated in any way: `Springer-Fers`,
/// `springer fers`.
fn phrase_end(text: &[Glyph], start: usize, phrase: &[char]) -> Option<usize> {
    let mut at = start;
    for (number, wanted) in phrase.iter().enumerate() {
        while number > 0 && text.get(at).is_some_and(|glyph| matches!(glyph.folded, ' ' | '-' | '.' | '\'')) {
            at += 1;
        }
        if text.get(at)?.folded != *wanted {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// Spells out umlauts, as on keyboards without them.
fn spell_out_umlauts(text: &str) -> String {
    let mut spelt = String::new();
    for c in text.nfc().flat_map(char::to_lowercase) {
        match c {
            'ä' => spelt.push_str("ae"),
            'ö' | 'ø' => spelt.push_str("oe"),
            'ü' => spelt.push_str("ue"),
            _ => spelt.push(c),
        }
    }
    spelt
}

/// The type that a figurine of either colour shows.
pub(super) const fn figurine(c: char) -> Option<PieceType> {
    Some(match c {
        '♔' | '♚' => PieceType::KING,
        '♕' | '♛' => PieceType::QUEEN,
        '♖' | '♜' => PieceType::ROOK,
        '♗' | '♝' => PieceType::BISHOP,
        '♘' | '♞' => PieceType::KNIGHT,
        '♙' | '♟' => PieceType::PAWN,
        _ => return None,
    })
}

/// Whether no glyph is in lower case, as notation writes pieces.
pub(super) fn are_capitals(glyphs: &[Glyph]) -> bool {
    glyphs.iter().all(|glyph| glyph.case != LetterCase::Lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> MoveVocabulary {
        let table = [
            ("Läufer", MoveWord::Piece(PieceType::BISHOP)),
            ("Springer", MoveWord::Piece(PieceType::KNIGHT)),
            ("S", MoveWord::Piece(PieceType::KNIGHT)),
            ("schlägt", MoveWord::Takes),
            ("große Rochade", MoveWord::CastleQueenside),
            ("e.p.", MoveWord::EnPassant),
            ("à", MoveWord::To),
            ("0-0", MoveWord::CastleKingside),
        ];
        MoveVocabulary::new(table.map(|(text, word)| (text.to_owned(), word)))
    }

    #[test]
    fn a_phrase_is_found_however_it_is_spelt() {
        let table = [
            ("Läufer", MoveWord::Piece(PieceType::BISHOP)),
            ("LAEUFER", MoveWord::Piece(PieceType::BISHOP)),
            ("laufer", MoveWord::Piece(PieceType::BISHOP)),
            ("schlaegt", MoveWord::Takes),
            ("grosse-rochade", MoveWord::CastleQueenside),
            ("Große  Rochade", MoveWord::CastleQueenside),
            ("ep", MoveWord::EnPassant),
            ("e. p", MoveWord::EnPassant),
        ];
        for (text, word) in table {
            let text = fold(text);
            assert_eq!(words().phrases_at(&text, 0), [(word, text.len())], "{text:?}");
        }
    }

    #[test]
    fn letters_that_a_keyboard_lacks_are_spelt_out() {
        let words = MoveVocabulary::new(
            ["Kämpe", "Löwe", "Kjøter", "Mühle"].map(|text| (text.to_owned(), MoveWord::Takes)),
        );
        for text in ["kaempe", "loewe", "kjoeter", "muehle", "kampe", "lowe", "kjoter", "muhle"] {
            assert_eq!(words.phrases_at(&fold(text), 0), [(MoveWord::Takes, text.len())], "{text}");
        }
    }

    #[test]
    fn every_figurine_shows_its_piece() {
        let kinds = "♔♕♖♗♘♙♚♛♜♝♞♟".chars().map(|c| figurine(c).map_or("", PieceType::code));
        assert_eq!(kinds.collect::<String>(), "KQRBNPKQRBNP");
        assert_eq!("K☆♤".chars().find_map(figurine), None);
    }

    #[test]
    fn a_part_of_a_word_is_no_word() {
        let words = words();
        assert_eq!(words.phrases_at(&fold("Springerin"), 0), []);
        assert_eq!(words.phrases_at(&fold("Turmspringer"), 4), []);
        assert_eq!(words.phrases_at(&fold("Springer"), 9), []);
    }

    #[test]
    fn what_says_nothing_alone_is_left_out() {
        let words = words();
        assert_eq!(words.phrases_at(&fold("a"), 0), []);
        assert_eq!(words.phrases_at(&fold("00"), 0), []);
    }

    #[test]
    fn letters_are_codes_and_those_of_the_languages() {
        let kinds = |text: &str, dialect| -> Vec<_> {
            let words = words();
            let found = Spelling { words: &words, dialect }.letters_at(&fold(text), 0);
            found.into_iter().map(|(kind, end)| (kind.code(), end)).collect()
        };
        let [own, other] = PieceDialect::ALL;
        assert_eq!(kinds("Sf3", own), [("N", 1)]);
        assert_eq!(kinds("smf3", own), [("SM", 2), ("N", 1)]);
        assert_eq!(kinds("cad5", own), [("C", 1), ("CA", 2)]);
        assert_eq!(kinds("xd5", own), []);
        assert_eq!(kinds("Sf3", other), [("N", 1)]);
        assert_eq!(kinds("cad5", other), [("M", 1), ("CA", 2)]);
        assert_eq!(kinds("ad5", other), [("C", 1), ("AD", 2)]);
        assert_eq!(kinds("mf5", other), []);
    }
}
