//! Move vocabulary: collects the words of a language that people type in moves.
//!
//! Piece names are understood in every language, piece letters only in the reader's own: an English
//! "Bc4" is a Bishop's move, and to ask whether a German Pawn ("Bauer") was meant would be a
//! nuisance.

use adoube_rules::{
    PieceType,
    notation::{MoveVocabulary, MoveWord},
};

use super::{Localizer, TranslationError, Translations, leak_detector::CARDS, names_in_moves::NamesInMoves};
use crate::{Language, Locales};

/// Words that are no piece names, by locale key.
const KEYS: [(&str, MoveWord); 11] = [
    ("words-takes", MoveWord::Takes),
    ("words-converts", MoveWord::Converts),
    ("words-to", MoveWord::To),
    ("words-castle", MoveWord::Castle),
    ("words-castle-kingside", MoveWord::CastleKingside),
    ("words-castle-queenside", MoveWord::CastleQueenside),
    ("words-promotes", MoveWord::Promotes),
    ("words-en-passant", MoveWord::EnPassant),
    ("words-check", MoveWord::Check),
    ("words-drop", MoveWord::Drop),
    ("words-pass", MoveWord::Pass),
];

/// Vocabulary of typed moves, by the reader's language.
#[derive(Debug)]
pub struct MoveWords {
    fallback: MoveVocabulary,
    others: Vec<(Language, MoveVocabulary)>,
    names: NamesInMoves,
}

impl MoveWords {
    /// The vocabulary of these languages.
    ///
    /// # Errors
    ///
    /// A locale file that cannot be used.
    pub fn read(locales: &Locales) -> Result<Self, TranslationError> {
        Translations::new(locales).map(|wording| Self::new(&wording))
    }

    /// Collects the words of all languages.
    pub fn new(wording: &Translations) -> Self {
        let others = wording.languages().filter(|language| *language != Language::default());
        Self {
            fallback: words(wording, Language::default()),
            others: others.map(|language| (language, words(wording, language))).collect(),
            names: NamesInMoves::new(wording),
        }
    }

    /// Names and leads of moves, for texts that are no moves.
    pub(crate) fn names(&self) -> &NamesInMoves {
        &self.names
    }

    /// The vocabulary of a reader of `language`.
    pub fn of(&self, language: Language) -> &MoveVocabulary {
        let known = self.others.iter().find(|(known, _)| *known == language);
        known.map_or(&self.fallback, |(_, words)| words)
    }
}

fn words(wording: &Translations, language: Language) -> MoveVocabulary {
    let mut words: Vec<(String, MoveWord)> = Vec::new();
    for known in wording.languages() {
        let speaker = Localizer::new(wording, known);
        words.extend(PieceType::all().map(|kind| (speaker.kind(kind), MoveWord::Piece(kind))));
        // Aliases of card pieces are no vocabulary: the leak detector does not search for them.
        let unusual = PieceType::all().filter(|kind| !CARDS.contains(kind));
        words.extend(
            unusual.flat_map(|kind| speaker.aliases(kind).map(move |name| (name, MoveWord::Piece(kind)))),
        );
        for (key, word) in KEYS {
            words.extend(speaker.fixed_sentence(key).split(',').map(|text| (text.trim().to_owned(), word)));
        }
    }
    for kind in PieceType::all() {
        let letter = wording.own(language, &format!("letter-{}", kind.key()));
        words.extend(letter.map(|letter| (letter, MoveWord::Piece(kind))));
    }
    MoveVocabulary::new(words)
}
