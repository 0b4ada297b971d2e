//! Reader profile: data types of the language, letters and theme a person reads with, as chosen by
//! them or known from the platform. Not here: the stored preferences (`core::game::preferences`), and
//! their effect on text and pictures (`features`).

use adoube_render::ThemeKey;
use adoube_rules::PieceDialect;
use serde::{Deserialize, Serialize};

use crate::Language;

/// Piece letters a reader wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LetterPreference {
    /// The letters of the reader's language: German `Sf3`.
    #[default]
    Own,
    /// The codes, which are the English letters: `Nf3`.
    English,
    /// The English letters of Fairy-Stockfish and programs that follow it: A for the Cardinal, C
    /// for the Marshal.
    #[serde(rename = "fairy-stockfish")]
    FairyStockfish,
    /// The letters of another language than the reader's.
    Of(Language),
}

impl LetterPreference {
    /// The language of the letters, for a reader of `language`. The letters of English are the
    /// codes.
    pub(crate) fn of(self, language: Language) -> Language {
        match self {
            Self::Own => language,
            Self::English | Self::FairyStockfish => Language::EN,
            Self::Of(chosen) => chosen,
        }
    }

    /// The codes for pieces without a letter in the language.
    pub(crate) fn dialect(self) -> PieceDialect {
        match self {
            Self::FairyStockfish => PieceDialect::FairyStockfish,
            Self::Own | Self::English | Self::Of(_) => PieceDialect::Own,
        }
    }
}

/// Reading preferences except the language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadingPreferences {
    /// Piece letters.
    pub letters: LetterPreference,
    /// Whether boards show the reader which pieces may move.
    pub hints: bool,
    /// Whether the picture's description is shown below it.
    pub words: bool,
    /// The theme of boards; `None` for the community's.
    pub theme: Option<ThemeKey>,
}

/// Reader profile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReaderProfile {
    /// The language.
    pub language: Language,
    /// Other preferences.
    pub taste: ReadingPreferences,
}

/// The default profile of a language.
impl From<Language> for ReaderProfile {
    fn from(language: Language) -> Self {
        Self { language, taste: ReadingPreferences::default() }
    }
}
